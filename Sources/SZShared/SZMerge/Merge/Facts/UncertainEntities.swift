internal import SZJSON
internal import SZModel

/// The entities that may be missing in the result of a merge, as a side deleted or created them: who refers to none of them cannot come to
/// refer to nothing.
///
/// EDITED deletes Rex, and CURRENT creates Ada. As long as no document says `"friends": ["Rex"]`, no delete rule has anything to do.
struct UncertainEntities {
  private var identities = HashTable(expected: 16)
  /// Whether one of them stands, or stood, alone in a member: something else may come there.
  private(set) var isAnyInToOne = false

  /// Linear in the entities of PRISTINE and in what is not as it is there.
  init(_ pristine: EntityIndex, _ sides: [SideEntities]) {
    for side in sides {
      for position in pristine.entries.indices where side.whereabouts[position] == .gone {
        add(position, of: pristine)
      }
      for (position, older) in zip(side.index.entries.indices, side.whereabouts.counterparts)
      where older == nil {
        add(position, of: side.index)
      }
    }
  }

  private mutating func add(_ position: EntityIndex.Position, of index: EntityIndex) {
    if index.isInToOne(position) { isAnyInToOne = true }
    let entry = index.entries[position]
    guard entry.mayMove,
      let identity = index.schema.identity(
        index.document, entry.node, of: index.schema[entry.entity], index.hashing)
    else { return }
    _ = identities.insert(identity, value: 0)
  }

  /// Whether any entity of `document` refers to one of them. Linear in what is walked.
  func areNamed(in document: Document, _ schema: Schema, _ hashing: Hashing, root: Rules.Declared?) -> Bool {
    let placed = schema.placed(below: root)
    var isNamed = false
    let held = HeldReferences(schema, to: placed, hashing)
    EntityWalk.forEach(document, schema, root: root) { node, id, _ in
      held.forEach(document, node, schema[id]) { _, identity, _, _ in
        if identities.value(identity) != nil { isNamed = true }
      }
    }
    return isNamed
  }
}
