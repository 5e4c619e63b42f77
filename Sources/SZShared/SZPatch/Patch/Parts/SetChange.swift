internal import SZJSON
internal import SZModel

/// What the change of a set comes to in an array, by counted membership: a value fits that stands in the array as often as in `old`, and is
/// applied already when it stands there as often as in `new`. With force it is given that count whatever stands there.
///
/// What goes are the last of equal elements; what comes is put at the end.
///
/// `{"old":["a"],"new":["a","a","b"]}`: `["a"]` → `["a","a","b"]`, which stays; `["a","a","a"]` is a misfit, and by force
/// → `["a","a","b"]`. `{"old":["a","a","b"],"new":["a"]}`: `["b","a","c","a"]` → `["a","c"]`
struct SetChange {
  private(set) var appliedCount = 0
  private(set) var alreadyAppliedCount = 0
  private(set) var objections: [Objection] = []
  /// The positions of the elements that go.
  private(set) var gone: Set<Int> = []
  private(set) var added: [Value] = []

  init(
    _ array: ChangedPart, _ elements: [Document.Node], old: ChangeTree.Stretch, new: ChangeTree.Stretch,
    _ basis: PatchBasis
  ) {
    let tree = basis.tree
    let hashing = basis.elementHash(array.place)
    let counts = SetCounts(tree, old: old, new: new) { hashing.of($0.document, $0.node) }
    var positions = [[Int]](repeating: [], count: counts.entries.count)
    for (position, element) in elements.enumerated() {
      if let entry = counts.entry(hashing.of(basis.target, element)) { positions[entry].append(position) }
    }
    var surplus = [Int](repeating: 0, count: counts.entries.count)
    for (number, entry) in counts.entries.enumerated() {
      let (there, wanted) = (positions[number].count, entry.new.count)
      if there == wanted {
        alreadyAppliedCount += 1
      } else if there == entry.old.count || basis.policy == .force {
        appliedCount += 1
        gone.formUnion(positions[number].dropFirst(wanted))
        surplus[number] = wanted - there
      } else if let objection = SetChange.objection(array, entry, there) {
        objections.append(objection)
      }
    }
    // Of equal ones in the change, the first stand there already.
    var skipped = surplus.indices.map { counts.entries[$0].new.count - max(0, surplus[$0]) }
    for value in tree.values(new) {
      guard let entry = counts.entry(hashing.of(value.document, value.node)), surplus[entry] > 0
      else { continue }
      if skipped[entry] > 0 {
        skipped[entry] -= 1
        continue
      }
      surplus[entry] -= 1
      added.append(value)
    }
  }

  private static func objection(_ array: ChangedPart, _ entry: SetCounts.Entry, _ there: Int) -> Objection? {
    guard let value = entry.old.first ?? entry.new.first else { return nil }
    var text: [UInt8] = []
    value.appendCompact(to: &text)
    let name = String(decoding: text, as: UTF8.self)
    func times(_ count: Int) -> String {
      count == 0 ? "no \(name)" : "\(name) \(count == 1 ? "once" : "\(count) times")"
    }
    return Objection(
      .set, array, expected: .words(times(entry.old.count)), found: .words(times(there)))
  }
}
