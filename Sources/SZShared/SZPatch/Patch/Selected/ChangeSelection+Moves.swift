internal import SZJSON
internal import SZModel

extension ChangeSelection {
  /// Leaves out what else an entity's move to another parent consists of, when one half of it is out: the other would lose the entity or
  /// make it twice. Where it does not come, the order does not name it. So it is with a to-one that gets another entity: where the one does
  /// not come the other does not go.
  mutating func leaveOutHalfMoves(_ schema: Schema) {
    var halves: [UInt64: [ItemIndex]] = [:]
    for item in tree.indices {
      guard case .entity = tree[item] else { continue }
      let heading = tree.heading(of: item)
      guard heading.from != nil || heading.to != nil,
        let identity = ModelledTarget.identity(tree, item, schema, hashing)
      else { continue }
      halves[identity, default: []].append(item)
    }
    let replacements = replacements(schema)
    if halves.isEmpty, replacements.isEmpty { return }
    let moves = Array(halves.values)
    let toOnes = replacements.map { toOne in
      tree.children(of: toOne).filter { tree.kind(of: $0) == .entity }
    }
    halfMoves += leaveOutRest(of: moves + toOnes).count { $0 < moves.count }
    let findings = SelectionFinding.all(tree, isOut: isOut)
    var gone: [ItemIndex: Set<[UInt64]>] = [:]
    for item in halves.values.joined() where findings[item.number].isDropped {
      guard let toMany = findings[item.number].parent, case .toMany = tree[toMany] else { continue }
      gone[toMany, default: []].insert(tree.identity(of: item).map { hash($0.value) })
    }
    for (toMany, identities) in gone { leaveOutOfOrder(of: toMany, identities) }
  }

  /// Leaves out what is left of `groups`, of which the items go together, where some of a group is out; answers of which it did.
  ///
  /// What is left out takes along what is below it, and so the rest of other groups. What is above goes only when nothing in it is left. A
  /// group is looked at again only for an item that was not dropped before, and none is dropped twice: so this ends, and is linear in the
  /// change but for sorting.
  private mutating func leaveOutRest(of groups: [[ItemIndex]]) -> [Int] {
    var groupsOf: [ItemIndex: [Int]] = [:]
    for (number, items) in groups.enumerated() {
      for item in items { groupsOf[item, default: []].append(number) }
    }
    var isDropped = SelectionFinding.all(tree, isOut: isOut).map(\.isDropped)
    var halved: [Int] = []
    var touched = Set(groups.indices)
    while !touched.isEmpty {
      var out: [ItemIndex] = []
      for number in touched {
        let left = groups[number].filter { !isDropped[$0.number] }
        if left.isEmpty || left.count == groups[number].count { continue }
        halved.append(number)
        out += left
      }
      touched = []
      // What an outer one takes along is dropped when it is come to.
      for item in out.sorted() {
        leaveOut(item)
        if isDropped[item.number] { continue }
        for number in item.number..<tree.end(of: item).number where !isDropped[number] {
          isDropped[number] = true
          touched.formUnion(groupsOf[ItemIndex(number)] ?? [])
        }
      }
    }
    return halved
  }

  /// The to-ones that get another entity.
  private func replacements(_ schema: Schema) -> [ItemIndex] {
    var found: [ItemIndex] = []
    for item in tree.indices {
      guard case .entity = tree[item], let name = tree.heading(of: item).entityName,
        let id = schema.model.entity(named: name.document.string(name.node))
      else { continue }
      for child in tree.children(of: item) {
        guard case .relationship(let name) = tree[child], case .toMany = tree[tree.relation(of: child)],
          let property = schema[id].property(name.document.characters(name.node)),
          let set = schema[property].set, !schema[set].isToMany
        else { continue }
        found.append(tree.relation(of: child))
      }
    }
    return found
  }

  /// Takes members out of the order that a to-many change gives, by the hashes of their identities' parts.
  private mutating func leaveOutOfOrder(of toMany: ItemIndex, _ identities: Set<[UInt64]>) {
    func rest(_ stretch: ChangeTree.Stretch) -> ChangeTree.Stretch {
      let values = result.values(stretch)
      let left = values.filter { value in
        let parts =
          value.kind == .array
          ? value.document.elements(value.node).map { Value(value.document, $0) } : [value]
        return !identities.contains(parts.map(hash))
      }
      return left.count == values.count ? stretch : result.add(left)
    }
    func side(_ context: ChangeTree.Context) -> ChangeTree.Context {
      let left = rest(context.stretch)
      // Without any neighbour it would be the end.
      return left.isEmpty || left == context.stretch ? context : .values(left)
    }
    for child in tree.children(of: toMany) {
      guard case .move = tree[child] else { continue }
      var parts: [ChangeTree.Item] = []
      for case .move(var hunk) in divided[child] ?? [tree[child]] {
        (hunk.old, hunk.new) = (rest(hunk.old), rest(hunk.new))
        (hunk.before, hunk.after) = (side(hunk.before), side(hunk.after))
        if !hunk.old.isEmpty || !hunk.new.isEmpty { parts.append(.move(hunk)) }
      }
      if parts.isEmpty { leaveOut(child) } else { divided[child] = parts }
    }
  }
}
