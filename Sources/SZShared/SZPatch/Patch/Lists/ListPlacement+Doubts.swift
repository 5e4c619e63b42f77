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
  /// edited: of what stands at that end one has more than half of its members, or half where it stood, and one of them no other element
  /// has.
  ///
  /// `holders` is what the elements have, once that was asked.
  func isEdited(_ number: Int, _ round: Round, at position: Int, _ holders: inout PartHolders?) -> Bool {
    let (hunk, sequence) = (hunks[number], round.sequence)
    guard hunk.new.isEmpty, let tree, case .hunk(let said) = tree[hunk.item] else { return false }
    var free = position..<sequence.count
    switch (hunk.before, hunk.after) {
    case (.edge, .values):
      free = 0..<position
      if number > 0 {
        guard case .edits(let front, _) = round.decisions[number - 1], front < position else { return false }
        free = front + 1..<position
      }
    case (.values, .edge) where number == hunks.count - 1: break
    case (.values, .edited):
      guard case .edits(let behind, _) = round.decisions[number + 1], behind >= position else { return false }
      free = position..<behind
    default: return false
    }
    if free.isEmpty { return false }
    let known = holders ?? PartHolders(sequence)
    holders = known
    let start = hunk.after == .values ? position - hunk.old.count : position
    let place = free.clamped(to: start..<start + hunk.old.count)
    return tree.values(said.old).contains {
      sequence.isEdited($0, among: free, known) { place.contains($0) ? 0 : 1 }
    }
  }
}

extension ElementSequence {
  /// The parts of a container, each with its name as one hash, or where it is a number in an array with its index.
  fileprivate struct Parts {
    /// Its members or elements, and whether each may tell it from others.
    var own: [UInt64: Bool] = [:]
    /// The strings of objects in it.
    var inner: Set<UInt64> = []
  }

  /// Whether one of some elements has half of the parts of a value, and as many more as `more` says of its position, and alone has one of
  /// these that is a string, also of an object in it, an integer or no empty container.
  fileprivate func isEdited(
    _ value: Value, among positions: Range<Int>, _ holders: PartHolders, more: (Int) -> Int
  ) -> Bool {
    let old = parts(value)
    let telling = old.own.filter(\.value).map(\.key) + old.inner
    return Set(telling.compactMap { holders.only[$0] }).contains { position in
      guard positions.contains(position), !isEdited(position) else { return false }
      let new = holders.parts[position].own
      let (few, many) = old.own.count < new.count ? (old.own, new) : (new, old.own)
      return few.keys.count { many[$0] != nil } * 2 >= many.count + more(position)
    }
  }

  fileprivate func parts(_ value: Value) -> Parts {
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
      for (index, element) in document.elements(value.node).enumerated() {
        // What is put in front of a string makes no other one of it; a number is another one elsewhere.
        let hasPlace = !document.kind(element).isString && !document.kind(element).isContainer
        add(hasPlace ? UInt64(index) : 0, element)
      }
    default: break
    }
    return parts
  }
}

/// The parts of the elements of a list, and which element has each that no other one has.
struct PartHolders {
  fileprivate let parts: [ElementSequence.Parts]
  fileprivate let only: [UInt64: Int]

  /// Linear in the text of the elements.
  init(_ sequence: ElementSequence) {
    parts = (0..<sequence.count).map { sequence.parts(sequence.value($0)) }
    var holders: [UInt64: Int] = [:]
    var shared: Set<UInt64> = []
    for (position, parts) in parts.enumerated() {
      for part in parts.inner.union(parts.own.keys) where holders.updateValue(position, forKey: part) != nil {
        shared.insert(part)
      }
    }
    only = holders.filter { !shared.contains($0.key) }
  }
}
