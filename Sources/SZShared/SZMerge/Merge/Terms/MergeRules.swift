internal import SZJSON
internal import SZModel

/// What holds at each place of three documents, as ``Rules`` has it: identities, sets, and besides them units and policies, as the
/// command line says them of paths and a model of entities. What is said of a path beats the model at its place.
struct MergeRules {
  /// A place in the documents, as far as it matters here; nil stands for one below which no rule has a say.
  struct Place {
    fileprivate var own: Rules.Place

    /// What the model says.
    var declared: Rules.Place? { own.withoutPath }
  }

  private let rules: Rules
  private let unitNames: [[MemberName]]
  private let policies: [ValuePolicy]
  private let tombstone: MemberName?
  /// What the model declares, whatever paths say.
  let model: Rules

  init(_ options: MergeOptions) {
    // Units, then policies: by where they stand among all of them it is known which are which.
    rules = Rules(
      Selection(
        keys: options.placedKeys, sets: options.sets,
        labelled: options.units.map(\.path) + options.policies.map(\.path)), options.schema)
    unitNames = options.units.map(\.names)
    policies = options.policies.map(\.policy)
    tombstone = options.tombstone
    model = Rules(Selection(), options.schema)
  }

  var schema: Schema? { model.schema }

  private func place(_ own: Rules.Place?) -> Place? { own.map { Place(own: $0) } }

  // MARK: Going down

  /// The place of the root, of which the model declares `declared`.
  func root(_ declared: Rules.Declared?) -> Place? { place(rules.root(declared)) }

  /// The place of an entity of which only the model says something, wherever it stands.
  func place(of entity: Model.EntityID) -> Place? { place(model.root(.entity(entity, nil))) }

  /// The place of a member; `values` are what the documents have there.
  func member(
    _ place: Place?, _ document: Document, _ name: Document.Node, _ values: @autoclosure () -> [Value]
  ) -> Place? {
    guard let place else { return nil }
    let values = place.own.path == nil ? [] : values()
    return self.place(
      rules.member(place.own, document.characters(name)) { MergeRules.answer($0, values) })
  }

  /// The names that identify the elements of the array that stands here.
  func names(_ names: IdentityNames, at place: Place?) -> IdentityNames { rules.names(names, at: place?.own) }

  /// By which members elements of the array that stands here are told apart and resemble each other.
  func comparedMembers(ofElementsOf place: Place?) -> ComparedMembers {
    rules.comparedMembers(ofElementsOf: place?.own)
  }

  func element(_ place: Place?, _ index: Int, of count: Int, _ values: @autoclosure () -> [Value]) -> Place? {
    guard let place else { return nil }
    let values = place.own.path == nil ? [] : values()
    return self.place(
      rules.element(place.own, at: [(index, count)]) { MergeRules.answer($0, values) })
  }

  /// The place of an object as that of the entity that it is; `objects` are its versions, CURRENT's first, then EDITED's.
  func inside(_ place: Place?, _ objects: [Value]) -> Place? {
    guard let schema, let own = place?.own, case .entity(let id, let set)? = own.declared else {
      return place
    }
    // Whatever one of them is, the others are looked at as what may stand there.
    let any = rules.declaring(.entity(set.map { schema[$0].destination } ?? id, set), at: own)
    let declared = objects.map { rules.resolved(any, $0.document, $0.node)?.declared }
    guard var first = declared.first else { return place }
    // What only EDITED made another entity is that in the result.
    if declared.count == 3, first == declared[2] { first = declared[1] }
    guard case .entity(let id, _)? = first,
      case .entity(let other, _)?? = declared.first(where: { $0 != first })
    else { return self.place(rules.declaring(first, at: own)) }
    return self.place(rules.declaring(id, of: set, or: other, at: own))
  }

  /// The same place, where a property stands.
  func place(of property: Schema.PropertyID, at place: Place?) -> Place? {
    self.place(rules.declaring(rules.declared(property), at: place?.own))
  }

  /// The same place, where the references of a to-many stand instead of its members.
  func references(_ place: Place?) -> Place? {
    guard case .entities(let set)? = place?.own.declared else { return place }
    return self.place(rules.declaring(.references(set), at: place?.own))
  }

  /// Whether one of the versions of a value answers all conditions.
  private static func answer(_ conditions: [PathCondition], _ values: [Value]) -> Bool {
    values.contains { value in
      conditions.allSatisfy { $0.isAnswered(by: value.document, value.node) }
    }
  }

  // MARK: What holds there

  /// What the model declares at a place.
  func declared(_ place: Place?) -> Rules.Declared? { place?.own.declared }

  /// The entity that the model says an object at a place to be.
  func entity(_ place: Place?) -> Model.EntityID? {
    if case .entity(let id, _)? = declared(place) { id } else { nil }
  }

  /// Whether what stands here is never carried from one side to the other.
  func isLeftOut(_ place: Place?) -> Bool { declared(place) == .leftOut }

  /// What identifies what stands here.
  func key(_ place: Place?) -> IdentityKey? { rules.key(place?.own) }

  /// Whether what identifies what stands here is what the model declares.
  func hasDeclaredKey(_ place: Place?) -> Bool {
    !rules.hasOwnKey(place?.own) && rules.key(place?.own) != nil
  }

  /// The units of attributes of the object that stands here.
  func units(_ place: Place?) -> [[MemberName]] { rules.units(place?.own, said: unitNames) }

  /// What joins two edits of the value that stands here; the last word counts, as with other options.
  func policy(_ place: Place?) -> ValuePolicy? {
    if let last = rules.selection.labels(place?.own.path).last, last >= unitNames.count {
      return policies[last - unitNames.count]
    }
    guard let schema, case .attribute(let id)? = declared(place),
      case .attribute(let attribute, _) = schema[id].kind
    else { return nil }
    return attribute.merge
  }

  /// Whether an object or array that stands here is looked into although it is an attribute's.
  func isLookedInto(_ place: Place?) -> Bool { rules.isLookedInto(place?.own) }

  /// Whether the array that stands here is a set of values.
  func isSet(_ place: Place?) -> Bool { rules.isSet(place?.own) }

  /// Whether the order of the array that stands here does not count.
  func isUnordered(_ place: Place?) -> Bool { rules.isUnordered(place?.own) }

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
}
