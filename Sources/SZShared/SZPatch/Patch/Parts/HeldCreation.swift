internal import SZJSON
internal import SZModel

/// Asks whether all that a creation names stands in the target already.
struct HeldCreation {
  private let basis: PatchBasis
  private let tree: ChangeTree
  private let target: Document

  /// An entity that was moved into it.
  struct Arrived {
    let item: ItemIndex
    let node: Document.Node
  }

  init(_ basis: PatchBasis) { (self.basis, tree, target) = (basis, basis.tree, basis.target) }

  /// The entities that have come into the value of a part from elsewhere, when it has everything that the creation names; it may have more.
  /// Nil when it has not. Without recursion.
  func arrived(in whole: ChangedPart) -> [Arrived]? {
    var arrived: [Arrived] = []
    var work = [(index: whole.item, node: whole.node, place: whole.place)]
    while let (index, node, place) = work.popLast() {
      switch tree[index] {
      case .entity:
        let place = basis.inner(place, index, node)
        guard target.kind(node) == .object,
          tree.identity(of: index).allSatisfy({
            basis.fits($0.name, $0.value, IdentityPath.node($0.name, target, node), place)
          })
        else { return nil }
        if tree.heading(of: index).from != nil {
          arrived.append(Arrived(item: index, node: node))
          continue
        }
        var members = ObjectMembers(target, node)
        func find(_ name: Value) -> Document.Node? {
          members.find(name.document.characters(name.node)).map { members.value($0) }
        }
        for child in tree.children(of: index) {
          switch tree[child] {
          case .attribute(let name, _, let new?):
            let place = basis.place(of: name, at: place, new)
            if basis.isLeftOut(place) { continue }
            guard let found = find(name) else {
              if basis.isNothing(new, place) { continue }
              return nil
            }
            guard basis.equal(Value(target, found), new, place) else { return nil }
          case .attribute(let name, _, nil), .context(let name, _):
            if find(name) != nil { return nil }
          case .relationship(let name):
            let place = basis.place(of: name, at: place, nil)
            if basis.isLeftOut(place) { continue }
            guard let found = find(name) else { return nil }
            work.append((tree.relation(of: child), found, place))
          default: continue
          }
        }
      case .toMany:
        let array = ChangedPart(item: index, node: node, path: whole.path, place: place)
        guard target.kind(node) == .array, let roster = basis.roster(array) else { return nil }
        for entity in roster.entities {
          guard let found = roster.position(of: entity.member) else { return nil }
          work.append((entity.item, roster.elements[found], basis.element(of: place)))
        }
      case .list:
        guard target.kind(node) == .array else { return nil }
        var elements = target.elements(node)
        for child in tree.children(of: index) {
          guard case .hunk(let hunk) = tree[child] else { continue }
          for value in tree.values(hunk.new) {
            guard let found = elements.next(),
              basis.equal(Value(target, found), value, basis.element(of: place))
            else {
              return nil
            }
          }
        }
        if elements.next() != nil { return nil }
      case .set(_, let new):
        guard target.kind(node) == .array else { return nil }
        let hashing = basis.elementHash(place)
        var counts: [UInt64: Int] = [:]
        for value in tree.values(new) { counts[hashing.of(value.document, value.node), default: 0] += 1 }
        for element in target.elements(node) { counts[hashing.of(target, element), default: 0] -= 1 }
        if counts.contains(where: { $0.value != 0 }) { return nil }
      case .value, .identity, .entityName, .from, .to, .instead, .attribute, .context, .relationship,
        .replacement, .move, .hunk, .edit:
        return nil
      }
    }
    return arrived
  }
}
