public import SZJSON

/// What holds at each place of documents: the one type that carries from the root down what paths say, whether something is in or
/// out, what identifies it, whether it is a set (``Selection``), and what the model declares there (``Schema``).
public struct Rules {
  public let selection: Selection
  public let schema: Schema?

  public init(_ selection: Selection, _ schema: Schema? = nil) {
    self.selection = selection
    self.schema = schema
  }

  /// What a model declares at a place.
  public enum Declared: Hashable, Sendable, BitwiseCopyable {
    /// An object whose members are tables.
    case tables
    /// An array of entities that are walked: a to-many, a table or the root.
    case entities(Schema.SetID)
    /// An object of this entity, or one where such an object may stand.
    case entity(Model.EntityID, Schema.SetID?)
    /// An attribute: a value, compared by what it means.
    case attribute(Schema.PropertyID)
    /// A reference to an entity.
    case reference(Schema.SetID)
    /// References of a to-many.
    case references(Schema.SetID)
    /// Never in a change.
    case leftOut
  }

  /// A place in documents. The optional nil stands for one that is in with all below it, and of which nothing is declared.
  public struct Place: Hashable, Sendable, BitwiseCopyable {
    public fileprivate(set) var path: Selection.Place?
    public fileprivate(set) var declared: Declared?
    /// The entity that an object here is in another version: it says what those members are of which the declared one says nothing.
    fileprivate var other: Model.EntityID?

    /// What is declared of the place, whatever paths say; nil where nothing is.
    public var withoutPath: Place? { declared.map { Place(path: nil, declared: $0, other: other) } }
  }

  private func place(_ path: Selection.Place?, _ declared: Declared?) -> Place? {
    path == nil && declared == nil ? nil : Place(path: path, declared: declared)
  }

  /// The root, of which the model declares `declared`.
  public func root(_ declared: Declared? = nil) -> Place? { place(selection.root, declared) }

  /// The same place, of which something else is declared.
  public func declaring(_ declared: Declared?, at other: Place?) -> Place? { place(other?.path, declared) }

  /// The same place, where an object is an entity of `set`, and perhaps `other` in another version.
  public func declaring(
    _ entity: Model.EntityID, of set: Schema.SetID?, or other: Model.EntityID?, at outer: Place?
  ) -> Place? {
    Place(path: outer?.path, declared: .entity(entity, set), other: other == entity ? nil : other)
  }

  /// The place of an object as that of the entity that it really is, of a sub-entity perhaps, and left out where such entities are.
  public func resolved(_ place: Place?, _ document: Document, _ node: Document.Node) -> Place? {
    guard let schema, case .entity(let destination, let set)? = place?.declared,
      document.kind(node) == .object, let id = try? schema.entity(document, node, in: destination)
    else { return place }
    return declaring(schema[id].isSyncable ? .entity(id, set) : .leftOut, at: place)
  }

  /// The place of a member: its value in one document, or in both.
  public func member(_ place: Place?, _ name: [UInt8], _ value: Value, _ other: Value? = nil) -> Place? {
    guard let place else { return nil }
    return self.place(
      place.path == nil ? nil : selection.member(place.path, name, value, other),
      declared(name, below: place))
  }

  /// The place of a member of which `answers` says what conditions it answers.
  public func member(
    _ place: Place?, _ name: [UInt8], answers: @escaping ([PathCondition]) -> Bool
  ) -> Place? {
    guard let place else { return nil }
    return self.place(
      place.path == nil ? nil : selection.member(place.path, name, answers: answers),
      declared(name, below: place))
  }

  private func declared(_ name: [UInt8], below place: Place) -> Declared? {
    declared(name, below: place.declared) ?? place.other.flatMap { declared(name, below: .entity($0, nil)) }
  }

  /// What is declared of a member of what `outer` is declared of.
  public func declared(_ name: [UInt8], below outer: Declared?) -> Declared? {
    guard let schema else { return nil }
    switch outer {
    case .tables?: return schema.tables[name].map { .entities($0) }
    case .entity(let id, _)?:
      let entity = schema[id]
      guard let property = entity.property(name) else {
        let isKnown = Schema.entityName.characters == name || entity.tombstone == name
        return schema.model.unknownMembers == .ignore && !isKnown ? .leftOut : nil
      }
      return declared(property)
    case .leftOut?: return .leftOut
    default: return nil
    }
  }

  /// What is declared of a property.
  public func declared(_ id: Schema.PropertyID) -> Declared? {
    guard let schema else { return nil }
    let property = schema[id]
    if property.isLeftOut { return .leftOut }
    guard let number = property.set else { return .attribute(id) }
    let set = schema[number]
    if set.isToMany { return set.isWalked ? .entities(number) : .references(number) }
    return set.isWalked ? .entity(set.destination, number) : .reference(number)
  }

  /// The place of an element in one document, or of one that stands in two.
  public func element(
    _ place: Place?, _ index: Int, of count: Int, _ value: Value,
    _ other: (index: Int, count: Int, value: Value)? = nil
  ) -> Place? {
    guard let place else { return nil }
    return self.place(
      place.path == nil ? nil : selection.element(place.path, index, of: count, value, other),
      declaredOfElements(place))
  }

  /// The place of an element of which `answers` says what conditions it answers.
  public func element(
    _ place: Place?, at indexes: [(index: Int, count: Int?)], answers: @escaping ([PathCondition]) -> Bool
  ) -> Place? {
    guard let place else { return nil }
    return self.place(
      place.path == nil ? nil : selection.element(place.path, at: indexes, answers: answers),
      declaredOfElements(place))
  }

  /// The place by which the elements of an array are matched with those of another: what is ignored in all of them is, and no path
  /// tells one of them from another.
  public func elementToMatch(_ place: Place?) -> Place? {
    guard let place else { return nil }
    return self.place(selection.elementToMatch(place.path), declaredOfElements(place))
  }

  /// The place of any element, where only what is declared counts.
  public func element(_ place: Place?) -> Place? {
    guard let place else { return nil }
    return self.place(nil, declaredOfElements(place))
  }

  private func declaredOfElements(_ place: Place) -> Declared? {
    switch place.declared {
    case .entities(let set)?: schema.map { .entity($0[set].destination, set) }
    case .references(let set)?: .reference(set)
    case .leftOut?: .leftOut
    default: nil
    }
  }

  /// Whether all elements of the array at `place` are alike.
  public func treatsElementsAlike(_ place: Place?) -> Bool { selection.treatsElementsAlike(place?.path) }

  /// Whether the place itself is in: what comes, goes or is replaced here is reported.
  public func isIn(_ place: Place?) -> Bool {
    selection.isIn(place?.path) && place?.declared != .leftOut
  }

  /// Whether neither the place nor anything below it is in.
  public func isLeftOut(_ place: Place?) -> Bool {
    selection.isLeftOut(place?.path) || place?.declared == .leftOut
  }

  /// Whether the place is at or below an ignored path.
  public func isIgnored(_ place: Place?) -> Bool { selection.isIgnored(place?.path) }

  /// Whether something below the place may be ignored.
  public func mayIgnore(below place: Place?) -> Bool { selection.mayIgnore(below: place?.path) }

  /// Whether an object or array that stands here is looked into although it is an attribute's: all that is below it is as without a model.
  public func isLookedInto(_ place: Place?) -> Bool {
    guard let schema, case .attribute(let id)? = place?.declared else { return false }
    return schema[id].isLookedInto
  }

  /// Whether the array that stands here is a set of values.
  public func isSet(_ place: Place?) -> Bool {
    if selection.isSet(place?.path) { return true }
    guard let schema else { return false }
    switch place?.declared {
    case .attribute(let id)?:
      return if case .attribute(let attribute, _) = schema[id].kind { attribute.isSet } else { false }
    case .references(let set)?: return !schema[set].isOrdered
    default: return false
    }
  }

  /// Whether the order of the array that stands here does not count, be it one of values or of entities.
  public func isUnordered(_ place: Place?) -> Bool {
    if isSet(place) { return true }
    guard let schema, case .entities(let set)? = place?.declared else { return false }
    return !schema[set].isOrdered
  }

  /// Whether the object at `node` is of an entity and marked as deleted.
  public func isMarked(_ document: Document, _ node: Document.Node, _ place: Place?) -> Bool {
    guard let schema, schema.hasTombstones, case .entity(let destination, _)? = place?.declared,
      let id = try? schema.entity(document, node, in: destination), let marker = schema[id].tombstone
    else { return false }
    return Tombstone.isMarked(node, in: document, by: MemberName(marker))
  }

  /// What identifies what stands here: what the command line says of the place, else what the model declares.
  public func key(_ place: Place?) -> IdentityKey? {
    guard let place else { return nil }
    if let key = selection.key(place.path) { return key }
    guard let schema else { return nil }
    switch place.declared {
    case .entities(let set)?: return schema[schema[set].destination].key
    case .entity(let id, _)?: return schema[id].key
    default: return nil
    }
  }

  /// The names that identify the elements of the array that stands here: of entities of a model none is found, for it says what
  /// identifies them, and none serves that is never in a change.
  public func names(_ names: IdentityNames, at place: Place?) -> IdentityNames {
    guard case .entities? = place?.declared else { return names }
    var names = names
    names.findsOthers = false
    guard let schema, schema.hasLeftOut, let entity = element(place)?.declared else { return names }
    names.removeAll { key in
      key.parts.contains { declared($0.path.steps[0].characters, below: entity) == .leftOut }
    }
    return names
  }

  /// Whether what the command line says of the place takes the place of a declared identity.
  public func hasOwnKey(_ place: Place?) -> Bool { selection.key(place?.path) != nil }

  /// What a scalar means that an attribute of an entity has, by the name that documents have for it.
  public func type(of attribute: MemberName, in entity: Model.EntityID?) -> TypedValue {
    guard let schema, let entity, let property = schema[entity].property(attribute.characters),
      case .attribute(_, let type) = schema[property].kind
    else { return .plain }
    return type
  }

  /// What a scalar means that stands here.
  public func typed(_ place: Place?) -> TypedValue {
    guard let schema else { return .plain }
    switch place?.declared {
    case .attribute(let id)?:
      return if case .attribute(_, let type) = schema[id].kind { type } else { .plain }
    case .reference(let set)?, .references(let set)?: return schema[set].reference
    case .entity(_, let set?)?: return schema[set].reference
    default: return .plain
    }
  }
}
