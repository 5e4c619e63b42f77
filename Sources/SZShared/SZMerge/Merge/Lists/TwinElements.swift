internal import SZJSON
internal import SZModel

/// Finds an element that each side put, and that is one by its strings: of `[{"mail":"z"}]` one side makes
/// `[{"mail":"z"},{"mail":"o","n":1}]` and the other one `[{"mail":"z"},{"mail":"o","n":2}]`.
///
/// It counts which strings the two have under a name that no two elements of a version have with one value: one at least is equal, and none
/// is different. `{"role":"user","mail":"bob"}` and `{"role":"user","mail":"eve"}` are two.
struct TwinElements {
  private let rows: Three<ListElements>

  init(_ rows: Three<ListElements>) { self.rows = rows }

  /// Whether the result has one as each side put it. Linear in the elements, where both put objects.
  func areAny(in merge: ListMerge) -> Bool {
    let own = merge.steps.compactMap { step -> Int? in
      if case .take(let position) = step, isNew(position, on: .edited) { return position }
      return nil
    }
    let others = own.isEmpty ? [] : merge.inCurrent.flatMap { $0.new.filter { isNew($0, on: .current) } }
    if others.isEmpty { return false }
    var holders = HashTable(expected: others.count)
    var next = 0
    for case .run(let range) in merge.steps {
      while next < others.count, others[next] < range.upperBound {
        let position = others[next]
        next += 1
        if range.contains(position) {
          forEachName(position, on: .current) { _ = holders.insert($0, value: position) }
        }
      }
    }
    return own.contains { position in
      var twin: Int?
      forEachName(position, on: .edited) { if twin == nil { twin = holders.value($0) } }
      return twin.map { areOne(position, $0) } ?? false
    }
  }

  /// Whether an element is an object that PRISTINE does not have.
  private func isNew(_ position: Int, on side: Party) -> Bool {
    let row = rows[side]
    return row.document.kind(row.nodes[position]) == .object
      && rows.pristine.only(row.hashes[position]) == nil
  }

  /// Whether a name stands with each value once in each version.
  private func tells(_ name: UInt64) -> Bool {
    Party.allCases.allSatisfy { rows[$0].distinctNames.areDistinct(name) }
  }

  private func forEachName(_ position: Int, on side: Party, _ body: (UInt64) -> Void) {
    let row = rows[side]
    let document = row.document
    guard let hashing = document.hashing else { return }
    for member in document.members(row.nodes[position])
    where document.kind(member.value).isString && row.compared.contain(document, member) {
      let name = document.hash(member.name)
      if tells(name) { body(hashing.pair(name, row.compared.hash(document, member))) }
    }
  }

  private func areOne(_ own: Int, _ other: Int) -> Bool {
    let (edited, current) = (rows.edited, rows.current)
    if edited.hashes[own] == current.hashes[other] { return false }
    var pairing = MemberPairing(
      edited.document, edited.nodes[own], current.document, current.nodes[other])
    while let (member, match) = pairing.next() {
      guard let match, edited.document.kind(member.value).isString,
        current.document.kind(match.value).isString, tells(edited.document.hash(member.name))
      else { continue }
      if edited.compared.hash(edited.document, member) != current.compared.hash(current.document, match) {
        return false
      }
    }
    return true
  }
}
