/// The place of an item in a ``ChangeTree``.
public struct ItemIndex: Hashable, Comparable, BitwiseCopyable, Sendable {
  public let number: Int

  public init(_ number: Int) { self.number = number }

  /// The item that a change begins with.
  public static let root = ItemIndex(0)

  /// The item behind this one, which of one that has children is the first of them.
  public var next: ItemIndex { ItemIndex(number + 1) }

  public static func < (left: ItemIndex, right: ItemIndex) -> Bool { left.number < right.number }
}
