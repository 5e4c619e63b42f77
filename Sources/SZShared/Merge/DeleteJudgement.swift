/// The result of a merge as delete rules look at it: which references name what is gone, and what becomes of them.
struct DeleteJudgement {
  /// A reference in the result to an entity that is not there, which dangles neither in EDITED nor in CURRENT.
  struct Dangling {
    /// What it names.
    let key: UInt64
    /// In the result: the reference and the object that holds it.
    let node: Document.Node
    let holder: Document.Node
    let holderEntity: Model.EntityID
    let isElement: Bool
    let rule: Model.Relationship.DeleteRule?
    /// The side that deleted the entity, and the one that still has it.
    let deleter: Conflict.Party
    let survivor: Conflict.Party
    /// The same reference on the side that has it.
    let origin: Origin?
  }

  /// A reference, and the object that holds it, on one side.
  struct Origin {
    let party: Conflict.Party
    let holder: Document.Node
    let node: Document.Node
  }

  private let document: Document
  private let result: EntityPlaces
  private let references: References
  private let schema: Schema
  private(set) var dangling: [Dangling] = []
  private(set) var cleared: [Dangling] = []
  private var doomed: Set<EntityIndex.Position> = []

  /// Nil when there is nothing to look at. Linear in the documents.
  init?(_ merger: Merger, _ places: Three<EntityPlaces>, _ schema: Schema) {
    let root = merger.setup.entities?.roots.current
    let placed = schema.placed(below: root ?? nil)
    guard let root, let hashing = merger.current.hashing, schema.hasReferences(among: placed) else {
      return nil
    }
    let options = Document.ReadOptions(hashing: hashing, allowsDuplicates: true, allowsComments: true)
    guard let document = try? Document.read(merger.edits.applied(to: merger.current.bytes), options),
      let index = try? EntityScan.index(document, schema, hashing, root: root)
    else { return nil }
    self.document = document
    self.schema = schema
    result = EntityPlaces(index, tombstone: merger.options.tombstone)
    references = References(document, schema, hashing, root: root)
    var seen: Set<UInt64> = []
    for party in Conflict.Party.allCases {
      for (position, key) in places[party].keys.enumerated()
      where places[party].index.entries[position].mayMove && result.position(key) == nil
        && seen.insert(key).inserted
      {
        find(key, places, placed, hashing)
      }
    }
    dangling.sort { $0.node < $1.node }
  }

  private mutating func find(
    _ key: UInt64, _ places: Three<EntityPlaces>, _ placed: Set<Model.EntityID>, _ hashing: Hashing
  ) {
    let isThere = places.map { $0.position(key) != nil }
    if !isThere.edited, !isThere.current { return }
    for reference in references.naming(key) {
      guard let holder = result.index.position(of: reference.holder) else { continue }
      /// The same reference on a side.
      func origin(_ party: Conflict.Party) -> Origin? {
        guard let position = places[party].position(result.keys[holder]) else { return nil }
        let index = places[party].index
        let entry = index.entries[position]
        var found: Origin?
        References.forEach(
          index.document, entry.node, schema[entry.entity], schema, placed, hashing
        ) { node, identity, property, _ in
          if identity == key, schema[property].member == schema[reference.property].member {
            found = Origin(party: party, holder: entry.node, node: node)
          }
        }
        return found
      }
      let origins = (edited: origin(.edited), current: origin(.current))
      // What dangled there is not this merge's business.
      if !isThere.edited, origins.edited != nil { continue }
      if !isThere.current, origins.current != nil { continue }
      let survivor: Conflict.Party = isThere.current ? .current : .edited
      dangling.append(
        Dangling(
          key: key, node: reference.node, holder: reference.holder, holderEntity: reference.entity,
          isElement: reference.isElement, rule: schema.rule(forReferencesIn: reference.property),
          deleter: survivor == .current ? .edited : .current, survivor: survivor,
          origin: origins.current ?? origins.edited))
    }
  }

  /// Whether the result does not have an entity.
  func isGone(_ key: UInt64) -> Bool { result.position(key) == nil }

  func key(of holder: Document.Node) -> UInt64? {
    result.index.position(of: holder).map { result.keys[$0] }
  }

  func isDoomed(_ holder: Document.Node) -> Bool {
    result.index.position(of: holder).map { doomed.contains($0) } ?? false
  }

  mutating func clear(_ reference: Dangling) { cleared.append(reference) }

  /// Lets an entity of the result go, with all that it owns and all that the rules have go with that; false, and nothing is changed,
  /// where a rule forbids it. Each entity is come to once.
  mutating func doom(_ holder: Document.Node) -> Bool {
    guard holder != document.root, let first = result.index.position(of: holder) else { return false }
    var going = doomed
    var clearings: [Dangling] = []
    var forbidden: [EntityIndex.Position] = []
    var work = Array(result.index.family(of: first)).filter { going.insert($0).inserted }
    while let position = work.popLast() {
      for reference in references.naming(result.keys[position]) {
        guard let other = result.index.position(of: reference.holder) else { continue }
        switch schema.rule(forReferencesIn: reference.property) {
        // The root stays: a document is of something.
        case .cascade? where reference.holder == document.root: return false
        case .cascade?: work += result.index.family(of: other).filter { going.insert($0).inserted }
        case .nullify?:
          clearings.append(
            Dangling(
              key: result.keys[position], node: reference.node, holder: reference.holder,
              holderEntity: reference.entity, isElement: reference.isElement, rule: .nullify,
              deleter: .edited, survivor: .current, origin: nil))
        case .deny?, .noAction?, nil: forbidden.append(other)
        }
      }
    }
    if !forbidden.allSatisfy({ going.contains($0) }) { return false }
    doomed = going
    cleared += clearings
    return true
  }

  /// The text of the result once all that has been done; nil when nothing was.
  var text: [UInt8]? {
    // What goes of each array, and what is null in its place.
    var gone: [Document.Node: Set<Document.Node>] = [:]
    var nulls: Set<Document.Node> = []
    let outermost = doomed.filter { position in
      result.index.owner(of: position).map { !doomed.contains($0) } ?? true
    }
    for position in outermost {
      let entry = result.index.entries[position]
      let value =
        entry.container == EntityIndex.rootContainer ? document.root : document.next(entry.container)
      if document.kind(value) == .array {
        gone[value, default: []].insert(entry.node)
      } else {
        nulls.insert(entry.node)
      }
    }
    for reference in cleared where !isDoomed(reference.holder) {
      guard reference.isElement else {
        nulls.insert(reference.node)
        continue
      }
      let arrays = document.members(reference.holder).filter {
        document.kind($0.value) == .array && $0.value < reference.node
          && reference.node < document.end($0.value)
      }
      for array in arrays { gone[array.value, default: []].insert(reference.node) }
    }
    if gone.isEmpty, nulls.isEmpty { return nil }
    var edits = SourceEdits()
    let beginning = edits.checkpoint
    let layout = DocumentLayout(document)
    for node in nulls { edits.replace(document.range(node), with: Array("null".utf8)) }
    for (array, leaving) in gone.sorted(by: { $0.key > $1.key }) {
      let elements = Array(document.elements(array))
      let slots = elements.indices.filter { !leaving.contains(elements[$0]) }.map {
        ContainerRewrite.Slot.kept($0)
      }
      ContainerRewrite.apply(
        slots, to: array, in: document, children: .elements(document, elements), layout: layout,
        checkpoint: beginning, edits: &edits)
    }
    return edits.applied(to: document.bytes)
  }
}
