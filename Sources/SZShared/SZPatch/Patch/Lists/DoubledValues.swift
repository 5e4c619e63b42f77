internal import SZJSON

/// Where elements stand that a change puts into a list, each of which had stood there once: somebody else may have put them.
///
/// `["x","y"]` → `["x","y","v"]` on `["v","x","y"]` makes `["v","x","y","v"]`.
struct DoubledValues {
  /// Lists of more elements, or of more bytes of text, are not looked through, so that a patch costs no more.
  private static let longest = 1_000
  private static let longestText = 1 << 16
  /// In shorter ones a value is found sooner without a table.
  private static let shortest = 16

  private var list: ElementSequence
  private let entries: [ElementSequence.Entry]
  private let isShort: Bool
  /// The positions of the values in the target, by their hashes; nil where a value is there twice.
  private lazy var places = makePlaces()
  /// The positions of those that come once more: what goes and comes again was kept.
  private lazy var doubled = findDoubled()

  /// `entries` is what the list becomes; what only moves is none that comes. Linear in the list.
  init(_ list: ElementSequence, becoming entries: [ElementSequence.Entry]) {
    (self.list, self.entries) = (list, entries)
    isShort =
      list.count <= DoubledValues.longest && DoubledValues.text(list) <= DoubledValues.longestText
  }

  /// How many bytes the elements take.
  private static func text(_ list: ElementSequence) -> Int {
    guard let first = list.nodes.first, let last = list.nodes.last else { return 0 }
    return list.target.range(last).upperBound - list.target.start(first)
  }

  /// Where one of some values, by their hashes, stands, unless it is among `known`; nil where none does. Linear.
  mutating func place(of values: ArraySlice<UInt64>, besides known: ArraySlice<UInt64>) -> Int? {
    if !isShort { return nil }
    var others: Set<UInt64>?
    for value in values {
      guard let place = position(of: value), doubled.contains(place) else { continue }
      let known = others ?? Set(known)
      if !known.contains(value) { return place }
      others = known
    }
    return nil
  }

  private mutating func position(of value: UInt64) -> Int? {
    if list.count > DoubledValues.shortest { return places?.value(value) }
    for position in 0..<list.count where list.hash(position) == value { return position }
    return nil
  }

  private mutating func makePlaces() -> HashTable? {
    var places = HashTable(expected: list.count)
    for position in 0..<list.count where !places.insert(list.hash(position), value: position) { return nil }
    return places
  }

  private mutating func findDoubled() -> Set<Int> {
    guard let places else { return [] }
    var doubled: Set<Int> = []
    for case .new(_, let hash) in entries {
      if let place = places.value(hash) { doubled.insert(place) }
    }
    return doubled
  }
}
