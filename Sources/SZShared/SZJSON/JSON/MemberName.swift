/// A member's name made ready for being looked for in many objects.
public struct MemberName: Sendable, Equatable {
  public let characters: [UInt8]
  public let head: Head

  /// What most names are told apart by: plain words, which cost no reference count where many objects are looked through.
  public struct Head: Sendable, Equatable {
    /// The first eight characters, the first one lowest, and which bits of such a word they take.
    @usableFromInline let word: UInt64
    @usableFromInline let mask: UInt64
    /// How many bytes the whole name has.
    @usableFromInline let count: Int

    /// Whether the node of this word is a name or string without escapes that has these characters; false also when they must be
    /// looked at.
    @inlinable @inline(__always) public func isCertain(_ bytes: ByteView, _ node: UInt64) -> Bool {
      isShort && isShortName(bytes, node)
    }

    /// Whether the name has eight bytes at most.
    @inlinable @inline(__always) public var isShort: Bool { count <= 8 }

    /// That of a name of eight bytes at most.
    @inlinable @inline(__always) public func isShortName(_ bytes: ByteView, _ node: UInt64) -> Bool {
      let bits = UInt64(Document.Kind.string.rawValue) &<< 60 | UInt64(truncatingIfNeeded: count &+ 2)
      guard node & (0xF &<< 60 | Document.Word.lengthMask) == bits else { return false }
      return bytes.word(at: Int(truncatingIfNeeded: node &>> 20 & Document.Word.offsetMask) &+ 1) & mask
        == word
    }

    /// Whether the name of this word is told to be another one by its length; a name of which that holds takes one word.
    @inlinable @inline(__always) public func isOther(_ name: UInt64) -> Bool {
      let length = name & Document.Word.lengthMask
      return name &>> 60 == UInt64(Document.Kind.string.rawValue)
        && length != UInt64(truncatingIfNeeded: count &+ 2)
        && length != Document.Word.lengthMask
    }

    /// Whether the name or string node of `document` has these characters; nil when they must be looked at.
    @inlinable @inline(__always) public func matches(_ document: Document, _ node: Document.Node) -> Bool? {
      guard let length = document.shortPlainLength(node) else {
        return document.kind(node) == .shadowedName ? false : nil
      }
      guard length == count + 2, document.bytes.word(at: document.start(node) + 1) & mask == word else {
        return false
      }
      return count <= 8 ? true : nil
    }

    /// One of 64 bits, the same for equal names.
    var bit: UInt64 { Head.bit(word, count) }

    /// The bit of the name at `node`; nil when its characters must be looked at.
    @inline(__always) static func bit(_ document: Document, _ node: Document.Node) -> UInt64? {
      guard let length = document.shortPlainLength(node), length >= 2 else { return nil }
      let (count, word) = (length &- 2, document.bytes.word(at: document.start(node) &+ 1))
      return bit(count >= 8 ? word : word & (1 &<< UInt64(count &* 8) &- 1), count)
    }

    /// A multiplication spreads what the words differ in to the highest bits.
    @inline(__always) private static func bit(_ word: UInt64, _ count: Int) -> UInt64 {
      1 &<< (((word ^ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15) &>> 58)
    }
  }

  public init(_ characters: [UInt8]) {
    self.characters = characters
    let first = characters.prefix(8)
    head = Head(
      word: first.reversed().reduce(0) { $0 << 8 | UInt64($1) },
      mask: first.count == 8 ? .max : (1 << UInt64(first.count * 8)) - 1, count: characters.count)
  }

  public init(_ text: String) { self.init(Array(text.utf8)) }

  /// Whether the name or string node of `document` has these characters.
  @inlinable @inline(__always) public func matches(_ document: Document, _ node: Document.Node) -> Bool {
    head.matches(document, node) ?? document.isString(node, equalTo: characters)
  }
}
