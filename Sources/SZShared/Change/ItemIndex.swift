/// The place of an item in a ``ChangeTree``.
package struct ItemIndex: Hashable, Comparable, Sendable {
  package let number: Int

  package init(_ number: Int) { self.number = number }

  /// The item that a change begins with.
  package static let root = ItemIndex(0)

  /// The item behind this one, which of one that has children is the first of them.
  package var next: ItemIndex { ItemIndex(number + 1) }

  package static func < (left: ItemIndex, right: ItemIndex) -> Bool { left.number < right.number }
}
