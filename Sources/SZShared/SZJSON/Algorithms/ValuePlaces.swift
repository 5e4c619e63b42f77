/// Where each value of a sequence stands, by its hash. A class, so that who asks copies none of it.
public final class ValuePlaces {
  /// The numbers of the values of the sequence that was looked at first: the position at which each stands there first.
  private let numbers: HashTable
  /// Where the values with these numbers stand; ``ValuePlaces/nowhere`` or ``ValuePlaces/several`` places.
  private let places: [Int]
  /// The same of values that have no number.
  private let others: HashTable

  private static let nowhere = -2
  private static let several = -1

  /// Linear.
  public init(_ values: [UInt64]) {
    var numbers = HashTable(expected: values.count)
    var places = [Int](repeating: ValuePlaces.nowhere, count: values.count)
    for (position, value) in values.enumerated() {
      let number = numbers.value(value, orAdd: position)
      places[number] = number == position ? position : ValuePlaces.several
    }
    (self.numbers, self.places, others) = (numbers, places, HashTable(expected: 0))
  }

  /// The places in what became of a sequence. Linear; where it has a long stretch of that, nothing is looked up.
  public init(_ values: [UInt64], after earlier: [UInt64], _ earlierPlaces: ValuePlaces) {
    numbers = earlierPlaces.numbers
    var places = [Int](repeating: ValuePlaces.nowhere, count: earlier.count)
    var others = HashTable(expected: 0)
    var next = 0
    for (position, value) in values.enumerated() {
      let number: Int
      if next < earlier.count, earlier[next] == value, earlierPlaces.places[next] == next {
        number = next
      } else if let found = numbers.value(value) {
        number = found
      } else {
        if !others.insert(value, value: position) { others.set(value, value: ValuePlaces.several) }
        continue
      }
      next = number + 1
      places[number] = places[number] == ValuePlaces.nowhere ? position : ValuePlaces.several
    }
    (self.places, self.others) = (places, others)
  }

  /// Where a value stands; -1 when it stands there more than once, nil when it does not at all.
  public func only(_ value: UInt64) -> Int? {
    guard let number = numbers.value(value) else { return others.value(value) }
    return places[number] == ValuePlaces.nowhere ? nil : places[number]
  }

  /// Whether a value stands there once.
  func hasOne(_ value: UInt64) -> Bool { only(value).map { $0 >= 0 } ?? false }

  /// The values that stand once in this sequence and once in what became of it, by their places, in the order of this one. `later` was made
  /// after these places.
  public func singles(in later: ValuePlaces) -> [(old: Int, new: Int)] {
    var singles: [(old: Int, new: Int)] = []
    singles.reserveCapacity(places.count)
    for (old, new) in zip(places, later.places) where old >= 0 && new >= 0 { singles.append((old, new)) }
    return singles
  }
}
