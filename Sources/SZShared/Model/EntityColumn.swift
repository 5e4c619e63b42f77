/// Something known of each entity of an ``EntityIndex``, by its position.
struct EntityColumn<Element>: RandomAccessCollection {
  private var elements: [Element] = []

  /// One without elements.
  init() {}

  /// One that has `element` for each of so many entities.
  init(repeating element: Element, count: Int) { elements = Array(repeating: element, count: count) }

  var startIndex: EntityIndex.Position { EntityIndex.Position(0) }
  var endIndex: EntityIndex.Position { EntityIndex.Position(elements.count) }

  @inline(__always) subscript(position: EntityIndex.Position) -> Element {
    get { elements[position.number] }
    set { elements[position.number] = newValue }
  }

  /// The first position for whose element `isInFront` does not hold: it holds for all before it, and for none behind. Logarithmic.
  @inline(__always) func partition(_ isInFront: (Element) -> Bool) -> EntityIndex.Position {
    EntityIndex.Position(Bisection.count(elements, isInFront))
  }

  /// Adds what is known of the next entity.
  @inline(__always) mutating func append(_ element: Element) { elements.append(element) }

  mutating func reserveCapacity(_ count: Int) { elements.reserveCapacity(count) }
}
