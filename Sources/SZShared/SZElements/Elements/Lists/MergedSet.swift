/// How often each value of an array that is a set stands in the three documents, and is to stand in the result.
///
/// In the examples, PRISTINE | EDITED | CURRENT → the result.
/// - What one side has more or fewer of is taken over: `["a"] | ["a","a","b"] | ["a","c"]` → `["a","c","a","b"]`
/// - What both have more of, or fewer, is taken once: `["a","a","a"] | ["a"] | ["a","a"]` → `["a"]`
/// - Where one has more and the other fewer, they contradict each other: `["a","a"] | ["a"] | ["a","a","a"]` is hunk/hunk.
public struct MergedSet {
  /// For each value where it stands in the documents: CURRENT's in their order, then those that only EDITED has, then those that only
  /// PRISTINE has.
  public private(set) var values: [Three<[Int]>] = []

  /// What is to be done about a value.
  public enum Count: Equatable, Sendable {
    /// It stands as often as in CURRENT.
    case current
    case times(Int)
    case contested
  }

  /// The hashes of the elements tell the values.
  public init(_ hashes: Three<[UInt64]>) {
    var numbers: [UInt64: Int] = [:]
    for party in [Party.current, .edited, .pristine] {
      for (position, hash) in hashes[party].enumerated() {
        let number = numbers[hash, default: values.count]
        if number == values.count {
          numbers[hash] = number
          values.append(Three { _ in [] })
        }
        values[number][party].append(position)
      }
    }
  }

  /// How often a value is to stand in the result that stands in these places.
  public static func count(_ places: Three<[Int]>) -> Count {
    let counts = places.map(\.count)
    if counts.edited == counts.pristine || counts.edited == counts.current { return .current }
    if counts.current == counts.pristine { return .times(counts.edited) }
    let grows = counts.edited > counts.pristine
    if grows != (counts.current > counts.pristine) { return .contested }
    return .times(grows ? max(counts.edited, counts.current) : min(counts.edited, counts.current))
  }

  /// Whether a value that stands in these places is in the result, or may be where that is contested.
  public static func mayBeLeft(_ places: Three<[Int]>) -> Bool {
    switch count(places) {
    case .current: !places.current.isEmpty
    case .times(let count): count > 0
    case .contested: true
    }
  }
}
