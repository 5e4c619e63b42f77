internal import SZJSON

/// Something known of each entity of an ``EntityIndex``, by its position.
public struct EntityColumn<Element>: RandomAccessCollection {
  @usableFromInline var elements: [Element] = []

  /// One without elements.
  public init() {}

  /// One that has `element` for each of so many entities.
  init(repeating element: Element, count: Int) { elements = Array(repeating: element, count: count) }

  public var startIndex: EntityIndex.Position { EntityIndex.Position(0) }
  public var endIndex: EntityIndex.Position { EntityIndex.Position(elements.count) }

  @inlinable @inline(__always) public subscript(position: EntityIndex.Position) -> Element {
    get { elements[position.number] }
    set { elements[position.number] = newValue }
  }

  /// The first position for whose element `isInFront` does not hold: it holds for all before it, and for none behind. Logarithmic.
  @inline(__always) func partition(_ isInFront: (Element) -> Bool) -> EntityIndex.Position {
    EntityIndex.Position(Bisection.count(elements, isInFront))
  }

  /// Adds what is known of the next entity.
  @inlinable @inline(__always) public mutating func append(_ element: Element) { elements.append(element) }

  mutating func reserveCapacity(_ count: Int) { elements.reserveCapacity(count) }
}
