internal import SZJSON
internal import SZModel

/// Whether a new element of a side may be one of PRISTINE that it does not have, under another name, although the other side did more
/// than keep that: then only the rules for lists can settle what becomes of it.
struct RenameDoubt {
  let version: ElementRests.Side
  let absent: AbsentElements
  /// Whether an element is neither in PRISTINE nor on the other side: what both have is no doubt.
  let isNew: [Bool]
  /// Whether the side has elements of PRISTINE in another order.
  let haveMoved: Bool

  /// Whether it has a new element between those of PRISTINE between which absent ones stood: where one is missing for which no element
  /// stands there that both have, or where they are more or fewer than the new ones and the other side swapped one with others;
  /// or whether it has a new one anywhere where both sides moved some, and the other side an absent one past others.
  /// Linear, but for a logarithm for each such place.
  ///
  /// Of `[{"name": "A"}, {"name": "B"}]` one side makes `B1` of B, and the other one `B2`; of `[A, B, C]` one side makes `[D, C]`, and
  /// the other one `[C, A, B]`.
  var isAnyInPlace: Bool {
    if !absent.swapped.isEmpty, haveMoved, isNew.contains(true) { return true }
    var (last, new, shared) = (-1, 0, 0)
    for (element, position) in (version.inPristine + [.max]).enumerated() {
      if position < 0 {
        if isNew[element] { new += 1 } else { shared += 1 }
        continue
      }
      if new > 0, last < position {
        func count(_ elements: [Int]) -> Int {
          Bisection.count(elements) { $0 < position } - Bisection.count(elements) { $0 <= last }
        }
        if count(absent.missing) > shared { return true }
        if count(absent.swapped) > 0, count(absent.all) != new + shared { return true }
      }
      (last, new, shared) = (position, 0, 0)
    }
    return false
  }

  /// Whether it has a new element anywhere with a string that told a missing one from all others, or with half of its members,
  /// of which one stands nowhere else in either version: of `{"url": "u1", "label": "L1"}` one side made
  /// `{"url": "w1", "label": "L1"}` and moved it, the other one deleted it. What others have, too, such as `"done": false`, tells
  /// nothing. Beyond some pairs nobody looks.
  func isAnyRecognised(_ pristine: Document, _ elements: [Document.Node], _ names: DistinctNames) -> Bool {
    if absent.missing.isEmpty { return false }
    let new = version.elements.indices.filter { isNew[$0] }
    if new.isEmpty || new.count * absent.missing.count > SimilarityAlignment.allPairs { return false }
    let missing = absent.missing.map { elements[$0] }
    let tells = (
      DistinctMembers(pristine, elements), DistinctMembers(version.document, version.elements)
    )
    return new.contains { position in
      let node = version.elements[position]
      if missing.contains(where: { names.isAnySame($0, in: version.document, node) }) { return true }
      return DistinctMembers.members(version.document, node).contains { member in
        guard tells.1.holder(of: member) == position, let old = tells.0.holder(of: member) else {
          return false
        }
        return absent.missing.contains(old)
          && Resemblance().isHalfEqual(pristine, elements[old], version.document, node)
      }
    }
  }
}
