/// Lists of one array around one other.
extension Merger {
  /// Merges three lists whose only elements are arrays around one array each, and different ones: they are one element, which stays
  /// an array around one other, whatever becomes of that. So there is nothing to guess, nothing to try, and nothing to lay out anew;
  /// false, and nothing is done, where the lists are others. Constant time.
  mutating func mergesNested(
    _ inPristine: Document.Node, _ inEdited: Document.Node, _ inCurrent: Document.Node, _ spot: Spot
  ) -> Bool {
    guard let inPristine = Merger.nested(pristine, inPristine),
      let inEdited = Merger.nested(edited, inEdited), let inCurrent = Merger.nested(current, inCurrent)
    else { return false }
    let hashes = (pristine.hash(inPristine), edited.hash(inEdited), current.hash(inCurrent))
    if hashes.0 == hashes.1 || hashes.1 == hashes.2 || hashes.2 == hashes.0 { return false }
    let versions = Versions(pristine: inPristine, edited: inEdited, current: inCurrent)
    let child = elementSpot(versions, 0, of: 1, 0, spot)
    // The elements of a set come and go.
    if child.place?.declared != nil || rules.isSet(child.place) || rules.isUnordered(child.place) {
      return false
    }
    carryOut(decide(versions, child), versions, inCurrent, child)
    return true
  }

  /// The only element of an array, when it is an array whose only element is one.
  private static func nested(_ document: Document, _ array: Document.Node) -> Document.Node? {
    guard let element = only(document, array) else { return nil }
    return only(document, element) == nil ? nil : element
  }

  /// The only element of an array, when it is an array.
  private static func only(_ document: Document, _ array: Document.Node) -> Document.Node? {
    if document.isEmptyContainer(array) { return nil }
    let element = document.firstChild(array)
    return document.kind(element) == .array && document.next(element) == document.end(array) ? element : nil
  }
}
