/// What is said about single places of the documents: identities, units and policies, each looked up here.
struct MergeRules {
  /// A place in the documents, as far as it matters here; nil stands for one below which no rule has a say.
  typealias Place = PathMatcher.State

  private let matcher: PathMatcher
  private let keys: [IdentityKey]
  private let unitNames: [[MemberName]]
  private let policies: [ValuePolicy]
  private let setCount: Int

  init(_ options: MergeOptions) {
    matcher = PathMatcher(
      options.placedKeys.map(\.path) + options.units.map(\.path) + options.policies.map(\.path)
        + options.sets)
    keys = options.placedKeys.map(\.key)
    unitNames = options.units.map(\.names)
    policies = options.policies.map(\.policy)
    setCount = options.sets.count
  }

  var root: Place? { matcher.isEmpty ? nil : matcher.start }

  /// The place of a member; `values` are what the documents have there.
  func member(
    _ place: Place?, _ document: Document, _ name: Document.Node, _ values: @autoclosure () -> [Value]
  )
    -> Place?
  {
    guard let place else { return nil }
    let values = values()
    return settled(
      matcher.step(
        place,
        PathMatcher.Child(name: document.characters(name)) { MergeRules.answer($0, values) }))
  }

  func element(_ place: Place?, _ index: Int, of count: Int, _ values: @autoclosure () -> [Value]) -> Place? {
    guard let place else { return nil }
    let values = values()
    return settled(
      matcher.step(
        place, PathMatcher.Child(name: nil, places: [(index, count)]) { MergeRules.answer($0, values) }))
  }

  /// Whether one of the versions of a value answers all conditions.
  private static func answer(_ conditions: [PathCondition], _ values: [Value]) -> Bool {
    values.contains { value in
      conditions.allSatisfy { $0.isAnswered(by: value.document, value.node) }
    }
  }

  private func settled(_ place: Place) -> Place? { place.isDead ? nil : place }

  /// What identifies what stands here; the last word counts, as with other options.
  func key(_ place: Place?) -> IdentityKey? {
    last(place, 0..<keys.count).map { keys[$0] }
  }

  /// The units of attributes of the object that stands here.
  func units(_ place: Place?) -> [[MemberName]] {
    guard let place else { return [] }
    return unitNames.indices.filter { matcher.matches(place).contains(keys.count + $0) }.map { unitNames[$0] }
  }

  func policy(_ place: Place?) -> ValuePolicy? {
    let start = keys.count + unitNames.count
    return last(place, start..<start + policies.count).map { policies[$0 - start] }
  }

  /// Whether the array that stands here is a set.
  func isSet(_ place: Place?) -> Bool {
    let start = keys.count + unitNames.count + policies.count
    return last(place, start..<start + setCount) != nil
  }

  private func last(_ place: Place?, _ paths: Range<Int>) -> Int? {
    guard let place else { return nil }
    return paths.last { matcher.matches(place).contains($0) }
  }
}
