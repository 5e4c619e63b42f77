/// A member's name made ready for being looked for in many objects.
package struct MemberName: Sendable, Equatable {
  package let characters: [UInt8]
  let head: Head

  /// What most names are told apart by: plain words, which cost no reference count where many objects are looked through.
  struct Head: Sendable, Equatable {
    /// The first eight characters, the first one lowest, and which bits of such a word they take.
    fileprivate let word: UInt64
    fileprivate let mask: UInt64
    /// How many bytes the whole name has.
    fileprivate let count: Int

    /// Whether the name or string node of `document` has these characters; nil when they must be looked at.
    @inline(__always) func matches(_ document: Document, _ node: Document.Node) -> Bool? {
      guard let length = document.shortPlainLength(node) else {
        return document.kind(node) == .shadowedName ? false : nil
      }
      guard length == count + 2, document.bytes.word(at: document.start(node) + 1) & mask == word else {
        return false
      }
      return count <= 8 ? true : nil
    }
  }

  package init(_ characters: [UInt8]) {
    self.characters = characters
    let first = characters.prefix(8)
    head = Head(
      word: first.reversed().reduce(0) { $0 << 8 | UInt64($1) },
      mask: first.count == 8 ? .max : (1 << UInt64(first.count * 8)) - 1, count: characters.count)
  }

  package init(_ text: String) { self.init(Array(text.utf8)) }

  /// Whether the name or string node of `document` has these characters.
  @inline(__always) package func matches(_ document: Document, _ node: Document.Node) -> Bool {
    head.matches(document, node) ?? document.isString(node, equalTo: characters)
  }
}
