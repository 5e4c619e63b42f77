internal import SZJSON
internal import SZModel

extension Differ {
  /// Compares two arrays as sets: how often each value stands in them. A value whose count changes stands in the change as
  /// often as in each array, so that a patch can tell a set that has the change already. What is ignored in elements does not count.
  mutating func set(
    _ oldElements: [Document.Node], _ newElements: [Document.Node], _ place: Rules.Place?
  ) {
    let oldCounted = counted(old, oldElements, oldHashes, place)
    let newCounted = counted(new, newElements, newHashes, place)
    var counts: [UInt64: Int] = [:]
    for hash in oldCounted { counts[hash, default: 0] += 1 }
    for hash in newCounted { counts[hash, default: 0] -= 1 }
    if counts.values.allSatisfy({ $0 == 0 }) { return }
    func changed(_ elements: [Document.Node], _ hashes: [UInt64]) -> [Document.Node] {
      zip(elements, hashes).compactMap { counts[$1, default: 0] != 0 ? $0 : nil }
    }
    let gone = values(old, changed(oldElements, oldCounted), place)
    let added = values(new, changed(newElements, newCounted), place)
    tree.add(.set(old: gone, new: added))
  }

  /// The hashes of what is in of elements, or of those as a whole in which nothing is.
  private func counted(
    _ document: Document, _ elements: [Document.Node], _ hashes: SelectedHashes, _ place: Rules.Place?
  ) -> [UInt64] {
    elements.enumerated().map { index, element in
      let child = rules.element(place, index, of: elements.count, Value(document, element))
      return hashes.hash(element, child) ?? document.hash(element)
    }
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
}
