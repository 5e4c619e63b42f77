extension Document {
  /// The path of a node in RFC 9535's normalised form, such as `$.rooms[3]["a b"]`. For messages: it walks down from the root.
  package func path(to wanted: Node) -> String {
    var path = "$"
    var node = root
    while node != wanted, kind(node).isContainer {
      var found: Node?
      if kind(node) == .object {
        for member in members(node) where member.name <= wanted && wanted < next(member.value) {
          path += Document.step(string(member.name))
          found = member.value
          if wanted == member.name { return path }
          break
        }
      } else {
        for (index, element) in elements(node).enumerated() where wanted < next(element) {
          path += "[\(index)]"
          found = element
          break
        }
      }
      guard let found else { return path }
      node = found
    }
    return path
  }

  /// A name as a step of a path: `.name`, or in brackets where it is no plain word.
  package static func step(_ name: String) -> String {
    let isPlain =
      name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || Lexer.isDigit($0) || ($0 | 0x20) &- 0x61 < 26 }
      && name.utf8.first.map { !Lexer.isDigit($0) } ?? false
    return isPlain ? "." + name : "[" + String(decoding: JSONString.quoted(name), as: UTF8.self) + "]"
  }
}
