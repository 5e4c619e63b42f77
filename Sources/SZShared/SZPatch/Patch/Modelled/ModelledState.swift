internal import SZJSON
internal import SZModel

/// What a patch under a model finds out about entities on its way: who comes, goes and moves, and what is left to programs.
struct ModelledState {
  let basis: PatchBasis
  let model: ModelledTarget

  /// Entities that an item takes away, by where they stand in the target.
  struct Taken {
    let item: ItemIndex
    let positions: Range<EntityIndex.Position>
  }

  var templates: CreationTemplates
  var brought = BroughtEntities()
  private(set) var taken: [Taken] = []
  /// The identities of what was marked as deleted and comes back by force.
  private(set) var revived: Set<UInt64> = []
  /// The identities of what is marked as deleted.
  private(set) var marked: Set<UInt64> = []
  var moves: MovedEntities
  var delegated: DelegatedChanges
  /// How that begins which stands for entities that are moved into others which are created.
  let placeholder = Array(
    "moved here \(UInt64.random(in: 0...UInt64.max)) \(UInt64.random(in: 0...UInt64.max)) ".utf8)
  let spellings: Spellings
  /// Objects that the change takes away by their identity, and that are not as it has them: how many at each relationship that is not
  /// walked, and a word about the first.
  private var embedded: [(name: String, note: String, count: Int)] = []

  /// Nil without a model.
  init?(_ basis: PatchBasis) {
    guard let model = basis.model else { return nil }
    let options = basis.options
    (self.basis, self.model) = (basis, model)
    templates = CreationTemplates(model.schema, isUsed: options.hasDefaults && !options.isLiteral)
    moves = MovedEntities(basis, model)
    delegated = DelegatedChanges(basis, model)
    spellings = Spellings(basis, model)
  }

  /// Keeps that what stands at `node` is taken away by an item, with the entities in it. Logarithmic.
  mutating func take(_ item: ItemIndex, _ node: Document.Node) {
    guard basis.target.kind(node).isContainer else { return }
    let positions = model.index.positions(in: node)
    if !positions.isEmpty { taken.append(Taken(item: item, positions: positions)) }
  }

  /// Keeps that the elements of a list which are not among its new ones are taken away by an item.
  mutating func take(
    _ item: ItemIndex, _ elements: [Document.Node], besides entries: [ElementSequence.Entry]
  ) {
    let staying = Set(
      entries.compactMap { entry in
        switch entry {
        case .kept(let position), .edited(let position): position
        case .new: nil
        }
      })
    for (position, element) in elements.enumerated() where !staying.contains(position) { take(item, element) }
  }

  /// Keeps that an entity is marked as deleted.
  mutating func noteMarked(_ node: Document.Node, _ entity: Model.EntityID) {
    if let identity = identity(node, entity) { marked.insert(identity) }
  }

  /// Keeps that an entity which is marked as deleted comes back.
  mutating func noteRevived(_ node: Document.Node, _ entity: Model.EntityID) {
    if let identity = identity(node, entity) { revived.insert(identity) }
  }

  private func identity(_ node: Document.Node, _ entity: Model.EntityID) -> UInt64? {
    model.schema.identity(basis.target, node, of: model.schema[entity], basis.hashing)
  }

  /// Keeps that an object is taken away that is not as the change has it: at a relationship which is not walked its identity alone is
  /// looked at.
  mutating func noteEmbedded(
    _ old: Value, _ current: Value, _ member: ChangedMember, _ open: OpenEntity, _ paths: PathTable
  ) {
    let name = member.name
    guard case .reference? = member.place?.declared, old.kind == .object, current.kind == .object,
      !basis.equal(old, current), let id = basis.entityID(open.place)
    else { return }
    let label = "\(model.schema[id].name).\(name.document.string(name.node))"
    if let number = embedded.firstIndex(where: { $0.name == label }) {
      embedded[number].count += 1
      return
    }
    let note =
      "\(paths.pointer(open.path, .name(name))): what is replaced is the same by its identity only, which alone is compared"
    embedded.append((label, note, 1))
  }

  /// What to say of them.
  var embeddedNotes: [String] {
    embedded.map { name, note, count in
      note + (count == 1 ? "" : " (the first of \(count))") + "; --include \(name)"
    }
  }
}
