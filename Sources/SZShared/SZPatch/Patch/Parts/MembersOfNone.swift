internal import SZJSON
internal import SZModel

/// What the change of a to-many comes to where there is none: what is deleted is gone, what is updated is missed.
struct MembersOfNone {
  /// Whether something is made.
  private(set) var makes = false
  /// How much is done already.
  private(set) var doneCount = 0
  private(set) var objections: [Objection] = []

  init(_ relation: ItemIndex, _ node: Document.Node, _ path: PathTable.Path, _ basis: PatchBasis) {
    let (tree, isForced) = (basis.tree, basis.policy == .force)
    switch tree[relation] {
    case .toMany:
      for child in tree.children(of: relation) {
        guard let entity = tree[child].entity else { continue }
        switch entity.state {
        case .created: makes = true
        case .deleted: doneCount += 1
        case .updated, .untouched:
          let heading = tree.heading(of: child)
          if heading.from != nil {
            makes = true
          } else if heading.to == nil, !isForced || EntityText.makesSomething(tree, child) {
            objections.append(
              Objection(
                .update, ChangedPart(item: child, node: node, path: path),
                expected: .words("a member with \(basis.label(child))"), found: .nothing))
          }
        }
      }
    case .set(_, let new):
      makes = !new.isEmpty
      if !makes { doneCount += 1 }
    case .list:
      // Whatever comes to an empty list comes to none, too.
      let fits = tree.children(of: relation).allSatisfy { child in
        guard case .hunk(let hunk) = tree[child] else { return true }
        return hunk.old.isEmpty && hunk.before.stretch.isEmpty && hunk.after.stretch.isEmpty
      }
      for child in tree.children(of: relation) {
        guard case .hunk(let hunk) = tree[child] else { continue }
        if hunk.new.isEmpty {
          doneCount += 1
        } else if fits {
          makes = true
        } else if !isForced {
          objections.append(
            Objection(
              .hunk, ChangedPart(item: child, node: node, path: path), .index(hunk.at),
              expected: .words("elements to change"), found: .nothing))
        }
      }
    default: break
    }
  }
}
