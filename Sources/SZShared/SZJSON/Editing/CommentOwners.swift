/// To which children of a container the comments in it belong.
///
/// A comment belongs to the child before it on the same line, else to the child behind it. One on the line of the opening
/// bracket, and one behind all children on a line of its own, belong to the container.
public struct CommentOwners {
  /// What belongs to one child.
  public struct Owned {
    /// Where the first of the comments before it begins; where the child begins when there is none.
    public var start: Int
    /// The end of the last comment before the comma; of the child when there is none.
    var end: Int
    /// The comma behind it.
    public var comma: Int?
    /// The end of all that belongs to it, the comma too.
    public var behind: Int
    /// Whether the comment before the comma, and the one behind it, goes to the end of its line.
    var endsInLine = false
    var behindIsLine = false

    /// Whether what follows must begin on another line.
    var isOpen: Bool { comma.map { behind > $0 + 1 } ?? false ? behindIsLine : comma == nil && endsInLine }
  }

  public private(set) var owned: [Owned]
  /// The end of what belongs to the opening bracket, and whether that is a comment to the end of the line.
  public private(set) var head: (end: Int, isLine: Bool)
  private let bytes: ByteView

  /// A member or an element of a container.
  public struct Child {
    /// The name of a member; an element.
    public let start: Document.Node
    public let value: Document.Node

    public init(start: Document.Node, value: Document.Node) { (self.start, self.value) = (start, value) }
  }

  /// All members or elements of a container.
  public static func children(_ document: Document, _ container: Document.Node) -> [Child] {
    let isObject = document.kind(container) == .object
    var children: [Child] = []
    var node = document.firstChild(container)
    while node < document.end(container) {
      let value = isObject ? document.next(node) : node
      children.append(Child(start: node, value: value))
      node = document.next(value)
    }
    return children
  }

  /// Those of a container of which these are all children. Linear in the text between them.
  public init(_ document: Document, _ container: Document.Node, _ children: [Child]) {
    let ranges = children.map { document.start($0.start)..<document.range($0.value).upperBound }
    self.init(document.bytes, document.range(container), ranges)
  }

  /// Looks at the gaps between `children`, or at the whole inside of an empty container. Linear in their text.
  init(_ bytes: ByteView, _ container: Range<Int>, _ children: [Range<Int>]) {
    self.bytes = bytes
    owned = children.map { Owned(start: $0.lowerBound, end: $0.upperBound, behind: $0.upperBound) }
    head = (container.lowerBound + 1, false)
    let close = container.upperBound - 1
    readHead(container.lowerBound + 1..<(children.first?.lowerBound ?? close), isEmpty: children.isEmpty)
    for child in children.indices {
      let isLast = child == children.count - 1
      let gap = children[child].upperBound..<(isLast ? close : children[child + 1].lowerBound)
      readGap(gap, behind: child, isLast: isLast)
    }
  }

  /// What belongs to each child of each container of a document: to a member by its name and value, to an element, which is both. Linear,
  /// without recursion.
  public static func forEachChild(
    of document: Document, _ body: (_ start: Document.Node, _ value: Document.Node, Owned) -> Void
  ) {
    var container = document.root
    let end = document.next(container)
    while container < end {
      guard document.kind(container).isContainer else {
        container = document.next(container)
        continue
      }
      let children = children(document, container)
      let owners = CommentOwners(document, container, children)
      for (child, owned) in zip(children, owners.owned) { body(child.start, child.value, owned) }
      container = document.firstChild(container)
    }
  }

  /// Whether a comma stands behind the last child.
  var hasLastComma: Bool { owned.last?.comma != nil }

  private mutating func readHead(_ gap: Range<Int>, isEmpty: Bool) {
    var isOnLine = true
    var first: Int?
    var (pending, pendingIsLine): (Int?, Bool) = (nil, false)
    var index = gap.lowerBound
    while index < gap.upperBound {
      if bytes[index] == UInt8(ascii: "/") {
        let end = max(index + 1, CommentText.end(bytes, from: index))
        if isOnLine || isEmpty {
          (pending, pendingIsLine) = (end, CommentText.isLine(bytes, index))
        }
        first = first ?? index
        index = end
      } else {
        if isOnLine, CommentText.isLineEnd(bytes[index]) {
          isOnLine = false
          // All that stood on the bracket's line is the bracket's.
          if let end = pending { head = (end, pendingIsLine) }
          first = nil
        }
        index += 1
      }
    }
    if isEmpty {
      if let end = pending { head = (end, pendingIsLine) }
    } else if let first {
      owned[0].start = first
    }
  }

  private mutating func readGap(_ gap: Range<Int>, behind child: Int, isLast: Bool) {
    let bracketOrComma = !isLast || endsInComma(gap)
    var own = owned[child]
    var isOnLine = true
    var first: Int?
    var (pending, pendingIsLine): (Int?, Bool) = (nil, false)
    var index = gap.lowerBound
    while index < gap.upperBound {
      let byte = bytes[index]
      if byte == UInt8(ascii: "/") {
        let end = max(index + 1, CommentText.end(bytes, from: index))
        let isLine = CommentText.isLine(bytes, index)
        if own.comma == nil {
          if isOnLine || bracketOrComma { (own.end, own.endsInLine) = (end, isLine) }
        } else {
          if isOnLine { (pending, pendingIsLine) = (end, isLine) }
          first = first ?? index
        }
        index = end
        continue
      }
      if byte == UInt8(ascii: ",") {
        own.comma = index
      } else if isOnLine, CommentText.isLineEnd(byte) {
        isOnLine = false
        if let end = pending {
          (own.behind, own.behindIsLine) = (end, pendingIsLine)
          (pending, first) = (nil, nil)
        }
      }
      index += 1
    }
    if isLast, let end = pending { (own.behind, own.behindIsLine) = (end, pendingIsLine) }
    own.behind = max(own.behind, own.end, own.comma.map { $0 + 1 } ?? 0)
    owned[child] = own
    if !isLast, let first { owned[child + 1].start = first }
  }

  /// Whether the gap before the closing bracket holds a comma.
  private func endsInComma(_ gap: Range<Int>) -> Bool {
    bytes[CommentText.skip(bytes, from: gap.lowerBound)] == UInt8(ascii: ",")
  }
}
