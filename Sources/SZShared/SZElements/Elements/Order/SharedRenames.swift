public import SZJSON
internal import SZModel

/// What both sides gave one new identity, where one of them changed nothing else of it, or has it in the place of the old one, and the
/// other one still has some of it, or has it there, too.
///
/// Of `[{"name": "a", "x": 1, "y": 2}]` one side makes `[{"name": "b", "x": 1}]` and the other one `[{"name": "b", "y": 2}]`: x and y are
/// deleted, as b is a.
public struct SharedRenames {
  /// By the position in CURRENT that in PRISTINE, for each of them.
  public private(set) var originals: [Int: Int] = [:]

  /// Those under an identity that values prove, which no element of PRISTINE has that a side has kept. Linear in the arrays, and in the
  /// text of what a side took out and created.
  public init(_ columns: EntityColumns, _ documents: Three<Document>) {
    guard columns.isProven, let pristine = columns.pristine else { return }
    let (edited, current) = (columns.edited, columns.current)
    let shared = columns.currentInEdited.indices.filter {
      columns.currentInPristine[$0] < 0 && columns.currentInEdited[$0] >= 0
    }
    if shared.isEmpty { return }
    let isGone = pristine.elements.indices.map { edited.ownPositions[$0] < 0 && current.ownPositions[$0] < 0 }
    /// The positions in PRISTINE of what a side renamed, by those on the side.
    func renamed(_ document: Document, _ side: IdentityColumn, _ inPristine: [Int]) -> [Int: Int] {
      func rest(_ position: Int) -> UInt64 {
        ElementRests.rest(document, side.elements[position], besides: columns.key)
      }
      func before(_ position: Int) -> UInt64 {
        ElementRests.rest(documents.pristine, pristine.elements[position], besides: columns.key)
      }
      var renames = Renames(
        new: inPristine.indices.filter { inPristine[$0] < 0 },
        gone: side.ownPositions.indices.filter { side.ownPositions[$0] < 0 },
        kept: inPristine.enumerated().filter { $1 >= 0 }.map { ($0, $1) }, of: pristine.elements.indices)
      renames.pair(rest, before) { _ in [] }
      return Dictionary(uniqueKeysWithValues: renames.pairs.map { ($0.new, $0.old) })
    }
    let byEdited = renamed(documents.edited, edited, columns.editedInPristine)
    let byCurrent = renamed(documents.current, current, columns.currentInPristine)
    var news: [Int: Int] = [:]
    for new in shared {
      let inEdited = columns.currentInEdited[new]
      let olds = [byEdited[inEdited], byCurrent[new]].compactMap { $0 }
      guard let old = olds.first, olds.allSatisfy({ $0 == old && isGone[old] }) else { continue }
      let members = Set(DistinctMembers.members(documents.pristine, pristine.elements[old]))
      let versions = [
        Value(documents.edited, edited.elements[inEdited]), Value(documents.current, current.elements[new]),
      ]
      if olds.count == 1,
        versions.contains(where: { members.isDisjoint(with: DistinctMembers.members($0.document, $0.node)) })
      {
        continue
      }
      (originals[new], news[old]) = (old, news[old] == nil ? new : -1)
    }
    originals = originals.filter { news[$1] == $0 }
  }
}
