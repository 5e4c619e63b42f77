internal import SZJSON

/// Which elements of PRISTINE the elements that a side put come from, as far as they resemble each other.
///
/// An element that a side took out and one that it put are one element when at least half of the larger one's members are equal, and it
/// stands in its place or no other one of PRISTINE has the equal ones, or when one is a plain value that stands in the other one. So an
/// element that was moved and edited counts as the one that it was: from `[["b", 2, true], ["c", 3, false]]` to
/// `[["c", 3, false], ["b", 9, true]]` the row of b was not exchanged for another one, and from `["b", "c"]` to `["c", ["b", 2]]` b is
/// not gone. Where several may be it, the strongest claim is taken (``OriginClaims``). What the other side put just so is itself: where
/// one side made x of a and the other one put x, there may be one x.
struct ElementOrigins {
  /// What the elements of the side count as: the hash of the element of PRISTINE that each comes from, or its own.
  private(set) var hashes: [UInt64]
  /// Whether an element counts as another one than itself.
  private(set) var isTrivial = true

  /// By the hunks between PRISTINE and a side, `others` being what the other side put, which is asked where a container was put. Linear in
  /// the members of what was taken out and put, but for few of them, of which each is held against each.
  init(
    _ pristine: ListElements, _ side: ListElements, _ hunks: [SequenceHunk],
    besides others: @autoclosure () -> HashSet
  ) {
    hashes = side.hashes
    let put = hunks.flatMap { $0.new.filter(side.isContainer) }
    let plainPut = hunks.flatMap { $0.new.filter { !side.isContainer($0) } }
    if put.isEmpty,
      plainPut.isEmpty || !hunks.contains(where: { $0.old.contains(where: pristine.isContainer) })
    {
      return
    }
    // What was only moved is itself.
    let moved = HashSet(hunks.flatMap { side.hashes[$0.new] })
    let gone = hunks.flatMap { $0.old.filter { !moved.contains(pristine.hashes[$0]) } }
    let containers = gone.filter(pristine.isContainer)
    var plain = Set(gone.filter { !pristine.isContainer($0) }.map { pristine.hashes[$0] })
    var isTaken: Set<Int> = []
    let originals = HashSet(hunks.flatMap { pristine.hashes[$0.old] })
    let claims = OriginClaims(pristine, containers, side, put, hunks)
    let others = others()
    let new = put.filter { !originals.contains(side.hashes[$0]) }
    // Of equal claims what both sides put has the first one: else a push that arrives twice finds what CURRENT put to be the element.
    let shared = new.filter { others.contains(side.hashes[$0]) }
    let own = new.filter { !others.contains(side.hashes[$0]) }
    var isKnown: Set<Int> = []
    for claim in (shared + own).flatMap(claims.of).sorted(by: { $0.proof > $1.proof }) {
      if isKnown.contains(claim.position) || !isTaken.insert(claim.original).inserted { continue }
      isKnown.insert(claim.position)
      if !others.contains(side.hashes[claim.position]) {
        hashes[claim.position] = pristine.hashes[claim.original]
      }
    }
    for position in own where !plain.isEmpty && !isKnown.contains(position) {
      if let child = side.children(position).first(where: plain.contains) {
        plain.remove(child)
        hashes[position] = child
      }
    }
    var wrapped: [UInt64: Int] = [:]
    for original in plainPut.isEmpty ? [] : containers where !isTaken.contains(original) {
      for child in pristine.children(original) where wrapped[child] == nil { wrapped[child] = original }
    }
    for position in plainPut where !originals.contains(side.hashes[position]) {
      guard !others.contains(side.hashes[position]), let original = wrapped[side.hashes[position]],
        isTaken.insert(original).inserted
      else { continue }
      hashes[position] = pristine.hashes[original]
    }
    isTrivial = hashes == side.hashes
  }
}
