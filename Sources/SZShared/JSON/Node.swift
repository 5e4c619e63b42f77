extension Document {
  /// A value or a name of a document, by its index on the tape.
  ///
  /// A type of its own, so that it is taken for no place among elements, no byte offset and no item of a change.
  package struct Node: Hashable, Comparable, BitwiseCopyable, Sendable {
    package let index: Int

    @inline(__always) package init(_ index: Int) { self.index = index }

    /// No node of any document, where an optional would take more room.
    package static let nowhere = Node(-1)

    @inline(__always) package var isNowhere: Bool { index < 0 }

    @inline(__always) package static func < (left: Node, right: Node) -> Bool { left.index < right.index }
  }
}
