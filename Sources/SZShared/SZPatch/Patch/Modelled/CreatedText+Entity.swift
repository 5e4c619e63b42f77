internal import SZJSON
internal import SZModel

/// How an entity that is created is written, into its template.
extension CreatedText {
  mutating func enter(_ index: ItemIndex, _ entity: ChangeTree.Entity) -> Bool {
    let heading = tree.heading(of: index)
    if heading.from != nil {
      writer.append(string: placeholder + Array("\(made.arrivals.count)".utf8))
      made.arrivals.append(index)
      return false
    }
    guard entity.state == .created else { return false }
    let (place, id) = innerPlace(index, heading)
    if let id {
      switch delegated.creation(index, id) {
      case .own: break
      case .open:
        made.open.append((index, id))
        return appendNothing()
      case .answer(let value): return append(answer: value, index, id, place)
      }
    }
    var own: [Value] = []
    if let outer = outerTemplate(index) { own.append(outer) }
    if let id, let template = templates.template(of: id) { own.append(template) }
    begin(.entity(index), place, own)
    writeHead(index, heading, id)
    if let id {
      if schema[id].isAbstract { refuse(index, "an entityName that names no abstract entity") }
      noteIdentity(index, id, place)
    }
    return true
  }

  /// Writes what a program made of an entity; what it owns is in it.
  private mutating func append(
    answer value: Value?, _ index: ItemIndex, _ id: Model.EntityID, _ place: Rules.Place?
  ) -> Bool {
    guard let value else {
      made.isNothing = frames.isEmpty
      return appendNothing()
    }
    writer.append(value)
    noteIdentity(index, id, place)
    return false
  }

  /// Leaves an entity out: of an array, and where it is a to-one, null.
  private mutating func appendNothing() -> Bool {
    if case .array? = frames.last?.kind { return false }
    writer.appendNull()
    return false
  }

  /// The place of an entity that is created, as what it is.
  private mutating func innerPlace(_ index: ItemIndex, _ heading: ChangeTree.Heading) -> (
    Rules.Place?, Model.EntityID?
  ) {
    var place = pending.place
    if case .array? = frames.last?.kind, let array = frames.last?.place {
      place = rules.element(array, 0, of: 1, JSONText.null)
    }
    guard case .entity(let destination, let set)? = place?.declared else { return (place, nil) }
    var id = schema[destination].unnamed
    let named = attribute(Schema.entityName.characters, of: index) ?? heading.entityName
    if let named {
      if named.kind.isString, let found = schema.model.entity(named: named.document.string(named.node)),
        schema.model.inherits(found, from: destination)
      {
        id = found
      } else {
        refuse(index, schema.nameWords(of: destination), found: .value(named))
      }
    }
    return (rules.declaring(.entity(id, set), at: place), id)
  }

  private mutating func refuse(_ index: ItemIndex, _ expected: String, found: Misfit.Side = .nothing) {
    if made.refused == nil { made.refused = (index, .words(expected), found) }
  }

  private func attribute(_ name: [UInt8], of index: ItemIndex) -> Value? {
    for child in tree.children(of: index) {
      if case .attribute(let other, _, let new?) = tree[child],
        other.document.isString(other.node, equalTo: name)
      {
        return new
      }
    }
    return nil
  }

  /// Keeps the identity of an entity that is created, unless it is its own only where it stands: a copy that is included, or unique
  /// within its to-many.
  private mutating func noteIdentity(_ index: ItemIndex, _ id: Model.EntityID, _ place: Rules.Place?) {
    guard let identity = ModelledTarget.identity(ofMade: index, tree, schema[id], schema, hashing) else {
      if schema.needsIdentity(place) { refuse(index, schema.identityWords(of: id)) }
      return
    }
    let places = frames.map(\.place) + [pending.place]
    if !schema[id].isScopedToParent, !places.contains(where: { isIncluded($0) }) {
      made.identities.append((identity, index))
    }
  }

  private func isIncluded(_ place: Rules.Place?) -> Bool {
    switch place?.declared {
    case .entities(let set)?, .entity(_, let set?)?: schema[set].isIncluded
    default: false
    }
  }

  /// What the template around has for an entity: the object of a to-one, or the element of its identity.
  private func outerTemplate(_ index: ItemIndex) -> Value? {
    guard case .array? = frames.last?.kind else {
      return pending.template.flatMap { $0.kind == .object ? $0 : nil }
    }
    guard let array = frames.last?.templates.first, array.kind == .array else { return nil }
    return array.document.elements(array.node).first { isNamed(array.document, $0, index) }
      .map { Value(array.document, $0) }
  }

  /// Whether an object of a template has the identity of an entity change.
  private func isNamed(_ document: Document, _ object: Document.Node, _ index: ItemIndex) -> Bool {
    let identity = tree.identity(of: index)
    if identity.isEmpty || document.kind(object) != .object { return false }
    return identity.allSatisfy { part in
      IdentityPath.node(part.name, document, object).map { Value(document, $0).isEqual(part.value) } ?? false
    }
  }

  /// Writes what of the identity and the entity's name the attributes do not have.
  private mutating func writeHead(_ index: ItemIndex, _ heading: ChangeTree.Heading, _ id: Model.EntityID?) {
    // Without the name it is what may stand here unnamed.
    if let label = heading.entityName, attribute(Schema.entityName.characters, of: index) == nil,
      case .entity(_, let set?)? = frames.last?.place?.declared, let id,
      schema[schema[set].destination].unnamed != id
    {
      name(Value(jsonString: Schema.entityName.characters))
      writer.append(label)
    }
    for part in tree.identity(of: index) where part.value.kind != .null {
      guard let path = IdentityPath(part.name), path.isName,
        attribute(path.steps[0].characters, of: index) == nil
      else { continue }
      name(Value(jsonString: path.steps[0].characters))
      writer.append(part.value)
    }
  }

  mutating func write(_ attribute: Value, _ value: Value, _ index: ItemIndex) {
    guard let frame = frames.last else { return }
    let characters = attribute.document.characters(attribute.node)
    let place = rules.member(frame.place, characters, value)
    if rules.isLeftOut(place) || frame.names.contains(characters) { return }
    name(attribute)
    var entity: Model.EntityID?
    if case .entity(let id, _)? = frame.place?.declared { entity = id }
    writer.append(spellings.converted(value, like: nil, characters, place, entity))
    if case .entity(let item) = frame.kind { note(value, place, attribute, item) }
  }

  /// Writes elements of the array that is open.
  mutating func write(elements: [Value], _ index: ItemIndex) {
    writer.append(elements)
    let place = frames.last?.place
    for value in elements { note(value, place, nil, index) }
  }

  /// Keeps the references that a value holds, and the entities.
  private mutating func note(_ value: Value, _ place: Rules.Place?, _ member: Value?, _ holder: ItemIndex) {
    let contents = rules.contents(of: value, at: place, placed, hashing)
    for (node, identity, entity) in contents.entities {
      made.contents.append((identity, Value(value.document, node), entity))
    }
    for (node, identity, destination) in contents.references {
      made.references.append(
        Reference(
          identity: identity, destination: destination, value: Value(value.document, node), member: member,
          holder: holder))
    }
  }

  mutating func enter(relationship index: ItemIndex, _ name: Value) -> Bool {
    guard let frame = frames.last else { return false }
    let characters = name.document.characters(name.node)
    let relation = tree.relation(of: index)
    let place = rules.member(frame.place, characters, JSONText.null)
    if rules.isLeftOut(place) || frame.names.contains(characters) { return false }
    if case .entity(let entity) = tree[relation], entity.state != .created,
      tree.heading(of: relation).from == nil
    {
      return false
    }
    self.name(name)
    pending = (place, frame.templates.lazy.compactMap { CreatedText.member(characters, of: $0) }.first)
    if case .set(_, let new) = tree[relation], case .entity(let item) = frame.kind {
      for value in tree.values(new) {
        note(value, rules.element(place, 0, of: 1, value), name, item)
      }
    }
    return true
  }

  private static func member(_ name: [UInt8], of template: Value) -> Value? {
    guard template.kind == .object else { return nil }
    return template.document.member(template.node, named: name).map { Value(template.document, $0.value) }
  }

  /// Writes the elements that the template has and the change does not name.
  mutating func appendTemplateElements(besides index: ItemIndex) {
    guard let array = frames.last?.templates.first, array.kind == .array else { return }
    for element in array.document.elements(array.node) {
      let isNamed = tree.children(of: index).contains {
        tree.kind(of: $0) == .entity && self.isNamed(array.document, element, $0)
      }
      if isNamed { continue }
      let value = Value(array.document, element)
      writer.append(value)
      note(value, rules.element(frames.last?.place, 0, of: 1, value), nil, index)
    }
  }

  /// Writes what the templates have and the change does not, and closes the object.
  mutating func end() {
    let last = frames.count - 1
    for template in frames[last].templates where template.kind == .object {
      for member in template.document.members(template.node) {
        let characters = template.document.characters(member.name)
        if !frames[last].names.insert(characters).inserted { continue }
        let (label, value) = (Value(template.document, member.name), Value(template.document, member.value))
        name(label)
        writer.append(value)
        if case .entity(let item) = frames[last].kind {
          note(value, rules.member(frames[last].place, characters, value), label, item)
        }
      }
    }
    frames.removeLast()
    writer.endObject()
  }
}
