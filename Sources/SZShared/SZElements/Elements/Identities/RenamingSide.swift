internal import SZJSON
internal import SZModel

/// A side of an array under an identity that values prove: whether a new element of it may be one of PRISTINE that it does not have,
/// under another name, although the other side did more than keep that. Then only the rules for lists can settle what becomes of it.
struct RenamingSide {
  let version: ElementRests.Side
  let absent: AbsentElements
  /// Whether an element is neither in PRISTINE nor on the other side: what both have is no doubt.
  let isNew: [Bool]
  /// The positions in PRISTINE of what the side may have moved.
  let moved: Set<Int>

  /// What it surely kept around each of its elements. Linear.
  var keptNeighbours: KeptNeighbours { KeptNeighbours(version.inPristine, besides: moved) }

  /// Whether it has a new element between those of PRISTINE between which absent ones stood: where one is missing for which no element
  /// stands there that both have, or where the other side swapped one with others, and they are more or fewer than the new ones, or it has
  /// all of these, too; or whether it has a new one anywhere where both sides moved some, and the other side an absent one past others.
  /// Linear, but for a logarithm for each such place.
  ///
  /// Of `[{"name": "A"}, {"name": "B"}]` one side makes `B1` of B, and the other one `B2`; of `[A, B, C]` one side makes `[D, C]`, and
  /// the other one `[C, A, B]`.
  var isAnyInPlace: Bool {
    if !absent.swapped.isEmpty, !moved.isEmpty, isNew.contains(true) { return true }
    return isAnyInPlace(besides: []) || !moved.isEmpty && movedByReading.contains(where: isAnyInPlace)
  }

  /// The elements of PRISTINE that the side moved, where as few as possible are, in two readings: of two that it exchanged either may have
  /// moved. O(n log n).
  private var movedByReading: [Set<Int>] {
    let kept = version.inPristine.filter { $0 >= 0 }
    let first = LongestIncreasing.positions(of: kept).map { kept[$0] }
    let last = LongestIncreasing.positions(of: kept.reversed().map { -$0 }).map { kept[kept.count - 1 - $0] }
    return [first, last].map { Set(kept).subtracting($0) }
  }

  /// Whether it has one there, as it has the elements of PRISTINE but for some.
  private func isAnyInPlace(besides moved: Set<Int>) -> Bool {
    var (last, new, shared) = (-1, 0, 0)
    for (element, position) in (version.inPristine + [.max]).enumerated() where !moved.contains(position) {
      if position < 0 {
        if isNew[element] { new += 1 } else { shared += 1 }
        continue
      }
      if new + shared > 0, last < position {
        func count(_ elements: [Int]) -> Int {
          Bisection.count(elements) { $0 < position } - Bisection.count(elements) { $0 <= last }
        }
        if new > 0, count(absent.missing) > shared { return true }
        if count(absent.swapped) > 0, new == 0 || count(absent.all) != new + shared { return true }
      }
      (last, new, shared) = (position, 0, 0)
    }
    return false
  }

  /// The missing elements of which a new one holds a string, object or array that no other element of PRISTINE, whose `members` these are,
  /// holds; with `shared` those that the other side swapped, of which one holds it that both have. Linear in the members of these.
  func recalled(_ members: () -> DistinctMembers, shared: Bool = false) -> Set<Int> {
    let olds = shared ? absent.swapped : absent.missing
    let come = version.elements.indices.filter { version.inPristine[$0] < 0 && isNew[$0] != shared }
    if olds.isEmpty || come.isEmpty { return [] }
    let texts = come.flatMap { DistinctMembers.texts(version.document, version.elements[$0]) }
    return Set(texts.compactMap { members().holder(ofAll: [$0]) }).intersection(olds)
  }

  /// Whether it moved no element that it kept, but has new ones in another order, each known by a string, object or array that one absent
  /// element alone had: of `[{"name": "A", "g": "a"}, {"name": "B", "g": "b"}]` it made
  /// `[{"name": "B!", "g": "b"}, {"name": "A!", "g": "a"}]`. Linear in the members of these.
  func hasMovedRenamed(_ members: () -> DistinctMembers) -> Bool {
    let gone = Set(absent.all)
    if gone.isEmpty || !moved.isEmpty || !isNew.contains(true) { return false }
    let order = version.elements.indices.compactMap { position -> Int? in
      if !isNew[position] { return version.inPristine[position] < 0 ? nil : version.inPristine[position] }
      let texts = DistinctMembers.texts(version.document, version.elements[position])
      let origins = Set(texts.compactMap { members().holder(ofAll: [$0]) }).intersection(gone)
      return origins.count == 1 ? origins.first : nil
    }
    return !zip(order, order.dropFirst()).allSatisfy(<)
  }

  /// Whether it has a new element with a string that told one of PRISTINE from all others, or with half of its members, where no other
  /// element of either version has all of these, or where it stands between what the side kept around that one: of one that is
  /// missing, wherever the new one stands, and of any absent one, where the new one stands elsewhere and the other side moved some, too.
  /// What others have, too, such as `"done": false`, tells nothing; `members` are those of PRISTINE. Beyond some pairs nobody looks.
  ///
  /// Of `{"url": "u1", "label": "L1"}` one side made `{"url": "w1", "label": "L1"}` and moved it, the other one deleted it.
  func isAnyRecognised(
    _ pristine: Document, _ elements: [Document.Node], _ names: DistinctNames,
    _ members: () -> DistinctMembers,
    haveOthersMoved: Bool
  ) -> Bool {
    let new = version.elements.indices.filter { isNew[$0] }
    let olds = haveOthersMoved ? absent.all : absent.missing
    if new.isEmpty || olds.isEmpty || new.count * olds.count > SimilarityAlignment.allPairs { return false }
    let missing = Set(absent.missing)
    let tells = (members(), DistinctMembers(version.document, version.elements))
    let neighbours = KeptNeighbours(version.inPristine)
    return new.contains { position in
      let node = version.elements[position]
      let next = neighbours[position]
      let mayBe = olds.filter { missing.contains($0) || $0 < next.before || next.behind < $0 }
      if mayBe.contains(where: { names.isAnySame(elements[$0], in: version.document, node) }) { return true }
      let own = Set(DistinctMembers.members(version.document, node))
      return mayBe.contains { old in
        if !Resemblance().isHalfKept(pristine, elements[old], version.document, node) { return false }
        if neighbours.isAny([old], around: position) { return true }
        let common = own.intersection(DistinctMembers.members(pristine, elements[old]))
        return tells.0.holder(ofAll: common) == old && tells.1.holder(ofAll: common) == position
      }
    }
  }
}
