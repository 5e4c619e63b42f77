/// What holds at each place of three documents: identities, units, policies and sets, as the command line says them of paths and a
/// model of entities. What is said of a path beats the model at its place.
struct MergeRules {
  /// A place in the documents, as far as it matters here; nil stands for one below which no rule has a say.
  struct Place {
    fileprivate var path: PathMatcher.State?
    /// What the model says, of the entity that CURRENT has here, and of another one where a side made it another.
    fileprivate(set) var declared: Rules.Place?
    fileprivate var other: Rules.Place?
  }

  private let matcher: PathMatcher
  private let keys: [IdentityKey]
  private let unitNames: [[MemberName]]
  private let policies: [ValuePolicy]
  private let setCount: Int
  private let tombstone: MemberName?
  /// What the model declares.
  let model: Rules

  init(_ options: MergeOptions) {
    matcher = PathMatcher(
      options.placedKeys.map(\.path) + options.units.map(\.path) + options.policies.map(\.path)
        + options.sets)
    keys = options.placedKeys.map(\.key)
    unitNames = options.units.map(\.names)
    policies = options.policies.map(\.policy)
    setCount = options.sets.count
    tombstone = options.tombstone
    model = Rules(Selection(), options.schema)
  }

  var schema: Schema? { model.schema }

  private func place(_ path: PathMatcher.State?, _ declared: Rules.Place?, _ other: Rules.Place? = nil)
    -> Place?
  {
    path == nil && declared == nil ? nil : Place(path: path, declared: declared, other: other)
  }

  // MARK: Going down

  /// The place of the root, of which the model declares `declared`.
  func root(_ declared: Rules.Declared?) -> Place? {
    place(matcher.isEmpty ? nil : matcher.start, model.root(declared))
  }

  /// The place of an entity of which only the model says something, wherever it stands.
  func place(of entity: Model.EntityID) -> Place? { place(nil, model.root(.entity(entity, nil))) }

  /// The place of a member; `values` are what the documents have there.
  func member(
    _ place: Place?, _ document: Document, _ name: Document.Node, _ values: @autoclosure () -> [Value]
  )
    -> Place?
  {
    guard let place else { return nil }
    var path: PathMatcher.State?
    if let state = place.path {
      let values = values()
      path = settled(
        matcher.step(
          state,
          PathMatcher.Child(name: document.characters(name)) { MergeRules.answer($0, values) }))
    }
    guard place.declared != nil else { return self.place(path, nil) }
    let (characters, value) = (document.characters(name), Value(document, name))
    let declared =
      model.member(place.declared, characters, value)
      ?? place.other.flatMap { model.member($0, characters, value) }
    return self.place(path, declared)
  }

  func element(_ place: Place?, _ index: Int, of count: Int, _ values: @autoclosure () -> [Value]) -> Place? {
    guard let place else { return nil }
    var path: PathMatcher.State?
    if let state = place.path {
      let values = values()
      path = settled(
        matcher.step(
          state, PathMatcher.Child(name: nil, places: [(index, count)]) { MergeRules.answer($0, values) }))
    }
    guard place.declared != nil else { return self.place(path, nil) }
    return self.place(path, model.element(place.declared))
  }

  /// The place of an object as that of the entity that it is; `objects` are its versions, CURRENT's first.
  func inside(_ place: Place?, _ objects: [Value]) -> Place? {
    guard var result = place, let declared = place?.declared, case .entity? = declared.declared else {
      return place
    }
    let places = objects.map { model.resolved(declared, $0.document, $0.node) }
    result.declared = places.first ?? declared
    result.other = places.first { $0 != result.declared } ?? nil
    return result
  }

  /// The same place, where the references of a to-many stand instead of its members.
  func references(_ place: Place?) -> Place? {
    guard case .entities(let set)? = place?.declared?.declared else { return place }
    return self.place(place?.path, model.declaring(.references(set), at: place?.declared))
  }

  /// Whether one of the versions of a value answers all conditions.
  private static func answer(_ conditions: [PathCondition], _ values: [Value]) -> Bool {
    values.contains { value in
      conditions.allSatisfy { $0.isAnswered(by: value.document, value.node) }
    }
  }

  private func settled(_ state: PathMatcher.State) -> PathMatcher.State? { state.isDead ? nil : state }

  // MARK: What holds there

  /// What the model declares at a place.
  func declared(_ place: Place?) -> Rules.Declared? { place?.declared?.declared }

  /// The entity that the model says an object at a place to be.
  func entity(_ place: Place?) -> Model.EntityID? {
    if case .entity(let id, _)? = declared(place) { id } else { nil }
  }

  /// Whether what stands here is never carried from one side to the other.
  func isLeftOut(_ place: Place?) -> Bool { declared(place) == .leftOut }

  /// What identifies what stands here; the last word counts, as with other options.
  func key(_ place: Place?) -> IdentityKey? {
    last(place, 0..<keys.count).map { keys[$0] } ?? model.key(place?.declared)
  }

  /// Whether what identifies what stands here is what the model declares.
  func hasDeclaredKey(_ place: Place?) -> Bool {
    last(place, 0..<keys.count) == nil && model.key(place?.declared) != nil
  }

  /// The units of attributes of the object that stands here.
  func units(_ place: Place?) -> [[MemberName]] {
    guard let place else { return [] }
    var units: [[MemberName]] = []
    if let state = place.path {
      units = unitNames.indices.filter { matcher.matches(state).contains(keys.count + $0) }.map {
        unitNames[$0]
      }
    }
    guard let schema, let id = entity(place), !schema[id].units.isEmpty else { return units }
    let taken = Set(units.joined().map(\.characters))
    for unit in schema[id].units {
      let names = unit.filter { !schema[$0].isLeftOut }.map { schema[$0].member }
      if !names.contains(where: { taken.contains($0.characters) }) { units.append(names) }
    }
    return units
  }

  func policy(_ place: Place?) -> ValuePolicy? {
    let start = keys.count + unitNames.count
    if let number = last(place, start..<start + policies.count) { return policies[number - start] }
    guard let schema, case .attribute(let id)? = declared(place),
      case .attribute(let attribute, _) = schema[id].kind
    else { return nil }
    return attribute.merge
  }

  /// Whether the array that stands here is a set of values.
  func isSet(_ place: Place?) -> Bool {
    let start = keys.count + unitNames.count + policies.count
    return last(place, start..<start + setCount) != nil || model.isSet(place?.declared)
  }

  /// Whether the order of the array that stands here does not count.
  func isUnordered(_ place: Place?) -> Bool { isSet(place) || model.isUnordered(place?.declared) }

  /// The marker of members that are deleted.
  func tombstone(_ place: Place?) -> MemberName? {
    if let tombstone { return tombstone }
    guard let schema, let id = entity(place) else { return nil }
    return schema[id].tombstone.map { MemberName($0) }
  }

  /// How the model settles conflicts within an entity.
  func merge(_ id: Model.EntityID) -> Model.EntityMerge? {
    guard let model = schema?.model else { return nil }
    return model.lineage(of: id).lazy.compactMap { model[$0].merge }.first
  }

  private func last(_ place: Place?, _ paths: Range<Int>) -> Int? {
    guard let state = place?.path else { return nil }
    return paths.last { matcher.matches(state).contains($0) }
  }
}
