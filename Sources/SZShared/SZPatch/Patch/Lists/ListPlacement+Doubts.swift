internal import SZJSON
internal import SZModel

/// What counts as applied and is not: a deletion of what somebody edited or moved.
extension ListPlacement {
  /// Leaves out half moves: a value is put where one hunk has it only where another one, which takes it out, has or had it. Where
  /// it was taken out already, somebody else moved or deleted it. With a hunk goes all that moves with it.
  func keepMovesWhole(_ round: inout Round) {
    var holders: [UInt64: (sources: [Int], targets: [Int])] = [:]
    for number in hunks.indices where hunks[number].change == nil {
      for value in moved(by: number, out: true) { holders[value, default: ([], [])].sources.append(number) }
      for value in moved(by: number, out: false) { holders[value, default: ([], [])].targets.append(number) }
    }
    holders = holders.filter { !$0.value.sources.isEmpty && !$0.value.targets.isEmpty }
    if holders.isEmpty { return }
    let found = round
    for (sources, targets) in holders.values where !sources.contains(where: found.fits) {
      for number in targets where found.fits(number) { round.decisions[number] = .halfMoved(isSource: false) }
    }
    var left = hunks.indices.filter { hunks[$0].change == nil && !round.isSettled($0) }
    while let number = left.popLast() {
      for value in moved(by: number, out: true).union(moved(by: number, out: false)) {
        guard let all = holders.removeValue(forKey: value) else { continue }
        for other in all.sources + all.targets where round.isSettled(other) {
          round.decisions[other] = .halfMoved(isSource: true)
          left.append(other)
        }
      }
    }
  }

  /// What a hunk takes out and does not put, or the other way round.
  private func moved(by number: Int, out: Bool) -> Set<UInt64> {
    let hunk = hunks[number]
    let (own, other) = out ? (hunk.old, hunk.new) : (hunk.new, hunk.old)
    return own.isEmpty ? [] : Set(elements[own]).subtracting(elements[other])
  }

  /// Whether a deletion at an end of the list or beside an edited element, where `position` is, has not been done, but what it deletes was
  /// edited: what stands there has half of its members, and one of them no other element has.
  ///
  /// `holders` is how many elements have each part, once that was asked.
  func isEdited(_ number: Int, _ round: Round, at position: Int, _ holders: inout [UInt64: Int]?) -> Bool {
    let (hunk, sequence) = (hunks[number], round.sequence)
    guard hunk.new.isEmpty, let tree, case .hunk(let said) = tree[hunk.item] else { return false }
    let count = hunk.old.count
    let start: Int
    var free = 0..<sequence.count
    switch (hunk.before, hunk.after) {
    case (.edge, .values):
      start = position - count
      if number > 0 {
        guard case .edits(let front, _) = round.decisions[number - 1], front < position else { return false }
        free = front + 1..<sequence.count
      }
    case (.values, .edge) where number == hunks.count - 1: start = position
    case (.values, .edited):
      guard case .edits(let behind, _) = round.decisions[number + 1], behind >= position else { return false }
      start = position
      free = 0..<behind
    default: return false
    }
    return tree.values(said.old).enumerated().contains { offset, old in
      let found = start + offset
      guard free.contains(found), !sequence.isEdited(found) else { return false }
      let telling = sequence.tellingParts(found, of: old)
      if telling.isEmpty { return false }
      let known = holders ?? sequence.partHolders()
      holders = known
      return telling.contains { known[$0] == 1 }
    }
  }
}

extension ElementSequence {
  /// The parts of a container, each with its name or index as one hash.
  private struct Parts {
    /// Its members or elements, and whether each may tell it from others.
    var own: [UInt64: Bool] = [:]
    /// The strings of objects in it.
    var inner: Set<UInt64> = []
  }

  /// The parts that an element has in common with another value and that are strings, also of an object in it, integers or no empty
  /// containers; none unless half of what both have is equal.
  fileprivate func tellingParts(_ position: Int, of value: Value) -> [UInt64] {
    let (old, new) = (parts(value), parts(self.value(position)))
    let common = Set(old.own.keys).intersection(new.own.keys)
    if common.count * 2 < max(old.own.count, new.own.count) { return [] }
    return common.filter { old.own[$0] ?? false } + old.inner.intersection(new.inner)
  }

  /// How many elements have each part. Linear in their text.
  fileprivate func partHolders() -> [UInt64: Int] {
    var holders: [UInt64: Int] = [:]
    for position in 0..<count {
      let parts = parts(value(position))
      for part in parts.own.keys { holders[part, default: 0] += 1 }
      for part in parts.inner { holders[part, default: 0] += 1 }
    }
    return holders
  }

  private func parts(_ value: Value) -> Parts {
    let (document, hashing) = (value.document, hashing.hashing)
    var parts = Parts()
    func add(_ name: UInt64, _ node: Document.Node) {
      let part = hashing.pair(name, ValueHash.of(document, node, hashing))
      parts.own[part] =
        document.kind(node).isContainer
        ? !document.isEmptyContainer(node) : ElementTraits.mayTell(document, node)
      guard document.kind(node) == .object else { return }
      for member in document.members(node) where document.kind(member.value).isString {
        let both = hashing.pair(name, document.scalarHash(member.name, hashing))
        parts.inner.insert(hashing.pair(both, document.scalarHash(member.value, hashing)))
      }
    }
    switch value.kind {
    case .object:
      for member in document.members(value.node) {
        add(document.scalarHash(member.name, hashing), member.value)
      }
    case .array:
      for (index, element) in document.elements(value.node).enumerated() { add(UInt64(index), element) }
    default: break
    }
    return parts
  }
}
