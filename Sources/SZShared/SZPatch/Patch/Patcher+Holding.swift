internal import SZJSON
internal import SZModel

extension Patcher {
  /// Whether the value at `node` has everything that a creation names, and may have more. Without recursion. Of entities that were
  /// moved into it, what else changes in them is added to what changes in what holds it.
  mutating func holds(_ part: ChangedPart, _ updates: inout [Task]) -> Bool {
    var arrived: [(item: ItemIndex, node: Document.Node)] = []
    guard holds(part, &arrived) else { return false }
    for arrival in arrived { takeAsArrived(arrival.item, arrival.node, &updates) }
    return true
  }

  private func holds(
    _ whole: ChangedPart, _ arrived: inout [(item: ItemIndex, node: Document.Node)]
  ) -> Bool {
    var work = [(index: whole.item, node: whole.node, place: whole.place)]
    while let (index, node, place) = work.popLast() {
      switch tree[index] {
      case .entity:
        let place = inner(place, index, node)
        guard target.kind(node) == .object,
          tree.identity(of: index).allSatisfy({
            fits($0.name, $0.value, IdentityPath.node($0.name, target, node), place)
          })
        else { return false }
        if tree.heading(of: index).from != nil {
          arrived.append((index, node))
          continue
        }
        var members = ObjectMembers(target, node)
        func find(_ name: Value) -> Document.Node? {
          members.find(name.document.characters(name.node)).map { members.value($0) }
        }
        for child in tree.children(of: index) {
          switch tree[child] {
          case .attribute(let name, _, let new?):
            let place = self.place(of: name, at: place, new)
            if isLeftOut(place) { continue }
            guard let found = find(name) else {
              if isNothing(new, place) { continue }
              return false
            }
            guard equal(Value(target, found), new, place) else { return false }
          case .attribute(let name, _, nil), .context(let name, _):
            if find(name) != nil { return false }
          case .relationship(let name):
            let place = self.place(of: name, at: place, nil)
            if isLeftOut(place) { continue }
            guard let found = find(name) else { return false }
            work.append((tree.relation(of: child), found, place))
          default: continue
          }
        }
      case .toMany:
        let array = ChangedPart(item: index, node: node, path: whole.path, place: place)
        guard target.kind(node) == .array, let roster = roster(array) else { return false }
        for entity in roster.entities {
          guard let found = roster.position(of: entity.member) else { return false }
          work.append((entity.item, roster.elements[found], element(of: place)))
        }
      case .list:
        guard target.kind(node) == .array else { return false }
        var elements = target.elements(node)
        for child in tree.children(of: index) {
          guard case .hunk(let hunk) = tree[child] else { continue }
          for value in tree.values(hunk.new) {
            guard let found = elements.next(), equal(Value(target, found), value, element(of: place)) else {
              return false
            }
          }
        }
        if elements.next() != nil { return false }
      case .set(_, let new):
        guard target.kind(node) == .array else { return false }
        let hashing = elementHash(place)
        var counts: [UInt64: Int] = [:]
        for value in tree.values(new) { counts[hashing.of(value.document, value.node), default: 0] += 1 }
        for element in target.elements(node) { counts[hashing.of(target, element), default: 0] -= 1 }
        if counts.contains(where: { $0.value != 0 }) { return false }
      case .value, .identity, .entityName, .from, .to, .instead, .attribute, .context, .relationship,
        .replacement, .move, .hunk, .edit:
        return false
      }
    }
    return true
  }
}
