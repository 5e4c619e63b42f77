internal import SZJSON
internal import SZModel

extension ChangeSelection {
  /// Leaves members of a to-many out, and of their order what names such: they stay where they are.
  mutating func toMany(_ item: ItemIndex, _ node: Document.Node?, _ place: Rules.Place) {
    guard let array = array(node), var roster = Roster(array, tree, item, hashing) else {
      for child in tree.children(of: item) where tree[child].entity != nil {
        look(at: child, nil, self.place(of: child, nil, at: [], below: place))
      }
      return
    }
    func element(_ member: Int) -> Document.Node? { roster.position(of: member).map { roster.elements[$0] } }
    if rules.treatsElementsAlike(place) {
      let all = rules.element(place, at: []) { _ in false }
      for entity in roster.entities { look(at: entity.item, element(entity.member), all) }
      if !rules.isIn(all) { for move in roster.moves { leaveOut(move.item) } }
      return
    }
    let row = SelectedRow(tree, &roster)
    var isIn: [Int: Bool] = [:]
    func indexes(_ member: Int) -> [(index: Int, count: Int?)] {
      let old = roster.position(of: member).map { (index: $0, count: Int?.some(roster.elements.count)) }
      let new = row.index(of: member).map { (index: $0, count: Int?.some(row.count)) }
      return [old, new].compactMap { $0 }
    }
    for entity in roster.entities {
      let (member, node) = (entity.member, element(entity.member))
      let place = self.place(of: entity.item, node, at: indexes(member), below: place)
      isIn[member] = rules.isIn(place)
      look(at: entity.item, node, place)
    }
    for member in roster.moves.lazy.flatMap({ $0.old + $0.new }) where isIn[member] == nil {
      isIn[member] = rules.isIn(self.place(of: nil, element(member), at: indexes(member), below: place))
    }
    if isIn.values.allSatisfy({ $0 }) { return }
    let places = tree.isReversed ? row.places(roster) { isIn[$0] ?? true } : [:]
    for entity in roster.entities { oldIndexes[entity.item] = places[entity.member] }
    for move in roster.moves {
      let parts = parts(of: move, roster, places) { isIn[$0] ?? true }
      if parts.isEmpty { leaveOut(move.item) } else { divided[move.item] = parts }
    }
  }

  /// The array that a to-many is: one without elements where it is missing or null; nil where it is something else.
  private func array(_ node: Document.Node?) -> Value? {
    guard let node, target.kind(node) != .null else { return JSONText.noElements }
    return target.kind(node) == .array ? Value(target, node) : nil
  }

  /// The place of an element of which a change says something, or nothing.
  private func place(
    of change: ItemIndex?, _ node: Document.Node?, at indexes: [(index: Int, count: Int?)],
    below place: Rules.Place
  ) -> Rules.Place? {
    let changed = ChangedValue(tree: tree, target: target, node: node, change: change)
    return rules.element(place, at: indexes, answers: changed.answers)
  }

  /// What is left of a hunk of the order when only some of its members are in. A change that was turned round goes by `places`.
  private mutating func parts(
    of move: Roster.Move, _ roster: Roster, _ places: [Int: Int], isIn: (Int) -> Bool
  ) -> [ChangeTree.Item] {
    func part(_ stretch: ChangeTree.Stretch, _ members: ArraySlice<Int>, where isKept: (Int) -> Bool)
      -> [Value]
    {
      zip(tree.values(stretch), members).filter { isKept($0.1) }.map { $0.0 }
    }
    let (old, new) = (
      part(move.hunk.old, move.old, where: isIn), part(move.hunk.new, move.new, where: isIn)
    )
    if old.isEmpty, new.isEmpty { return [] }
    var hunk = move.hunk
    hunk.new = result.add(new)
    // Whoever does not come is nobody's neighbour.
    func isNeighbour(_ member: Int) -> Bool { isIn(member) || roster.position(of: member) != nil }
    func side(_ context: ChangeTree.Context, _ members: ArraySlice<Int>) -> ChangeTree.Context {
      let values = part(context.stretch, members, where: isNeighbour)
      return values.isEmpty || values.count == members.count ? context : .values(result.add(values))
    }
    (hunk.before, hunk.after) = (side(hunk.before, move.before), side(hunk.after, move.after))
    guard tree.isReversed else {
      hunk.old = result.add(old)
      return [.move(hunk)]
    }
    let members = move.old.filter(isIn)
    var parts: [ChangeTree.Item] = []
    for (value, member) in zip(old, members) {
      hunk.at = places[member] ?? hunk.at
      hunk.old = result.add([value])
      parts.append(.move(hunk))
      hunk = ChangeTree.Hunk(at: hunk.at)
    }
    if parts.isEmpty {
      hunk.old = .empty
      parts.append(.move(hunk))
    }
    return parts
  }
}

extension Roster {
  /// The members that the to-many change `toMany` names; nil where none of them says its key.
  fileprivate init?(
    _ array: Value, _ tree: ChangeTree, _ toMany: ItemIndex, _ hashing: Hashing
  ) {
    guard let first = tree.children(of: toMany).first(where: { tree[$0].entity != nil }) else { return nil }
    self.init(
      array.document, array.node, names: tree.identity(of: first).map(\.name), hashing: hashing, tree, toMany)
  }
}
