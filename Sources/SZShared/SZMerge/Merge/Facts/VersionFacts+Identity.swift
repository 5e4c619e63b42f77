internal import SZElements
internal import SZJSON
internal import SZModel

/// Who is who: objects, and the elements of arrays.
extension VersionFacts {
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

  /// Whether a value is no version of an object at the same place.
  func isOther(_ value: Value, than object: Value, _ spot: MergeSpot) -> Bool {
    value.kind != .object || !isOneEntity(value, object, spot)
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

  /// How the elements of a to-many of references are told apart: by the identity that each stands for. Nil for any other place. An entity
  /// that is walked has one only `withEntities`.
  func referenceIdentity(_ place: MergeRules.Place?, withEntities: Bool = false) -> IdentityColumn.Identity? {
    guard let schema = rules.schema, let hashing = current.hashing,
      case .references(let number)? = rules.declared(place)
    else { return nil }
    let set = schema[number]
    return { document, node in
      switch document.kind(node) {
      case .object where set.isWalked && !withEntities: nil
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

  /// What is known of the entities of three versions of an array; nil when its elements have no identity.
  func columns(
    _ inPristine: Document.Node?, _ inEdited: Document.Node?, _ inCurrent: Value, _ spot: MergeSpot
  ) -> EntityColumns? {
    let values = Three<Value?>(
      pristine: inPristine.map { Value(pristine, $0) },
      edited: inEdited.map { Value(edited, $0) } ?? nothing, current: inCurrent)
    if let identity = referenceIdentity(spot.place) { return EntityColumns(references: values, identity) }
    return EntityColumns(
      values, placed: rules.key(spot.place), rules.names(setup.options.names, at: spot.place),
      identity: declaredIdentity(spot.place))
  }

  /// Whether both sides have an array of entities at a place of which the model, if there is one, says nothing.
  func isToMany(_ versions: Versions, _ spot: MergeSpot) -> Bool {
    guard rules.declared(spot.place) == nil, let inEdited = versions.edited, let inCurrent = versions.current,
      edited.kind(inEdited) == .array, current.kind(inCurrent) == .array
    else { return false }
    let inPristine = versions.pristine.flatMap { pristine.kind($0) == .array ? $0 : nil }
    return columns(inPristine, inEdited, Value(current, inCurrent), spot).map { !$0.isDoubtful } ?? false
  }
}
