extension Document {
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
}
