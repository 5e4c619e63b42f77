/// An entity that a change creates, under a model, as a JSON object: what the change says written into its template.
///
/// Entities that are moved into it stand in it as marks, which are strings that nobody can guess.
struct CreatedText {
  /// A value of an attribute in the representation that the target keeps; by its name, its place and its entity.
  typealias Convert = (Value, [UInt8], Rules.Place?, Model.EntityID?) -> Value

  /// What a program has said of an entity that is created.
  enum Delegated {
    /// None is asked.
    case own
    case open
    case answer(Value?)
  }

  /// A reference that is written.
  struct Reference {
    let identity: UInt64
    let destination: Model.EntityID
    let value: Value
    let member: Value
    let holder: ItemIndex
  }

  /// What was made.
  struct Made {
    var text: [UInt8]
    /// The items of entities that are moved into it, in the order of their marks.
    var arrivals: [ItemIndex]
    /// The identities of all that is created, each with its item.
    var identities: [(identity: UInt64, item: ItemIndex)]
    var references: [Reference]
    /// The first item that creates an entity of which it cannot be told what it is.
    var abstract: ItemIndex?
    /// Entities of which a program has not said what they are.
    var open: [(item: ItemIndex, entity: Model.EntityID)] = []
    /// Whether the entity at the root is left out.
    var isNothing = false
  }

  private let tree: ChangeTree
  private let rules: Rules
  private let schema: Schema
  private let hashing: Hashing
  private let convert: Convert
  private let mark: [UInt8]
  private let delegated: (ItemIndex, Model.EntityID) -> Delegated
  private var templates: CreationTemplates
  private var frames: [Frame] = []
  private var made = Made(text: [], arrivals: [], identities: [], references: [], abstract: nil)
  /// Of the relationship that is open: what is declared of it, and what the template has there.
  private var pending: (place: Rules.Place?, template: Value?) = (nil, nil)

  private struct Frame {
    enum Kind { case entity(ItemIndex), array }
    let kind: Kind
    let place: Rules.Place?
    /// What it is written into, the first that has a member winning.
    let templates: [Value]
    var names: Set<[UInt8]> = []
    var needsComma = false
  }

  /// What the item at `root`, an entity that is created or an array in which some are, makes at `place`. Linear.
  static func make(
    _ tree: ChangeTree, _ root: ItemIndex, at place: Rules.Place?, _ rules: Rules, _ hashing: Hashing,
    templates: inout CreationTemplates, mark: [UInt8],
    delegated: @escaping (ItemIndex, Model.EntityID) -> Delegated, convert: @escaping Convert
  ) -> Made? {
    guard let schema = rules.schema else { return nil }
    var text = CreatedText(
      tree: tree, rules: rules, schema: schema, hashing: hashing, convert: convert, mark: mark,
      delegated: delegated, templates: templates)
    text.pending = (place, nil)
    tree.walk(&text, from: root)
    templates = text.templates
    return text.made
  }

  private init(
    tree: ChangeTree, rules: Rules, schema: Schema, hashing: Hashing,
    convert: @escaping Convert, mark: [UInt8],
    delegated: @escaping (ItemIndex, Model.EntityID) -> Delegated, templates: CreationTemplates
  ) {
    self.tree = tree
    self.rules = rules
    self.schema = schema
    self.hashing = hashing
    self.convert = convert
    self.mark = mark
    self.delegated = delegated
    self.templates = templates
  }
}

extension CreatedText: ChangeVisitor {
  mutating func enter(_ item: ChangeTree.Item, at index: ItemIndex, in parent: ItemIndex?) -> Bool {
    switch item {
    case .entity(let entity): return enter(index, entity)
    case .attribute(let name, _, let new?): write(name, new, index)
    case .relationship(let name): return enter(relationship: index, name)
    case .toMany:
      begin(.array, pending.place, pending.template.map { [$0] } ?? [])
      appendTemplateElements(besides: index)
    case .replacement: begin(.array, pending.place, [])
    case .list: begin(.array, pending.place, [])
    case .hunk(let hunk): append(tree.values(hunk.new))
    case .set(_, let new):
      begin(.array, pending.place, [])
      append(tree.values(new))
    case .value, .identity, .entityName, .from, .to, .instead, .attribute, .context, .move, .edit:
      return false
    }
    return true
  }

  mutating func leave(_ item: ChangeTree.Item, at index: ItemIndex) {
    switch item {
    case .entity: end()
    case .toMany, .replacement, .list, .set:
      frames.removeLast()
      made.text.append(UInt8(ascii: "]"))
    default: break
    }
  }

  private mutating func begin(_ kind: Frame.Kind, _ place: Rules.Place?, _ templates: [Value]) {
    if case .array = kind { made.text.append(UInt8(ascii: "[")) } else { made.text.append(UInt8(ascii: "{")) }
    frames.append(Frame(kind: kind, place: place, templates: templates))
  }

  private mutating func comma() {
    guard let last = frames.indices.last else { return }
    if frames[last].needsComma { made.text.append(UInt8(ascii: ",")) }
    frames[last].needsComma = true
  }

  /// The comma in front of an element; a member has its own in front of its name.
  private mutating func elementComma() {
    if case .array? = frames.last?.kind { comma() }
  }

  private mutating func append(_ values: [Value]) {
    for value in values {
      comma()
      value.appendCompact(to: &made.text)
    }
  }

  private mutating func name(_ name: Value) {
    comma()
    frames[frames.count - 1].names.insert(name.document.characters(name.node))
    name.appendCompact(to: &made.text)
    made.text.append(UInt8(ascii: ":"))
  }

  // MARK: Entities

  private mutating func enter(_ index: ItemIndex, _ entity: ChangeTree.Entity) -> Bool {
    let heading = tree.heading(of: index)
    if heading.from != nil {
      elementComma()
      made.text += JSONString.token(mark + Array("\(made.arrivals.count)".utf8))
      made.arrivals.append(index)
      return false
    }
    guard entity.state == .created else { return false }
    let (place, id) = innerPlace(index, heading)
    if let id {
      switch delegated(index, id) {
      case .own: break
      case .open:
        made.open.append((index, id))
        return appendNothing()
      case .answer(let value): return append(answer: value, index, id)
      }
    }
    elementComma()
    var own: [Value] = []
    if let outer = outerTemplate(index) { own.append(outer) }
    if let id, let template = templates.template(of: id) { own.append(template) }
    begin(.entity(index), place, own)
    writeHead(index, heading, id)
    if let id {
      if schema[id].isAbstract, made.abstract == nil { made.abstract = index }
      noteIdentity(index, id)
    }
    return true
  }

  /// Writes what a program made of an entity; what it owns is in it.
  private mutating func append(answer value: Value?, _ index: ItemIndex, _ id: Model.EntityID) -> Bool {
    guard let value else {
      made.isNothing = frames.isEmpty
      return appendNothing()
    }
    elementComma()
    value.appendCompact(to: &made.text)
    noteIdentity(index, id)
    return false
  }

  /// Leaves an entity out: of an array, and where it is a to-one, null.
  private mutating func appendNothing() -> Bool {
    if case .array? = frames.last?.kind { return false }
    made.text += Array("null".utf8)
    return false
  }

  /// The place of an entity that is created, as what it is.
  private func innerPlace(_ index: ItemIndex, _ heading: ChangeTree.Heading) -> (
    Rules.Place?, Model.EntityID?
  ) {
    var place = pending.place
    if case .array? = frames.last?.kind, let array = frames.last?.place {
      place = rules.element(array, 0, of: 1, JSONText.null)
    }
    guard case .entity(let destination, let set)? = place?.declared else { return (place, nil) }
    var id = schema[destination].unnamed
    let named = attribute(Schema.entityName.characters, of: index) ?? heading.entityName
    if let named, named.kind.isString,
      let found = schema.model.entity(named: named.document.string(named.node)),
      schema.model.inherits(found, from: destination)
    {
      id = found
    }
    return (rules.declaring(.entity(id, set), at: place), id)
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
  private mutating func noteIdentity(_ index: ItemIndex, _ id: Model.EntityID) {
    let places = frames.map(\.place) + [pending.place]
    let isOwn = schema[id].isScopedToParent || places.contains { isIncluded($0) }
    if !isOwn, let identity = schema.identity(of: tree.identity(of: index), in: schema[id], hashing) {
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
      label.appendCompact(to: &made.text)
    }
    for part in tree.identity(of: index) where part.value.kind != .null {
      guard let path = IdentityPath(part.name), path.isName,
        attribute(path.steps[0].characters, of: index) == nil
      else { continue }
      name(Value(jsonString: path.steps[0].characters))
      part.value.appendCompact(to: &made.text)
    }
  }

  private mutating func write(_ attribute: Value, _ value: Value, _ index: ItemIndex) {
    guard let frame = frames.last else { return }
    let characters = attribute.document.characters(attribute.node)
    let place = rules.member(frame.place, characters, value)
    if rules.isLeftOut(place) || frame.names.contains(characters) { return }
    name(attribute)
    var entity: Model.EntityID?
    if case .entity(let id, _)? = frame.place?.declared { entity = id }
    convert(value, characters, place, entity).appendCompact(to: &made.text)
    if case .entity(let item) = frame.kind { note(value, place, attribute, item) }
  }

  /// Keeps the references that a value holds.
  private mutating func note(_ value: Value, _ place: Rules.Place?, _ member: Value, _ holder: ItemIndex) {
    for (node, identity, destination) in rules.references(value, place, hashing) {
      made.references.append(
        Reference(
          identity: identity, destination: destination, value: Value(value.document, node), member: member,
          holder: holder))
    }
  }

  private mutating func enter(relationship index: ItemIndex, _ name: Value) -> Bool {
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
  private mutating func appendTemplateElements(besides index: ItemIndex) {
    guard let array = frames.last?.templates.first, array.kind == .array else { return }
    for element in array.document.elements(array.node) {
      let isNamed = tree.children(of: index).contains {
        tree[$0].entity != nil && self.isNamed(array.document, element, $0)
      }
      if !isNamed { append([Value(array.document, element)]) }
    }
  }

  /// Writes what the templates have and the change does not, and closes the object.
  private mutating func end() {
    let last = frames.count - 1
    for template in frames[last].templates where template.kind == .object {
      for member in template.document.members(template.node) {
        if !frames[last].names.insert(template.document.characters(member.name)).inserted { continue }
        name(Value(template.document, member.name))
        Value(template.document, member.value).appendCompact(to: &made.text)
      }
    }
    frames.removeLast()
    made.text.append(UInt8(ascii: "}"))
  }
}

extension Rules {
  /// The references that a value at `place` holds: itself, or its elements.
  func references(_ value: Value, _ place: Place?, _ hashing: Hashing) -> [(
    node: Document.Node, identity: UInt64, destination: Model.EntityID
  )] {
    guard let schema, let declared = place?.declared else { return [] }
    let number: Schema.SetID
    switch declared {
    case .reference(let set), .references(let set), .entities(let set): number = set
    case .entity(_, let set?): number = set
    default: return []
    }
    let set = schema[number]
    let document = value.document
    let nodes = value.kind == .array ? Array(document.elements(value.node)) : [value.node]
    return nodes.compactMap { node in
      let identity =
        document.kind(node) == .object && !set.isWalked
        ? schema.identity(document, node, of: schema[set.destination], hashing)
        : schema.identity(document, reference: node, in: set, hashing)
      return identity.map { (node, $0, set.destination) }
    }
  }
}
