internal import SZJSON
internal import SZModel

extension Patcher {
  /// Applies the change of a set by counted membership: a value fits that stands in the array as often as in `old`, and is
  /// applied already when it stands there as often as in `new`. With force it is given that count whatever stands there.
  ///
  /// What goes are the last of equal elements; what comes is put at the end.
  mutating func set(_ array: ChangedPart) {
    guard case .set(let old, let new) = tree[array.item] else { return }
    let (index, node, path, place) = (array.item, array.node, array.path, array.place)
    guard target.kind(node) == .array else {
      reject(.update, array, expected: .words("an array"), found: words(node))
      return
    }
    let elements = Array(target.elements(node))
    let hashing = elementHash(place)
    let counts = SetCounts(tree, old: old, new: new) { hashing.of($0.document, $0.node) }
    var places = [[Int]](repeating: [], count: counts.entries.count)
    for (position, element) in elements.enumerated() {
      if let entry = counts.entry(hashing.of(target, element)) { places[entry].append(position) }
    }
    var gone: Set<Int> = []
    var surplus = [Int](repeating: 0, count: counts.entries.count)
    for (number, entry) in counts.entries.enumerated() {
      let (there, wanted) = (places[number].count, entry.new.count)
      if there == wanted {
        alreadyAppliedCount += 1
      } else if there == entry.old.count || policy == .force {
        appliedCount += 1
        gone.formUnion(places[number].dropFirst(wanted))
        surplus[number] = wanted - there
      } else {
        misfit(array, entry, there)
      }
    }
    // Of equal ones in the change, the first stand there already.
    var slots: [ContainerRewrite.Slot] = elements.indices.filter { !gone.contains($0) }.map { .kept($0) }
    var isRewritten = !gone.isEmpty
    var skipped = surplus.indices.map { counts.entries[$0].new.count - max(0, surplus[$0]) }
    for value in tree.values(new) {
      guard let entry = counts.entry(hashing.of(value.document, value.node)), surplus[entry] > 0
      else { continue }
      if skipped[entry] > 0 {
        skipped[entry] -= 1
        continue
      }
      surplus[entry] -= 1
      isRewritten = true
      bring(value, ChangedPart(item: index, node: node, path: path, place: hashing.place))
      let start = edits.text.count
      layout.append(value, asChildOf: node, to: &edits.text)
      slots.append(.content(edits.content(from: start)))
    }
    guard isRewritten else { return }
    for position in gone { noteDeletion(index, elements[position]) }
    push(
      .finish(
        ContainerPatch(
          node: node, children: .elements(target, elements), slots: slots, checkpoint: edits.checkpoint)))
  }

  private mutating func misfit(_ array: ChangedPart, _ entry: SetCounts.Entry, _ there: Int) {
    guard let value = entry.old.first ?? entry.new.first else { return }
    var text: [UInt8] = []
    value.appendCompact(to: &text)
    let name = String(decoding: text, as: UTF8.self)
    func times(_ count: Int) -> String {
      count == 0 ? "no \(name)" : "\(name) \(count == 1 ? "once" : "\(count) times")"
    }
    reject(.set, array, expected: .words(times(entry.old.count)), found: .words(times(there)))
  }
}
