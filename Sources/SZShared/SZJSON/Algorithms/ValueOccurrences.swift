/// All places of the values of a sequence, in it and in other sequences, by their hashes.
public struct ValueOccurrences {
  /// The different values of the first sequence, as it has them first.
  public let values: [UInt64]
  /// For each sequence the places of the first value, of the second one, and so on, and where each value's begin.
  private let rows: [(places: [Int], starts: [Int])]

  /// Linear in the sequences, of which there is at least one.
  public init(_ sequences: [[UInt64]]) {
    var numbers = HashTable(expected: sequences[0].count)
    var values: [UInt64] = []
    for value in sequences[0] where numbers.insert(value, value: values.count) { values.append(value) }
    self.values = values
    rows = sequences.map { sequence in
      let numbered = sequence.map { numbers.value($0) ?? -1 }
      var starts = [Int](repeating: 0, count: values.count + 1)
      for number in numbered where number >= 0 { starts[number + 1] += 1 }
      for number in values.indices { starts[number + 1] += starts[number] }
      var (next, places) = (starts, [Int](repeating: 0, count: starts[values.count]))
      for (place, number) in numbered.enumerated() where number >= 0 {
        places[next[number]] = place
        next[number] += 1
      }
      return (places, starts)
    }
  }

  /// The places of a value, by its index in ``values``, in a sequence; empty where it does not stand there.
  public func places(_ value: Int, in sequence: Int) -> ArraySlice<Int> {
    let (places, starts) = rows[sequence]
    return places[starts[value]..<starts[value + 1]]
  }
}
