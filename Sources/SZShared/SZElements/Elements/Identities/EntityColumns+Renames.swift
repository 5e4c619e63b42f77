internal import SZJSON
internal import SZModel

extension EntityColumns {
  /// Whether the array is a list, since an identity that values prove may have another element now: the sides gave one name to two, or each
  /// created what may be one (``DoubledNames``), one of them gave that of one to another one (``ReusedIdentities``), or a new one may be one
  /// that is gone. Linear, but for logarithms, in the text of the arrays.
  func mayBeRenamed(_ document: Document, _ own: ElementRests.Side, _ others: ElementRests.Side) -> Bool {
    DoubledNames.areAny(self, Three(pristine: document, edited: own.document, current: others.document))
      || haveReused(edited, own, current, others, document)
      || haveReused(current, others, edited, own, document)
      || haveRenamed(document, own, others)
  }

  /// Whether a new element of a side may be one of PRISTINE that the side does not have (``RenamingSide``), or one that both sides created
  /// may be two of these (``JointRename``).
  private func haveRenamed(_ document: Document, _ own: ElementRests.Side, _ others: ElementRests.Side)
    -> Bool
  {
    guard let pristine else { return false }
    let (inEdited, inCurrent) = (
      AbsentElements(edited, besides: current), AbsentElements(current, besides: edited)
    )
    let bothCreated = currentInEdited.indices.filter { currentInEdited[$0] >= 0 && currentInPristine[$0] < 0 }
    let areOnlyKept = inEdited.areOnlyKept && inCurrent.areOnlyKept
    let mayBothHaveMoved = !inEdited.all.isEmpty && !inCurrent.all.isEmpty
    if areOnlyKept, bothCreated.isEmpty, !mayBothHaveMoved { return false }
    let shared = Set(bothCreated.map { currentInEdited[$0] })
    let sides = [
      RenamingSide(
        version: own, absent: inEdited,
        isNew: editedInPristine.enumerated().map { $1 < 0 && !shared.contains($0) },
        moved: edited.isInReferenceOrder ? [] : mayHaveMoved(editedInPristine)),
      RenamingSide(
        version: others, absent: inCurrent,
        isNew: currentInPristine.enumerated().map { $1 < 0 && currentInEdited[$0] < 0 },
        moved: current.isInReferenceOrder ? [] : mayHaveMoved(currentInPristine)),
    ]
    if JointRename.isAny(bothCreated.map { (currentInEdited[$0], $0) }, sides[0], sides[1]) { return true }
    if areOnlyKept, !mayBothHaveMoved { return false }
    let distinct = distinctNames ?? DistinctNames(document, pristine.elements)
    // Linear, and asked for several times.
    lazy var members = DistinctMembers(document, pristine.elements)
    func isAnyRecognised(_ side: RenamingSide, haveOthersMoved: Bool) -> Bool {
      side.isAnyRecognised(
        document, pristine.elements, distinct, { members }, haveOthersMoved: haveOthersMoved)
    }
    if sides.contains(where: { $0.hasMovedRenamed { members } }) { return true }
    // What each side may have moved under another name stands in no other order with what it has by its identity.
    if mayBothHaveMoved, sides.allSatisfy({ isAnyRecognised($0, haveOthersMoved: true) }) { return true }
    return !areOnlyKept
      && (sides.contains { $0.isAnyInPlace }
        || !sides[0].recalled({ members }).isDisjoint(with: sides[1].recalled { members })
        || sides.contains { !$0.recalled({ members }, shared: true).isEmpty }
        || sides.contains { isAnyRecognised($0, haveOthersMoved: $0.absent.haveOthersMoved) })
  }

  /// Whether a side gave the identity of an element to another one (``ReusedIdentities``) where the other side did otherwise: it took out
  /// or edited one of the two, put something beside one, or moved any. Linear in the elements, and as that is.
  private func haveReused(
    _ side: IdentityColumn, _ version: ElementRests.Side, _ other: IdentityColumn,
    _ otherVersion: ElementRests.Side,
    _ document: Document
  ) -> Bool {
    guard let pristine else { return false }
    var reused = ReusedIdentities(side, version, document, pristine.elements, isFound: isFound).all
    if reused.isEmpty { return false }
    let others = Dictionary(uniqueKeysWithValues: zip(other.hashes, otherVersion.elements))
    reused.removeAll { reuse in
      others[side.hashes[reuse.position]].map(otherVersion.document.hash)
        == version.document.hash(version.elements[reuse.position])
    }
    if reused.isEmpty { return false }
    if !other.isInReferenceOrder { return true }
    let involved = Set(reused.flatMap { [$0.old, $0.origin] }.filter { $0 >= 0 })
    if involved.contains(where: { other.ownPositions[$0] < 0 || !other.isUnchanged[$0] }) { return true }
    let neighbours = KeptNeighbours(otherVersion.inPristine)
    return otherVersion.inPristine.indices.contains { position in
      otherVersion.inPristine[position] < 0
        && (involved.contains(neighbours[position].before) || involved.contains(neighbours[position].behind))
    }
  }
}
