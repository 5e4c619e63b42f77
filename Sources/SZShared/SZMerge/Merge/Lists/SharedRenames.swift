internal import SZJSON
internal import SZModel

/// What both sides gave one new identity, where one of them changed nothing else of it, or has it in the place of the old one.
///
/// Of `[{"name": "a", "x": 1, "y": 2}]` one side makes `[{"name": "b", "x": 1}]` and the other one `[{"name": "b", "y": 2}]`: x and y are
/// deleted, as b is a.
struct SharedRenames {
  /// By the position in CURRENT that in PRISTINE, for each of them.
  private(set) var originals: [Int: Int] = [:]

  /// Those under an identity that values prove, which no element of PRISTINE has that a side has kept. Linear in the arrays, and in the
  /// text of what a side took out and created.
  init(_ columns: EntityColumns, _ documents: Three<Document>) {
    guard columns.isProven, let pristine = columns.pristine else { return }
    let (edited, current) = (columns.edited, columns.current)
    let shared = columns.currentInEdited.indices.filter {
      columns.currentInPristine[$0] < 0 && columns.currentInEdited[$0] >= 0
    }
    if shared.isEmpty { return }
    let isGone = pristine.elements.indices.map { edited.ownPositions[$0] < 0 && current.ownPositions[$0] < 0 }
    let inEdited = Dictionary(uniqueKeysWithValues: shared.map { (columns.currentInEdited[$0], $0) })
    func pairs(_ document: Document, _ side: IdentityColumn, _ inPristine: [Int]) -> [Renames.Pair] {
      func rest(_ position: Int) -> UInt64 {
        ElementRests.rest(document, side.elements[position], besides: columns.key)
      }
      func before(_ position: Int) -> UInt64 {
        ElementRests.rest(documents.pristine, pristine.elements[position], besides: columns.key)
      }
      var renames = Renames(
        new: inPristine.indices.filter { inPristine[$0] < 0 },
        gone: side.ownPositions.indices.filter { side.ownPositions[$0] < 0 },
        kept: inPristine.enumerated().filter { $1 >= 0 }.map { ($0, $1) })
      renames.pair(rest, of: pristine.elements.indices, before) { _ in [] }
      return renames.pairs.filter { isGone[$0.old] }
    }
    let byEdited = pairs(documents.edited, edited, columns.editedInPristine)
    let byCurrent = pairs(documents.current, current, columns.currentInPristine).filter {
      columns.currentInEdited[$0.new] >= 0
    }
    var news: [Int: Int] = [:]
    for (new, old) in byEdited.compactMap({ pair in inEdited[pair.new].map { ($0, pair.old) } }) + byCurrent {
      originals[new] = originals[new] == nil || originals[new] == old ? old : -1
      news[old] = news[old] == nil || news[old] == new ? new : -1
    }
    originals = originals.filter { $1 >= 0 && news[$1] == $0 }
  }
}
