internal import SZJSON
internal import SZModel

/// What both sides gave one new identity, where one of them changed nothing else of it.
///
/// Of `[{"name": "a", "x": 1, "y": 2}]` one side makes `[{"name": "b", "x": 1, "y": 2}]` and the other one `[{"name": "b", "y": 2}]`:
/// x is deleted, as b is a.
struct SharedRenames {
  /// By the position in CURRENT that in PRISTINE, for each of them.
  private(set) var originals: [Int: Int] = [:]

  /// Those under an identity that values prove, which no element of PRISTINE has that a side has kept. Linear in the arrays, and in the
  /// text of what both took out and created.
  init(_ columns: EntityColumns, _ documents: Three<Document>) {
    guard columns.isProven, let pristine = columns.pristine else { return }
    let (edited, current) = (columns.edited, columns.current)
    let shared = columns.currentInEdited.indices.filter {
      columns.currentInPristine[$0] < 0 && columns.currentInEdited[$0] >= 0
    }
    if shared.isEmpty { return }
    let gone = pristine.elements.indices.filter {
      edited.ownPositions[$0] < 0 && current.ownPositions[$0] < 0
    }
    let inEdited = Dictionary(uniqueKeysWithValues: shared.map { (columns.currentInEdited[$0], $0) })
    func pairs(_ document: Document, _ side: IdentityColumn, _ new: [Int], _ inPristine: [Int]) -> [Renames
      .Pair]
    {
      var renames = Renames(
        new: new, gone: gone, kept: inPristine.enumerated().filter { $1 >= 0 }.map { ($0, $1) })
      renames.pairAlike(
        { ElementRests.rest(document, side.elements[$0], besides: columns.key) },
        of: pristine.elements.indices,
        { ElementRests.rest(documents.pristine, pristine.elements[$0], besides: columns.key) })
      return renames.pairs
    }
    let byEdited = pairs(documents.edited, edited, inEdited.keys.sorted(), columns.editedInPristine)
    let byCurrent = pairs(documents.current, current, shared, columns.currentInPristine)
    var news: [Int: Int] = [:]
    for (new, old) in byEdited.map({ (new: inEdited[$0.new] ?? -1, old: $0.old) }) + byCurrent {
      originals[new] = originals[new] == nil || originals[new] == old ? old : -1
      news[old] = news[old] == nil || news[old] == new ? new : -1
    }
    originals = originals.filter { $1 >= 0 && news[$1] == $0 }
  }
}
