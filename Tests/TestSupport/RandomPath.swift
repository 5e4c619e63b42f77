package import SZJSON
internal import SZModel

/// Paths to random places, with some of their steps made more general.
package enum RandomPath {
  /// A path to a place of `document`.
  package static func to(_ document: Document, _ generator: inout SeededGenerator) -> String {
    var path: [UInt8] = Array("$".utf8)
    var value = Value(document, document.root)
    for depth in 0..<6 {
      let children = PathOracle.children(value)
      guard !children.isEmpty, depth == 0 || !generator.chance(4) else { break }
      let (node, step) = children[generator.below(children.count)]
      var text: [UInt8] = []
      if let name = step.name, !generator.chance(8) {
        if generator.chance(8), !name.isEmpty,
          !name.contains(where: { "\\\"'*?".utf8.contains($0) || $0 >= 0x80 || $0 < 0x20 })
        {
          // Some of its characters, and a star for the others.
          text = Array("[~'".utf8) + name.prefix(generator.below(name.count + 1)) + Array("*']".utf8)
        } else {
          PathText.appendStep(name, to: &text)
        }
      } else if let (index, count) = step.places.first {
        switch generator.below(8) {
        case 0, 1: text = Array("[\(index)]".utf8)
        case 2: text = Array("[\(index - count)]".utf8)
        case 3:
          text = Array(
            "[\(generator.below(count + 1)):\(generator.below(count + 2)):\(1 + generator.below(2))]".utf8)
        case 4, 5: text = identity(document, node) ?? Array("[*]".utf8)
        default: text = Array("[*]".utf8)
        }
      } else {
        text = Array("[*]".utf8)
      }
      // The descendants of the place so far.
      if generator.chance(6) { path += Array((text[0] == UInt8(ascii: ".") ? "." : "..").utf8) }
      path += text
      value = Value(document, node)
    }
    return String(decoding: path, as: UTF8.self)
  }

  private static func identity(_ document: Document, _ node: Document.Node) -> [UInt8]? {
    guard document.kind(node) == .object,
      let member = document.members(node).first(where: { !document.kind($0.value).isContainer })
    else { return nil }
    var text = Array("[".utf8)
    PathText.appendName(document.characters(member.name), to: &text)
    return text + Array("=".utf8) + document.text(member.value) + Array("]".utf8)
  }
}
