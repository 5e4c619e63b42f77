/// A JSON text and the flat list of its values in document order, a *tape*.
///
/// A node is an index into the tape. A scalar takes one word (two when its text is longer than a mebibyte), a container three: what
/// it is and where it starts, where its subtree ends, and its hash, 0 where it comes late. The members of an object are name and
/// value by turns. Nothing is copied out of the source: numbers and strings stay ranges of its bytes.
///
/// Word: kind (4 bits), byte offset (40), byte length (20, all ones when the next word holds it).
/// Container: that word with the low 20 bits of the length; tape end (41), height (3) and high 20 bits of the length; hash.
public final class Document: @unchecked Sendable {
  public let source: SourceBytes
  /// What the hashes were made with; nil when the document was read without.
  public let hashing: Hashing?
  public let tape: Tape
  /// Whether the text may hold comments between the brackets, or commas before closing ones.
  public let isRelaxed: Bool
  public let root = Node(0)
  /// Makes the hashes that are not there yet; nil where all are.
  let late: LateHashes?

  init(
    source: SourceBytes, hashing: Hashing?, tape: Tape, isRelaxed: Bool = false, late: LateHashes? = nil
  ) {
    self.late = late
    self.isRelaxed = isRelaxed
    self.source = source
    self.hashing = hashing
    self.tape = tape
  }

  @inlinable public var bytes: ByteView {
    @inline(__always) get { source.view }
  }

  /// What a node is. The raw values are the cases' numbers in order, so a value is read by its bits.
  public enum Kind: UInt8, Sendable {
    case object = 0
    case array
    /// A string without escapes; between the quotes stand its characters.
    case string
    case escapedString
    case number
    case `true`
    case `false`
    case null
    /// A name that a later member of the same object has again; the later one counts.
    case shadowedName

    @inlinable public var isContainer: Bool {
      @inline(__always) get { rawValue <= Kind.array.rawValue }
    }
    @inlinable public var isString: Bool {
      @inline(__always) get { self == .string || self == .escapedString }
    }
  }

  /// A value or a name of a document, by its index on the tape.
  ///
  /// A type of its own, so that it is taken for no place among elements, no byte offset and no item of a change.
  public struct Node: Hashable, Comparable, BitwiseCopyable, Sendable {
    public let index: Int

    @inlinable @inline(__always) public init(_ index: Int) { self.index = index }

    /// No node of any document, where an optional would take more room.
    public static let nowhere = Node(-1)

    @inlinable @inline(__always) public var isNowhere: Bool { index < 0 }

    @inlinable @inline(__always) public static func < (left: Node, right: Node) -> Bool {
      left.index < right.index
    }
  }

  @inlinable @inline(__always) public func kind(_ node: Node) -> Kind {
    tape.kind(node.index)
  }

  /// Where the node's text begins, in bytes.
  @inlinable @inline(__always) public func start(_ node: Node) -> Int {
    Int(truncatingIfNeeded: tape[node.index] &>> 20 & Word.offsetMask)
  }

  /// The bytes of the node's text.
  @inlinable @inline(__always) public func range(_ node: Node) -> Range<Int> {
    let word = tape[node.index]
    let start = Int(truncatingIfNeeded: word &>> 20 & Word.offsetMask)
    let low = word & Word.lengthMask
    if kind(node).isContainer {
      return start..<start + Int(truncatingIfNeeded: (tape[node.index + 1] & Word.lengthMask) &<< 20 | low)
    }
    if low == Word.lengthMask { return start..<start + Int(truncatingIfNeeded: tape[node.index + 1]) }
    return start..<start + Int(truncatingIfNeeded: low)
  }

  /// How many bytes the text of a string without escapes has, with its quotes; nil for any other node, and for one of a mebibyte.
  @inlinable @inline(__always) func shortPlainLength(_ node: Node) -> Int? {
    let word = tape[node.index]
    let length = word & Word.lengthMask
    guard word &>> 60 == UInt64(Kind.string.rawValue), length != Word.lengthMask else { return nil }
    return Int(truncatingIfNeeded: length)
  }

  /// The node behind this one's subtree.
  @inlinable @inline(__always) public func next(_ node: Node) -> Node {
    Node(tape.next(node.index))
  }

  /// The first child of a container, which is its ``end(_:)`` when it has none.
  @inlinable @inline(__always) public func firstChild(_ node: Node) -> Node { Node(node.index + 3) }

  /// The node behind the last child of a container.
  @inlinable @inline(__always) public func end(_ node: Node) -> Node {
    Node(Int(truncatingIfNeeded: tape[node.index + 1] &>> Word.endShift))
  }

  public func isEmptyContainer(_ node: Node) -> Bool { firstChild(node) == end(node) }

  /// Whether a value is an object or array with something in it.
  public func isFilled(_ node: Node) -> Bool { kind(node).isContainer && !isEmptyContainer(node) }

  /// Whether a value is a string with something in it.
  public func isText(_ node: Node) -> Bool { kind(node).isString && !characters(node).isEmpty }

  /// The bytes of the node's text, copied.
  public func text(_ node: Node) -> [UInt8] { bytes.array(range(node)) }

  /// The bits that a word is made of.
  public enum Word {
    @usableFromInline static let endShift: UInt64 = 23
    /// The height that stands for all from there on.
    static let tall = 7
    public static let lengthMask: UInt64 = 0xF_FFFF
    public static let offsetMask: UInt64 = 0xFF_FFFF_FFFF
    public static let largestOffset = 1 << 40 - 1
  }
}
