internal import SZJSON
internal import SZModel

extension EntityColumns {
  /// Whether a side may have given another identity, which values prove, to an element (``RenamingSide``), or each side the same one to
  /// another element (``JointRename``), or the same name (``DoubledNames``). Linear, but for logarithms, in the text of the arrays.
  func mayBeRenamed(_ document: Document, _ own: ElementRests.Side, _ others: ElementRests.Side) -> Bool {
    guard let pristine else { return false }
    if DoubledNames.areAny(
      self, Three(pristine: document, edited: own.document, current: others.document))
    {
      return true
    }
    let (inEdited, inCurrent) = (
      AbsentElements(edited, besides: current), AbsentElements(current, besides: edited)
    )
    let bothCreated = currentInEdited.indices.filter { currentInEdited[$0] >= 0 && currentInPristine[$0] < 0 }
    let areOnlyKept = inEdited.areOnlyKept && inCurrent.areOnlyKept
    if areOnlyKept, bothCreated.isEmpty { return false }
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
    if areOnlyKept { return false }
    let distinct = distinctNames ?? DistinctNames(document, pristine.elements)
    return sides.contains { $0.isAnyInPlace }
      || sides.contains { $0.isAnyRecognised(document, pristine.elements, distinct) }
  }
}
