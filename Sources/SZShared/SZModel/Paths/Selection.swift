public import SZJSON

/// What paths of the command line say about places: which count, by `--only` and `--ignore`, what identifies what stands there, which
/// arrays are sets, and which of further paths, known by their numbers, match. It is the one type that says whether a place is in or out.
///
/// In is what is at or below an `only` path, or all when there is none, and at or below no `ignored` path. A place that stands in
/// two documents is at a path when it is so in either of them.
public struct Selection {
  private let matcher: PathMatcher
  private let hasOnly: Bool
  /// The numbers of the first path after the ignored ones, and of the first after those of `only`.
  private let firstOnly: Int
  private let firstKey: Int
  private let keys: [IdentityKey]
  /// The numbers of the first path of sets, and of the first one behind those.
  private let firstSet: Int
  private let firstLabelled: Int

  /// What the `labelled` paths say is known to whoever asks for ``labels(_:)``.
  public init(
    only: [JSONPath] = [], ignored: [JSONPath] = [], keys: [(path: JSONPath, key: IdentityKey)] = [],
    sets: [JSONPath] = [], labelled: [JSONPath] = []
  ) {
    matcher = PathMatcher(ignored + only + keys.map(\.path) + sets + labelled)
    hasOnly = !only.isEmpty
    firstOnly = ignored.count
    firstKey = ignored.count + only.count
    firstSet = firstKey + keys.count
    firstLabelled = firstSet + sets.count
    self.keys = keys.map(\.key)
  }

  /// The numbers of the paths of `only`, and of the ignored ones, that have led nowhere in what was looked at so far.
  public var unreached: (only: [Int], ignored: [Int]) {
    let reached = matcher.reached
    return (
      (firstOnly..<firstKey).filter { !reached.contains($0) }.map { $0 - firstOnly },
      (0..<firstOnly).filter { !reached.contains($0) }
    )
  }

  /// A place in documents, as far as it matters here. The optional nil stands for one that is in with all below it.
  public struct Place: Hashable, Sendable, BitwiseCopyable {
    fileprivate var state: PathMatcher.State
    /// Whether an `only` path has matched on the way here, or there is none.
    fileprivate var isInside: Bool
    /// Whether an ignored path has matched on the way here.
    fileprivate var isIgnored = false

    fileprivate static let ignored = Place(state: PathMatcher.dead, isInside: false, isIgnored: true)
  }

  public var root: Place? {
    matcher.isEmpty ? nil : matched(Place(state: matcher.start, isInside: !hasOnly))
  }

  /// The place of a member: its value in one document, or in both.
  public func member(_ place: Place?, _ name: [UInt8], _ value: Value, _ other: Value? = nil) -> Place? {
    guard let place else { return nil }
    return child(place, PathMatcher.Child(name: name, answers: Selection.answers(value, other)))
  }

  /// The place of a member in a stream, where values are not known.
  public func member(_ place: Place, _ name: [UInt8]) -> Place? {
    child(place, PathMatcher.Child(name: name, answers: { _ in false }))
  }

  /// The place of an element in a stream, where neither values nor counts are known.
  public func element(_ place: Place, _ index: Int) -> Place? {
    child(place, PathMatcher.Child(name: nil, places: [(index, nil)], answers: { _ in false }))
  }

  /// The place of an element in one document, or of one that stands in two.
  public func element(
    _ place: Place?, _ index: Int, of count: Int, _ value: Value,
    _ other: (index: Int, count: Int, value: Value)? = nil
  ) -> Place? {
    guard let place else { return nil }
    var places: [(index: Int, count: Int?)] = []
    if !matcher.treatsElementsAlike(place.state) {
      places = [(index, count)]
      if let other { places.append((other.index, other.count)) }
    }
    return child(
      place,
      PathMatcher.Child(name: nil, places: places, answers: Selection.answers(value, other?.value)))
  }

  /// The place of a member of which `answers` says what conditions it answers.
  public func member(
    _ place: Place?, _ name: [UInt8], answers: @escaping ([PathCondition]) -> Bool
  ) -> Place? {
    place.flatMap { child($0, PathMatcher.Child(name: name, answers: answers)) }
  }

  /// The place of an element that stands at `indexes`, and of which `answers` says what conditions it answers.
  public func element(
    _ place: Place?, at indexes: [(index: Int, count: Int?)], answers: @escaping ([PathCondition]) -> Bool
  ) -> Place? {
    place.flatMap { child($0, PathMatcher.Child(name: nil, places: indexes, answers: answers)) }
  }

  /// The place by which the elements of an array are matched with those of another: what is ignored in all of them is, and no path
  /// tells one of them from another.
  public func elementToMatch(_ place: Place?) -> Place? {
    guard let place, !place.isIgnored else { return place }
    let all = PathMatcher.Child(name: nil, places: [], answers: { _ in false })
    return matched(Place(state: matcher.step(place.state, all), isInside: true))
  }

  /// Whether all elements of the array at `place` are alike.
  public func treatsElementsAlike(_ place: Place?) -> Bool {
    place.map { matcher.treatsElementsAlike($0.state) } ?? true
  }

  private static func answers(_ value: Value, _ other: Value?) -> ([PathCondition]) -> Bool {
    { conditions in
      conditions.allSatisfy { $0.isAnswered(by: value.document, value.node) }
        || (other.map { other in conditions.allSatisfy { $0.isAnswered(by: other.document, other.node) } }
          ?? false)
    }
  }

  private func child(_ place: Place, _ child: PathMatcher.Child) -> Place? {
    if place.state.isDead { return place }
    return matched(Place(state: matcher.step(place.state, child), isInside: place.isInside))
  }

  /// The place with what matches at it taken into account; nil for one that is in with all below it.
  private func matched(_ place: Place) -> Place? {
    var place = place
    let matches = matcher.matches(place.state)
    if let first = matches.first {
      // An ignored place is out with all below it, whatever other paths say.
      if first < firstOnly { return .ignored }
      if !place.isInside, matches.contains(where: { $0 >= firstOnly && $0 < firstKey }) {
        place.isInside = true
      }
    }
    return place.isInside && place.state.isDead ? nil : place
  }

  /// Whether the place itself is in: what comes, goes or is replaced here is reported.
  public func isIn(_ place: Place?) -> Bool { place?.isInside ?? true }

  /// Whether neither the place nor anything below it is in: what is in, with all below it, is no place any more.
  public func isLeftOut(_ place: Place?) -> Bool { place?.state.isDead ?? false }

  /// Whether the place is at or below an ignored path.
  public func isIgnored(_ place: Place?) -> Bool { place?.isIgnored ?? false }

  /// Whether something below the place may be ignored.
  public func mayIgnore(below place: Place?) -> Bool {
    place.map { matcher.follows(oneOfFirst: firstOnly, from: $0.state) } ?? false
  }

  /// Whether some arrays are sets.
  public var hasSets: Bool { firstSet < firstLabelled }

  /// Whether the array that stands here is a set.
  public func isSet(_ place: Place?) -> Bool {
    place.map { matcher.matches($0.state).contains { $0 >= firstSet && $0 < firstLabelled } } ?? false
  }

  /// The numbers of the labelled paths that match here, ascending.
  public func labels(_ place: Place?) -> [Int] {
    guard let place else { return [] }
    return matcher.matches(place.state).compactMap { $0 >= firstLabelled ? $0 - firstLabelled : nil }
  }

  /// What identifies what stands here, when the command line says so; the last word counts, as with other options.
  public func key(_ place: Place?) -> IdentityKey? {
    guard let place, !keys.isEmpty,
      let last = matcher.matches(place.state).last(where: { $0 < firstSet }), last >= firstKey
    else { return nil }
    return keys[last - firstKey]
  }
}
