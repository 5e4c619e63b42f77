internal import SZJSON
internal import SZModel

/// How a merge goes where a model says what stands at a place.
extension Merger {
  /// Whether two objects at one place are one entity, by the identity that the model declares; those that have none are.
  func isOneEntity(_ left: Value, _ right: Value, _ spot: MergeSpot) -> Bool {
    guard spot.key == nil, let first = identity(left, spot.place), let second = identity(right, spot.place)
    else { return true }
    return first == second
  }

  /// The identity that the model declares for an object; nil where there is none.
  func identity(_ object: Value, _ place: MergeRules.Place?) -> UInt64? {
    guard object.kind == .object, rules.hasDeclaredKey(place), let schema = rules.schema,
      let id = rules.entity(place), let hashing = current.hashing
    else { return nil }
    return schema.identity(object.document, object.node, of: schema[id], hashing)
  }

  /// How the members of a to-many are identified whose identities have a meaning, such as UUIDs; nil where they are compared as they
  /// stand.
  func declaredIdentity(_ place: MergeRules.Place?) -> IdentityColumn.Identity? {
    guard rules.hasDeclaredKey(place), let schema = rules.schema, let hashing = current.hashing,
      case .entities(let set)? = rules.declared(place)
    else { return nil }
    let entity = schema[schema[set].destination]
    if entity.keyTypes.isEmpty { return nil }
    return { schema.identity($0, $1, of: entity, hashing) }
  }

  /// How the elements of a to-many of references are told apart: by the identity that each stands for. Nil for any other place.
  func referenceIdentity(_ place: MergeRules.Place?) -> IdentityColumn.Identity? {
    guard let schema = rules.schema, let hashing = current.hashing,
      case .references(let number)? = rules.declared(place)
    else { return nil }
    let set = schema[number]
    return { document, node in
      switch document.kind(node) {
      case .object where set.isWalked: nil
      case .object: schema.identity(document, node, of: schema[set.destination], hashing)
      case .array, .null: nil
      default: schema.identity(document, reference: node, in: set, hashing)
      }
    }
  }

  /// Whether all elements are objects, so that they are entities where entities are declared.
  func isOfObjects(
    _ inPristine: Document.Node?, _ inEdited: Document.Node?, _ inCurrent: Document.Node, _ spot: MergeSpot
  ) -> Bool {
    guard case .entities? = rules.declared(spot.place) else { return true }
    let arrays = [inPristine.map { Value(pristine, $0) }, inEdited.map { Value(edited, $0) }]
    return (arrays + [Value(current, inCurrent)]).allSatisfy { array in
      array.map { array in
        array.document.elements(array.node).allSatisfy { array.document.kind($0) == .object }
      } ?? true
    }
  }

  /// An array without elements, which stands for a to-many that a document does not have.
  var nothing: Value {
    Value(setup.nothing, setup.nothing.root)
  }

  /// What is to be done about a value of which a model says something; nil when it is decided as any other.
  mutating func decideDeclared(_ declared: Rules.Declared, _ versions: Versions, _ spot: MergeSpot)
    -> MergeOutcome?
  {
    switch declared {
    case .entities, .references: return decideToMany(versions, spot)
    case .entity, .tables: return isMergeable(versions, spot) ? MergeOutcome(decision: .merge) : nil
    case .attribute, .reference, .leftOut: return nil
    }
  }

  /// A to-many that is absent, null or empty has no members, which is one value.
  private mutating func decideToMany(_ versions: Versions, _ spot: MergeSpot) -> MergeOutcome? {
    guard let inEdited = members(versions.edited, in: edited),
      let inCurrent = members(versions.current, in: current)
    else { return nil }
    if inEdited.isEmpty, inCurrent.isEmpty { return .keep }
    if !inCurrent.isEmpty || versions.current.map({ current.kind($0) == .array }) ?? false {
      return MergeOutcome(decision: .merge)
    }
    guard !inEdited.isEmpty, let array = versions.edited else { return .keep }
    guard let inPristine = members(versions.pristine, in: pristine), !inPristine.isEmpty else {
      return MergeOutcome(decision: .take(taken(array, spot.place)))
    }
    return comeback(versions, array, spot)
  }

  /// The members of a to-many; nil where something else stands.
  private func members(_ node: Document.Node?, in document: Document) -> [Document.Node]? {
    guard let node, document.kind(node) != .null else { return [] }
    return document.kind(node) == .array ? Array(document.elements(node)) : nil
  }

  /// What EDITED has in a to-many of which CURRENT let go all members: those that it created, and those that it edited, as the
  /// conflict about each is settled.
  private mutating func comeback(_ versions: Versions, _ array: Document.Node, _ spot: MergeSpot)
    -> MergeOutcome?
  {
    guard let inPristine = versions.pristine else { return nil }
    guard let columns = columns(inPristine, array, nothing, spot), !columns.isDoubtful else { return nil }
    let kept = taken(columns, spot)
    if kept.isEmpty { return .keep }
    return MergeOutcome(decision: .take(JSONWriter.value { Conflict.Side.elements(kept).write(to: &$0) }))
  }

  /// A value of EDITED as it comes into the result: without what is never carried from one side to the other, nor what stands
  /// elsewhere in the result.
  func taken(_ node: Document.Node, _ place: MergeRules.Place?) -> Value {
    if let value = moves?.arrivals[node] { return value }
    guard let declared = (place ?? objectPlace(node))?.declared, let schema = rules.schema,
      schema.hasLeftOut || isTouched(Versions(pristine: nil, edited: node, current: nil))
    else { return Value(edited, node) }
    return CarriedValue.of(Value(edited, node), declared, rules.model) { child in
      guard let relocation = moves?[.edited, child] else {
        return moves?.isMark(.edited, child) ?? false ? .dropped : .kept
      }
      if relocation.home == .current || relocation.isGone { return .dropped }
      return moves?.arrivals[child].map { .replaced($0) } ?? .kept
    }
  }

  /// The place of an entity of EDITED, wherever it stands.
  func objectPlace(_ node: Document.Node) -> MergeRules.Place? {
    guard let index = setup.entities?.places?.edited.index, let position = index.position(of: node) else {
      return nil
    }
    return rules.place(of: index.entries[position].entity)
  }
}
