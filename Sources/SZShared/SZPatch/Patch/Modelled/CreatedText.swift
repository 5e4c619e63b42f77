internal import SZJSON
internal import SZModel

/// An entity that a change creates, under a model, as a JSON object: what the change says written into its template.
///
/// Entities that are moved into it stand in it as placeholders, which are strings that nobody can guess.
struct CreatedText {
  /// A reference that is written.
  struct Reference {
    let identity: UInt64
    let destination: Model.EntityID
    let value: Value
    /// Nil where it is an element of what is made.
    let member: Value?
    let holder: ItemIndex
  }

  /// What was made.
  struct Made {
    var value: Value
    /// The items of entities that are moved into it, in the order of their placeholders.
    var arrivals: [ItemIndex]
    /// The identities of all that is created, each with its item.
    var identities: [(identity: UInt64, item: ItemIndex)]
    var references: [Reference]
    /// The entities that stand in values which are written as they are.
    var contents: [(identity: UInt64, value: Value, entity: Model.EntityID)] = []
    /// The first item that creates an entity which is abstract, none that may stand there, or without the identity that a member needs.
    var refused: (item: ItemIndex, expected: Misfit.Side, found: Misfit.Side)?
    /// Entities of which a program has not said what they are.
    var open: [(item: ItemIndex, entity: Model.EntityID)] = []
    /// Whether the entity at the root is left out.
    var isNothing = false
  }

  let tree: ChangeTree
  let rules: Rules
  let schema: Schema
  let placed: Set<Model.EntityID>
  let hashing: Hashing
  let placeholder: [UInt8]
  let spellings: Spellings
  let delegated: DelegatedChanges
  var templates: CreationTemplates
  var frames: [Frame] = []
  var writer = JSONWriter.ofValue
  var made = Made(value: JSONText.null, arrivals: [], identities: [], references: [], refused: nil)
  /// Of the relationship that is open: what is declared of it, and what the template has there.
  var pending: (place: Rules.Place?, template: Value?) = (nil, nil)

  struct Frame {
    enum Kind { case entity(ItemIndex), array }
    let kind: Kind
    let place: Rules.Place?
    /// What it is written into, the first that has a member winning.
    let templates: [Value]
    var names: Set<[UInt8]> = []
  }

  init(
    _ spellings: Spellings, _ delegated: DelegatedChanges, _ templates: CreationTemplates,
    placeholder: [UInt8]
  ) {
    let (basis, model) = (spellings.basis, spellings.model)
    (tree, hashing) = (basis.tree, basis.hashing)
    (rules, schema, placed) = (model.rules, model.schema, model.placed)
    (self.spellings, self.delegated, self.templates, self.placeholder) = (
      spellings, delegated, templates, placeholder
    )
  }

  /// What the item at `root`, an entity that is created or an array in which some are, makes at `place`. Linear, but that
  /// each element of a template is compared with each member that is created where it stands.
  mutating func make(_ root: ItemIndex, at place: Rules.Place?) -> Made {
    pending = (place, nil)
    walk(tree, from: root)
    made.value = writer.value
    return made
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
    case .hunk(let hunk): write(elements: tree.values(hunk.new), index)
    case .set(_, let new):
      begin(.array, pending.place, [])
      // Of a relationship that is open they are noted with its name.
      if frames.count == 1 {
        write(elements: tree.values(new), index)
      } else {
        writer.append(tree.values(new))
      }
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
      writer.endArray()
    default: break
    }
  }

  mutating func begin(_ kind: Frame.Kind, _ place: Rules.Place?, _ templates: [Value]) {
    if case .array = kind { writer.beginArray() } else { writer.beginObject() }
    frames.append(Frame(kind: kind, place: place, templates: templates))
  }

  mutating func name(_ name: Value) {
    frames[frames.count - 1].names.insert(name.document.characters(name.node))
    writer.name(name)
  }
}
