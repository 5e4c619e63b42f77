/// A member's name made ready for being looked for in many objects.
package struct MemberName: Sendable, Equatable {
  package let characters: [UInt8]
  /// The first eight characters, the first one lowest, and which bits of such a word they take.
  private let word: UInt64
  private let mask: UInt64

  package init(_ characters: [UInt8]) {
    self.characters = characters
    let head = characters.prefix(8)
    word = head.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    mask = head.count == 8 ? .max : (1 << UInt64(head.count * 8)) - 1
  }

  package init(_ text: String) { self.init(Array(text.utf8)) }

  /// Whether the name or string node of `document` has these characters.
  @inline(__always) package func matches(_ document: Document, _ node: Document.Node) -> Bool {
    let range = document.range(node)
    guard document.kind(node) == .string else {
      return document.kind(node) != .shadowedName && JSONString.decoded(document.bytes, range) == characters
    }
    guard range.count == characters.count + 2, document.bytes.word(at: range.lowerBound + 1) & mask == word
    else {
      return false
    }
    return characters.count <= 8 || document.isString(node, equalTo: characters)
  }
}
