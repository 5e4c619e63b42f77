/// Where each value of a sequence stands first and last, by its hash.
public struct ValueSpans {
  private let places: ValuePlaces
  /// Those that stand more than once.
  private var numbers = HashTable(expected: 0)
  private var repeated: [ClosedRange<Int>] = []

  public init(_ values: [UInt64]) { self.init(values, ValuePlaces(values)) }

  /// The same where it is known where those stand that stand once. Linear.
  public init(_ values: [UInt64], _ places: ValuePlaces) {
    self.places = places
    for (position, value) in values.enumerated() where places.only(value) == -1 {
      let number = numbers.value(value, orAdd: repeated.count)
      if number == repeated.count {
        repeated.append(position...position)
      } else {
        repeated[number] = repeated[number].lowerBound...position
      }
    }
  }

  /// The places of a value; nil when it stands nowhere.
  public func span(of value: UInt64) -> ClosedRange<Int>? {
    guard let place = places.only(value) else { return nil }
    return place >= 0 ? place...place : numbers.value(value).map { repeated[$0] }
  }
}
