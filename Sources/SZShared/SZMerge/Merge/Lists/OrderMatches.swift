internal import SZJSON
internal import SZModel

/// Which members of EDITED and CURRENT stand for each other in an order: those of one identity, and those that a side renamed.
///
/// A side renamed a member where it has a new one, and no other new one, that holds what the member held in PRISTINE, and no other one
/// there. Members that hold nothing besides their identity tell nothing.
///
/// Of `[{"name": "lint", "run": 1}, {"name": "test", "run": 2}, {"name": "build", "run": 3}]` one side moves `lint` to the end and the other
/// makes `package` of `build`: that stands where the first has `build`, before `lint`.
///
/// Law: what is a rename depends on no order, so that a second merge finds the same.
struct OrderMatches {
  /// For each member of CURRENT where EDITED has it, and for each of EDITED where CURRENT does; -1 for nowhere.
  private(set) var inEdited: [Int]
  private(set) var inCurrent: [Int]
  /// For each member of EDITED and of CURRENT its position in PRISTINE, or that of the one that it was; -1 for a new one.
  private(set) var editedInPristine: [Int]
  private(set) var currentInPristine: [Int]
  /// By the position in CURRENT of what EDITED renamed and CURRENT has under the old name, which one of those that come from EDITED it is.
  private(set) var renamed: [Int: Int] = [:]
  private(set) var hasRenamed = false

  /// Those of one identity alone.
  init(_ columns: EntityColumns, inCurrent: [Int]) {
    (inEdited, self.inCurrent) = (columns.currentInEdited, inCurrent)
    (editedInPristine, currentInPristine) = (columns.editedInPristine, columns.currentInPristine)
  }

  /// Adds what one side renamed and the other one moved perhaps. A member that stays although one side deleted it is no renamed one. Linear
  /// in the arrays, and in the text of what came and went.
  mutating func addRenamed(_ columns: EntityColumns, _ documents: Three<Document>, _ members: MergedMembers) {
    guard let name = columns.key.onlyName, let pristine = columns.pristine else { return }
    let (edited, current) = (columns.edited, columns.current)
    let before = { ElementRests.rest(documents.pristine, pristine.elements[$0], besides: name) }
    let all = pristine.elements.indices
    let byCurrent = Self.renames(
      new: inEdited.indices.filter { currentInPristine[$0] < 0 && inEdited[$0] < 0 },
      rest: { ElementRests.rest(documents.current, current.elements[$0], besides: name) },
      gone: all.filter { current.ownPositions[$0] < 0 && edited.ownPositions[$0] >= 0 },
      all, before)
    let byEdited = Self.renames(
      new: inCurrent.indices.filter { editedInPristine[$0] < 0 && inCurrent[$0] < 0 },
      rest: { ElementRests.rest(documents.edited, edited.elements[$0], besides: name) },
      gone: all.filter { edited.ownPositions[$0] < 0 && current.ownPositions[$0] >= 0 },
      all, before)
    if byCurrent.isEmpty, byEdited.isEmpty { return }
    let arriving = Dictionary(uniqueKeysWithValues: members.additions.enumerated().map { ($1.position, $0) })
    for (member, old) in byCurrent {
      let match = edited.ownPositions[old]
      if arriving[match] != nil { continue }
      (inEdited[member], inCurrent[match], currentInPristine[member]) = (match, member, old)
      hasRenamed = true
    }
    for (position, old) in byEdited {
      let match = current.ownPositions[old]
      guard members.isAbsent(match), let arrival = arriving[position] else { continue }
      (inEdited[match], inCurrent[position], editedInPristine[position]) = (position, match, old)
      renamed[match] = arrival
      hasRenamed = true
    }
  }

  /// The order of those that both sides have and that are in the result, or under another name.
  func order(_ members: MergedMembers) -> MemberOrder {
    func stays(_ member: Int) -> Bool { !members.isAbsent(member) || renamed[member] != nil }
    return MemberOrder(
      edited: inCurrent.filter { $0 >= 0 && stays($0) },
      current: inEdited.indices.filter { inEdited[$0] >= 0 && stays($0) }, ranks: currentInPristine)
  }

  /// Which of the new members is which of those that are gone: what holds the same, where one alone of the new and of `all` does.
  private static func renames(
    new: [Int], rest: (Int) -> UInt64, gone: [Int], _ all: Range<Int>, _ before: (Int) -> UInt64
  ) -> [(new: Int, old: Int)] {
    if new.isEmpty || gone.isEmpty { return [] }
    let olds = Dictionary(gone.map { (before($0), $0) }) { _, _ in -1 }
    let news = Dictionary(new.map { (rest($0), $0) }) { _, _ in -1 }
    let alike = news.filter { $0.key != 0 && $0.value >= 0 && (olds[$0.key] ?? -1) >= 0 }
    if alike.isEmpty { return [] }
    var counts: [UInt64: Int] = [:]
    for rest in all.lazy.map(before) where alike[rest] != nil { counts[rest, default: 0] += 1 }
    return alike.compactMap { rest, member in
      guard let old = olds[rest], counts[rest] == 1 else { return nil }
      return (member, old)
    }
  }
}
