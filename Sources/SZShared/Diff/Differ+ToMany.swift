/// Two arrays whose elements are entities.
final class ToManyPlan {
  let names: [[UInt8]]
  let old: IdentityColumn
  let new: IdentityColumn
  let place: Selection.Place?
  /// The last old element that is still there; -1 when none is.
  let lastKept: Int

  init(names: [[UInt8]], old: IdentityColumn, new: IdentityColumn, place: Selection.Place?) {
    self.names = names
    self.old = old
    self.new = new
    self.place = place
    lastKept = old.hashes.lastIndex { new.index.value($0) != nil } ?? -1
  }
}

extension Differ {
  /// Compares two arrays of entities: who is a member, what changed in each, and their order, as separate facts.
  mutating func toMany(_ plan: ToManyPlan) {
    let index = tree.open(ChangeTree.Item(.toMany))
    push(.close(index))
    if !options.unordered { push(.moves(plan, tree: index)) }
    var work: [Task] = []
    let newOfOld = Differ.matches(plan.old, plan.new)
    for (position, element) in plan.old.elements.enumerated() {
      let place = selection.element(plan.place, position, of: plan.old.elements.count)
      if selection.isLeftOut(place) { continue }
      guard newOfOld[position] >= 0 else {
        work.append(.deletedMember(plan, old: position))
        continue
      }
      let match = newOfOld[position]
      if old.hash(element) != new.hash(plan.new.elements[match]) {
        work.append(.member(plan, old: position, new: match))
      }
    }
    var isMatched = [Bool](repeating: false, count: plan.new.elements.count)
    for match in newOfOld where match >= 0 { isMatched[match] = true }
    for position in plan.new.elements.indices where !isMatched[position] {
      if selection.isLeftOut(selection.element(plan.place, position, of: plan.new.elements.count)) { continue }
      work.append(.createdMember(plan, new: position))
    }
    for task in work.reversed() { push(task) }
  }

  /// For each old element the position of the new one with its identity, or -1.
  ///
  /// Most arrays keep their order, so the element behind the last match is tried before the index is.
  static func matches(_ old: IdentityColumn, _ new: IdentityColumn) -> [Int] {
    var next = 0
    return old.hashes.map { hash in
      if next < new.hashes.count, new.hashes[next] == hash {
        next += 1
        return next - 1
      }
      guard let match = new.index.value(hash) else { return -1 }
      next = match + 1
      return match
    }
  }

  mutating func created(_ plan: ToManyPlan, _ index: Int) {
    whole(Value(new, plan.new.elements[index]), plan.names, state: .created)
  }

  /// A deleted member carries its place in the old order, unless all behind it went too: without it the change could not be
  /// turned round.
  mutating func deleted(_ plan: ToManyPlan, _ index: Int) {
    let stoodAtEnd = options.unordered || index > plan.lastKept
    whole(
      Value(old, plan.old.elements[index]), plan.names, state: .deleted, number: stoodAtEnd ? -1 : index)
  }

  /// Adds the moves that the new order needs beyond "old order, less the deleted, created ones at the end".
  mutating func moves(_ plan: ToManyPlan, _ toMany: Int) {
    let oldOfNew = plan.new.hashes.map { plan.old.index.value($0) ?? -1 }
    let kept = oldOfNew.filter { $0 >= 0 }
    let isSimple =
      zip(kept, kept.dropFirst()).allSatisfy { $0 < $1 } && oldOfNew.prefix(kept.count).allSatisfy { $0 >= 0 }
    // A place that is left out of the comparison has no order either.
    if isSimple || plan.place != nil && selection.isLeftOut(selection.element(plan.place, 0, of: 1)) { return }
    var stays = [Bool](repeating: false, count: oldOfNew.count)
    let keptPositions = oldOfNew.indices.filter { oldOfNew[$0] >= 0 }
    for position in LongestIncreasing.positions(of: kept) { stays[keptPositions[position]] = true }
    // Created members at the very end go there by themselves.
    var end = oldOfNew.count
    while end > 0, oldOfNew[end - 1] < 0 { end -= 1 }

    if tree.items.count == toMany + 1 {
      // The change names its own key: with nothing else to say, a member is named for its identity.
      if let first = stays.firstIndex(of: false) {
        let entity = tree.open(ChangeTree.Item(.entity))
        addIdentity(Value(new, plan.new.elements[first]), plan.names)
        tree.close(entity)
      }
    }
    var position = 0
    while position < end {
      if stays[position] {
        position += 1
        continue
      }
      let start = position
      position += 1
      while position < end, !stays[position],
        oldOfNew[start] < 0 ? oldOfNew[position] < 0 : oldOfNew[position] == oldOfNew[position - 1] + 1
      {
        position += 1
      }
      move(plan, start..<position, oldOfNew, stays)
    }
  }

  private mutating func move(_ plan: ToManyPlan, _ run: Range<Int>, _ oldOfNew: [Int], _ stays: [Bool]) {
    var item = ChangeTree.Item(.move)
    let wasThere = oldOfNew[run.lowerBound] >= 0
    item.number =
      wasThere
      ? oldOfNew[run.lowerBound]
      : stays[run.upperBound...].firstIndex(of: true).map { oldOfNew[$0] } ?? plan.old.elements.count
    let index = tree.open(item)
    let reach = options.context ?? 1
    // Neighbours are what the place is told by, so there is one even with --context 0.
    add(.before, plan, max(0, run.lowerBound - max(1, reach))..<run.lowerBound)
    if wasThere { add(.old, plan, run) }
    add(.new, plan, run)
    add(.after, plan, run.upperBound..<min(plan.new.elements.count, run.upperBound + reach))
    tree.close(index)
  }

  private mutating func add(_ role: ChangeTree.Role, _ plan: ToManyPlan, _ positions: Range<Int>) {
    for position in positions {
      var item = ChangeTree.Item(role)
      item.number = 1
      item.new = identity(plan, position)
      tree.add(item)
    }
  }

  /// The identity of a new element as one value: a composite one is an array.
  private func identity(_ plan: ToManyPlan, _ position: Int) -> Value? {
    let element = plan.new.elements[position]
    guard let parts = IdentityColumn.identity(new, element, names: plan.names) else { return nil }
    if parts.count == 1 { return Value(new, parts[0]) }
    var text: [UInt8] = [UInt8(ascii: "[")]
    for (number, part) in parts.enumerated() {
      if number > 0 { text.append(UInt8(ascii: ",")) }
      text += new.text(part)
    }
    text.append(UInt8(ascii: "]"))
    return (try? Document.read(text)).map { Value($0, $0.root) }
  }
}
