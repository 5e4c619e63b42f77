internal import SZJSON
internal import SZModel

/// What says that an element that a side put comes from one of PRISTINE that it took out, of which it still has half.
///
/// Of `[{"sku": "hat", "qty": 2}, {"sku": "cap", "qty": 1}]` a side makes `[{"sku": "tie", "qty": 2}, {"sku": "cap", "qty": 1},
/// {"sku": "hat", "qty": 3}]`: `tie` has the place and the number of `hat`, but `hat` is the one with its `sku`.
struct OriginClaims {
  /// What a claim rests on, the weakest first: the place, what the element of PRISTINE alone had, with numbers and without, as many
  /// strings of members that tell all of them, and one of these that identifies by its name.
  enum Proof: Comparable { case place, number, text, names(Int), identity }

  /// That an element of the side comes from one of PRISTINE.
  struct Claim {
    let position: Int
    let original: Int
    let proof: Proof
  }

  private let pristine: ListElements
  private let side: ListElements
  private let hunks: [SequenceHunk]
  private let candidates: Candidates
  private let usualNames: [UInt64]

  /// Of what was put at some positions, and taken out at others, by the hunks between PRISTINE and the side.
  init(
    _ pristine: ListElements, _ gone: [Int], _ side: ListElements, _ put: [Int], _ hunks: [SequenceHunk]
  ) {
    (self.pristine, self.side, self.hunks) = (pristine, side, hunks)
    candidates = Candidates(pristine, gone, side, put)
    usualNames = pristine.document.hashing.map { IdentityNames.usualHashes($0) } ?? []
  }

  /// The claims of an element that was put, on those that it is most like first. Linear in its members and in those of what it is held
  /// against, and in the text of the list the first time.
  func of(_ position: Int) -> [Claim] {
    let alike = candidates.of(position).compactMap { original -> (original: Int, likeness: Double)? in
      let likeness = pristine.likeness(original, side, position)
      return likeness == 0 ? nil : (original, likeness)
    }
    let traces = alike.isEmpty ? [] : side.traces(position)
    lazy var texts = side.innerTexts(position)
    return alike.sorted { $0.likeness > $1.likeness }.compactMap { original, _ in
      let proof =
        proofByName(original, position)
        ?? proofByContent(original, pristine.traces(original).intersection(traces), texts)
        ?? (isInPlace(original, position) ? .place : nil)
      return proof.map { Claim(position: position, original: original, proof: $0) }
    }
  }

  /// By the strings of members that tell all elements of PRISTINE, or by the first value of an array, where that tells all.
  private func proofByName(_ original: Int, _ position: Int) -> Proof? {
    let node = pristine.nodes[original]
    if pristine.document.kind(node) == .array {
      guard let keys = pristine.firstValues, side.firstValue(position) == keys[original] else { return nil }
      return pristine.document.kind(pristine.document.firstChild(node)).isString ? .identity : nil
    }
    let names = pristine.distinctNames.same(node, in: side.document, side.nodes[position])
    if names.isEmpty { return nil }
    return names.contains(where: usualNames.contains) ? .identity : .names(names.count)
  }

  /// By what both have in common, or by strings deeper in the element that was put.
  private func proofByContent(
    _ original: Int, _ common: Set<UInt64>, _ texts: @autoclosure () -> Set<UInt64>
  ) -> Proof? {
    if pristine.isSingle(original, common.subtracting(pristine.numbers(original)))
      || pristine.isKnown(original, byAnyOf: texts())
    {
      return .text
    }
    return pristine.isSingle(original, common) ? .number : nil
  }

  private func isInPlace(_ original: Int, _ position: Int) -> Bool {
    let next = Bisection.count(hunks) { $0.new.upperBound <= position }
    return next < hunks.count && hunks[next].old.contains(original)
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
