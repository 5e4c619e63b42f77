internal import SZJSON
internal import SZModel

extension ChangeSelection {
  /// Leaves members of a to-many out, and of their order what names such: they stay where they are.
  mutating func toMany(_ item: ItemIndex, _ node: Document.Node?, _ place: Rules.Place) {
    noteIgnoredKeys(of: item, place)
    if isOrigin, rules.treatsElementsAlike(place) {
      let all = rules.element(place, at: []) { _ in false }
      for child in tree.children(of: item) {
        switch tree[child] {
        case .entity(let entity): look(at: child, entity.oldNode, all)
        case .move: if !rules.isIn(all) { leaveOut(child) }
        default: continue
        }
      }
      return
    }
    guard var roster = Roster(array(node), tree, item, hashing) else {
      for child in tree.children(of: item) where tree.kind(of: child) == .entity {
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
      let isInside = rules.isIn(place)
      isIn[member] = isInside
      // One that is named for its identity alone moves, or does not stand there.
      if !isInside, tree.isBare(entity.item) {
        leaveOut(entity.item)
      } else {
        look(at: entity.item, node, place)
      }
    }
    let names = keyNames(of: item)
    for move in roster.moves {
      let members = zip(tree.values(move.hunk.old) + tree.values(move.hunk.new), move.old + move.new)
      for (value, member) in members where isIn[member] == nil {
        let identity = Array(zip(names, ChangeSelection.parts(ofMember: value)))
        isIn[member] = rules.isIn(
          self.place(of: nil, element(member), at: indexes(member), below: place, identity))
      }
    }
    if isIn.values.allSatisfy({ $0 }) { return }
    let places = tree.isReversed ? row.places(roster) { isIn[$0] ?? true } : [:]
    for entity in roster.entities { oldIndexes[entity.item] = places[entity.member] }
    if isOrigin { placeBeforeStaying(roster) { isIn[$0] ?? true } }
    for move in roster.moves {
      let parts = parts(of: move, roster, places) { isIn[$0] ?? true }
      if parts.isEmpty { leaveOut(move.item) } else { divided[move.item] = parts }
    }
  }

  /// Lets entities that go say where they stood, when one behind them stays that would have gone too: else nothing would tell it when the
  /// change is turned round.
  private mutating func placeBeforeStaying(_ roster: Roster, isIn: (Int) -> Bool) {
    func position(ofGone entity: Roster.Entity) -> Int? {
      let isGone = tree.state(of: entity.item) == .deleted || tree.heading(of: entity.item).to != nil
      return isGone ? roster.position(of: entity.member) : nil
    }
    let last = roster.entities.compactMap { isIn($0.member) ? nil : position(ofGone: $0) }.max() ?? -1
    let gone = Set(roster.entities.compactMap(position(ofGone:)))
    // The change as it is says it of all but those behind which all goes.
    var first = roster.elements.count
    while gone.contains(first - 1) { first -= 1 }
    for entity in roster.entities where isIn(entity.member) {
      guard let position = position(ofGone: entity), position >= first, position < last else { continue }
      oldIndexes[entity.item] = position
    }
  }

  /// Remembers that entities come, go or move by members that are ignored.
  private mutating func noteIgnoredKeys(of toMany: ItemIndex, _ place: Rules.Place) {
    let element = rules.elementToMatch(place)
    if rules.isIgnored(element) { return }
    let changed = tree.children(of: toMany).first {
      tree[$0].entity.map { $0.state == .created || $0.state == .deleted } ?? false || tree.isBare($0)
    }
    for part in changed.map({ tree.identity(of: $0) }) ?? [] where !ignoredKeys.contains(part.name) {
      if rules.isIgnored(rules.member(element, part.name) { _ in false }) { ignoredKeys.append(part.name) }
    }
  }

  /// The array that a to-many is: one without elements where there is none.
  private func array(_ node: Document.Node?) -> Value {
    guard let node, target.kind(node) == .array else { return JSONText.noElements }
    return Value(target, node)
  }

  /// The place of an element of which a change says something, or nothing.
  private func place(
    of change: ItemIndex?, _ node: Document.Node?, at indexes: [(index: Int, count: Int?)],
    below place: Rules.Place, _ identity: [(name: [UInt8], value: Value)] = []
  ) -> Rules.Place? {
    let changed = ChangedValue(tree: tree, target: target, node: node, change: change, identity: identity)
    return rules.element(place, at: indexes, answers: changed.answers)
  }

  /// The names of the members by which the entities of a to-many are told, as its first one says them.
  func keyNames(of toMany: ItemIndex) -> [[UInt8]] {
    let first = tree.children(of: toMany).first { tree.kind(of: $0) == .entity }
    return first.map { tree.identity(of: $0).map(\.name) } ?? []
  }

  /// The values by which a member of an order is told: one, or in an array that of each name.
  static func parts(ofMember value: Value) -> [Value] {
    value.kind == .array
      ? value.document.elements(value.node).map { Value(value.document, $0) } : [value]
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
    // What goes is named where it stands, each stretch of it by itself.
    var parts: [ChangeTree.Item] = []
    var stretch: [Value] = []
    func close(at index: Int, _ parts: inout [ChangeTree.Item], _ result: inout ChangeTree) {
      if stretch.isEmpty { return }
      (hunk.at, hunk.old) = (index, result.add(stretch))
      parts.append(.move(hunk))
      (hunk, stretch) = (ChangeTree.Hunk(at: index), [])
    }
    for (offset, (value, member)) in zip(tree.values(move.hunk.old), move.old).enumerated() {
      if isIn(member) {
        stretch.append(value)
        if tree.isReversed { close(at: places[member] ?? hunk.at, &parts, &result) }
      } else {
        close(at: move.hunk.at &+ offset - stretch.count, &parts, &result)
      }
    }
    close(at: move.hunk.at &+ move.old.count - stretch.count, &parts, &result)
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
    guard let first = tree.children(of: toMany).first(where: { tree.kind(of: $0) == .entity }) else {
      return nil
    }
    self.init(
      array, by: KeyNames(names: tree.identity(of: first).map(\.name), hashing: hashing), tree, toMany)
  }
}
