/// Where each value of a sequence stands first and last, and how often, by its hash.
public final class ValueSpans {
  private let values: [UInt64]
  private let places: ValuePlaces
  /// Those that stand more than once, by their numbers; found when one is asked for first.
  private lazy var repeated = findRepeated()

  public convenience init(_ values: [UInt64]) { self.init(values, ValuePlaces(values)) }

  /// The same where it is known where those stand that stand once.
  public init(_ values: [UInt64], _ places: ValuePlaces) { (self.values, self.places) = (values, places) }

  /// The first and last place of a value, and how often it stands; nil when it stands nowhere. The first of a repeated value is linear.
  public func span(of value: UInt64) -> (places: ClosedRange<Int>, count: Int)? {
    guard let place = places.only(value) else { return nil }
    if place >= 0 { return (place...place, 1) }
    return repeated.numbers.value(value).map { repeated.spans[$0] }
  }

  private func findRepeated() -> (numbers: HashTable, spans: [(places: ClosedRange<Int>, count: Int)]) {
    var numbers = HashTable(expected: 0)
    var spans: [(places: ClosedRange<Int>, count: Int)] = []
    for (position, value) in values.enumerated() where places.only(value) == -1 {
      let number = numbers.value(value, orAdd: spans.count)
      if number == spans.count {
        spans.append((position...position, 1))
      } else {
        spans[number] = (spans[number].places.lowerBound...position, spans[number].count + 1)
      }
    }
    return (numbers, spans)
  }
}
