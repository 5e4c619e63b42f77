internal import SZJSON
internal import SZModel

/// Which elements of PRISTINE the elements that a side put come from, as far as they resemble each other.
///
/// An element that a side took out and one that it put are one element when at least half of the larger one's members are equal, and it
/// stands in its place or no other one of PRISTINE has the equal ones, or when one is a plain value that stands in the other one. So an
/// element that was moved and edited counts as the one that it was: from `[["b", 2, true], ["c", 3, false]]` to
/// `[["c", 3, false], ["b", 9, true]]` the row of b was not exchanged for another one, and from `["b", "c"]` to `["c", ["b", 2]]` b is
/// not gone. What the other side put just so is itself: where one side made x of a and the other one put x, there may be one x.
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
    let candidates = Candidates(pristine, containers, side, put)
    let others = others()
    /// The elements that one may come from, those that it is most like first.
    func claims(_ position: Int) -> [Claim] {
      let alike = candidates.of(position).compactMap { original -> (original: Int, likeness: Double)? in
        let likeness = pristine.likeness(original, side, position)
        return likeness == 0 ? nil : (original, likeness)
      }
      let traces = alike.isEmpty ? [] : side.traces(position)
      lazy var texts = side.innerTexts(position)
      return alike.sorted { $0.likeness > $1.likeness }.compactMap { original, _ in
        if let name = pristine.sameName(original, in: side, position) {
          return Claim(position, original, name.isIdentity ? .identity : .names(name.count))
        }
        let common = pristine.traces(original).intersection(traces)
        let isOfText =
          pristine.isSingle(original, common.subtracting(pristine.numbers(original)))
          || pristine.isKnown(original, byAnyOf: texts)
        if isOfText { return Claim(position, original, .text) }
        if pristine.isSingle(original, common) { return Claim(position, original, .number) }
        return isInPlace(original, position) ? Claim(position, original, .place) : nil
      }
    }
    func isInPlace(_ original: Int, _ position: Int) -> Bool {
      let next = Bisection.count(hunks) { $0.new.upperBound <= position }
      return next < hunks.count && hunks[next].old.contains(original)
    }
    let new = put.filter { !originals.contains(side.hashes[$0]) }
    // Of equal claims what both sides put has the first one: else a push that arrives twice finds what CURRENT put to be the element.
    let shared = new.filter { others.contains(side.hashes[$0]) }
    let own = new.filter { !others.contains(side.hashes[$0]) }
    var isKnown: Set<Int> = []
    for claim in (shared + own).flatMap(claims).sorted(by: { $0.proof > $1.proof }) {
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

  /// What says that an element comes from another one, the weakest first: its place, what this one alone had, with numbers and without,
  /// as many strings of members that tell all of them, and one of these that identifies by its name.
  private enum Proof: Comparable { case place, number, text, names(Int), identity }

  /// That an element of the side comes from one of PRISTINE.
  private struct Claim {
    let position: Int
    let original: Int
    let proof: Proof

    init(_ position: Int, _ original: Int, _ proof: Proof) {
      (self.position, self.original, self.proof) = (position, original, proof)
    }
  }

  /// The elements that were taken out, by what an element that was put may have in common with them.
  private struct Candidates {
    private let all: [Int]
    private var holders: MemberHolders?
    private let side: ListElements
    /// What more elements than this share tells nothing.
    private static let mostHolders = 8

    init(_ pristine: ListElements, _ gone: [Int], _ side: ListElements, _ put: [Int]) {
      (all, self.side) = (gone, side)
      if gone.count * put.count <= SimilarityAlignment.allPairs { return }
      var holders = MemberHolders(expected: gone.count)
      for position in gone { pristine.forEachTrace(position) { holders.add($0, of: position) } }
      self.holders = holders
    }

    func of(_ position: Int) -> [Int] {
      guard let holders else { return all }
      var positions: Set<Int> = []
      side.forEachTrace(position) { member in
        positions.formUnion(holders.of(member, atMost: Candidates.mostHolders) ?? [])
      }
      return positions.sorted()
    }
  }
}
