internal import SZJSON
internal import SZModel

extension Differ {
  /// Compares two arrays as sets: how often each value stands in them. A value whose count changes stands in the change as
  /// often as in each array, so that a patch can tell a set that has the change already. For it equal elements are one: where a path
  /// by index leaves one of them in OLD out, it leaves out all.
  mutating func set(
    _ oldElements: [Document.Node], _ newElements: [Document.Node], _ place: Rules.Place?
  ) {
    let leftOut = Set(
      oldElements.indices.filter { !isIn(old, oldElements, $0, place) }.map { old.hash(oldElements[$0]) })
    let oldCounted = counted(old, oldElements, oldHashes, place, without: leftOut)
    let newCounted = counted(new, newElements, newHashes, place, without: leftOut)
    var counts: [UInt64: Int] = [:]
    for case let hash? in oldCounted { counts[hash, default: 0] += 1 }
    for case let hash? in newCounted { counts[hash, default: 0] -= 1 }
    if counts.values.allSatisfy({ $0 == 0 }) { return }
    func changed(_ elements: [Document.Node], _ hashes: [UInt64?]) -> [Document.Node] {
      zip(elements, hashes).compactMap { element, hash in
        hash.map { counts[$0, default: 0] != 0 } ?? false ? element : nil
      }
    }
    let gone = values(old, changed(oldElements, oldCounted), place)
    let added = values(new, changed(newElements, newCounted), place)
    tree.add(.set(old: gone, new: added))
  }

  /// Adds elements of a set, without what a model leaves out of them.
  private mutating func values(_ document: Document, _ nodes: [Document.Node], _ place: Rules.Place?)
    -> ChangeTree.Stretch
  {
    guard case .entities? = place?.declared, rules.schema?.hasLeftOut ?? false else {
      return tree.add(document, scattered: nodes)
    }
    return tree.add(
      nodes.map { node in
        let value = Value(document, node)
        return DeclaredText.value(value, rules.element(place, 0, of: nodes.count, value), rules)
      })
  }

  /// The hashes of the elements that are in; nil for the others, which neither come nor go.
  private func counted(
    _ document: Document, _ elements: [Document.Node], _ hashes: SelectedHashes, _ place: Rules.Place?,
    without leftOut: Set<UInt64>
  ) -> [UInt64?] {
    elements.enumerated().map { index, element in
      if !leftOut.isEmpty, leftOut.contains(document.hash(element)) { return nil }
      let child = rules.element(place, index, of: elements.count, Value(document, element))
      return rules.isIn(child) ? hashes.hash(element, child) : nil
    }
  }

  private func isIn(_ document: Document, _ elements: [Document.Node], _ index: Int, _ place: Rules.Place?)
    -> Bool
  {
    rules.isIn(rules.element(place, index, of: elements.count, Value(document, elements[index])))
  }
}
