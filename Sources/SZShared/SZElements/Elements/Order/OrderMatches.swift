public import SZJSON
internal import SZModel

/// Which members of EDITED and CURRENT stand for each other in an order: those of one identity, and those that a side renamed.
///
/// A side renamed a member where it has a new one, and no other new one, that holds what the member held in PRISTINE, and no other one
/// there, and that stands between what stood around that; and where it put one in the place of the member, which the other side did not
/// move (``Renames``).
///
/// Of `[{"name": "lint", "run": 1}, {"name": "test", "run": 2}, {"name": "build", "run": 3}]` one side moves `lint` to the end and
/// the other makes `package` of `build`: that stands where the first has `build`, before `lint`.
///
/// Law: where one side alone moves others, a merge with the result in CURRENT's place is the result once more.
public struct OrderMatches {
  /// For each member of CURRENT where EDITED has it, and for each of EDITED where CURRENT does; -1 for nowhere.
  private(set) var inEdited: [Int]
  private(set) var inCurrent: [Int]
  /// For each member of EDITED and of CURRENT its position in PRISTINE, or that of the one that it was; -1 for a new one.
  private(set) var editedInPristine: [Int]
  private(set) var currentInPristine: [Int]
  /// By the position in CURRENT of what EDITED renamed and CURRENT has under the old name, which one of those that come from EDITED it is.
  public private(set) var renamed: [Int: Int] = [:]
  public private(set) var hasRenamed = false
  /// Those of PRISTINE that both renamed alike.
  private let renamedAlike: Set<Int>

  /// Those of one identity alone, with what both sides renamed alike.
  public init(_ columns: EntityColumns, inCurrent: [Int], _ renames: SharedRenames) {
    (inEdited, self.inCurrent) = (columns.currentInEdited, inCurrent)
    (editedInPristine, currentInPristine) = (columns.editedInPristine, columns.currentInPristine)
    renamedAlike = Set(renames.originals.values)
    for (position, original) in renames.originals {
      (editedInPristine[inEdited[position]], currentInPristine[position]) = (original, original)
    }
  }

  /// Adds what one side renamed and the other one moved perhaps, or what both renamed alike. A member that stays although one side
  /// deleted it is no renamed one. Linear in the arrays, and in the text of what came and went; O(n log n) where a side put
  /// something in the place of what it took out.
  public mutating func addRenamed(
    _ columns: EntityColumns, _ documents: Three<Document>, _ members: MergedMembers
  ) {
    guard let pristine = columns.pristine else { return }
    let arriving = Dictionary(uniqueKeysWithValues: members.additions.enumerated().map { ($1.position, $0) })
    var rests = [UInt64?](repeating: nil, count: pristine.elements.count)
    let key = columns.key
    func before(_ position: Int) -> UInt64 {
      if let rest = rests[position] { return rest }
      let rest = ElementRests.rest(documents.pristine, pristine.elements[position], besides: key)
      rests[position] = rest
      return rest
    }
    addByEdited(
      columns, members, arriving,
      (before, { ElementRests.rest(documents.edited, columns.edited.elements[$0], besides: key) }))
    addByCurrent(
      columns, arriving,
      (before, { ElementRests.rest(documents.current, columns.current.elements[$0], besides: key) }))
  }

  /// What the elements of PRISTINE and of a side hold besides their identities, each as one hash (``ElementRests``).
  private typealias Rests = (pristine: (Int) -> UInt64, side: (Int) -> UInt64)

  /// Adds what EDITED renamed: where CURRENT has it by its old name, or by the new one. `arriving` tells which addition one of EDITED is.
  private mutating func addByEdited(
    _ columns: EntityColumns, _ members: MergedMembers, _ arriving: [Int: Int], _ rests: Rests
  ) {
    let (inOwn, inOther) = (columns.edited.ownPositions, columns.current.ownPositions)
    var renames = Renames(
      new: inCurrent.indices.filter {
        editedInPristine[$0] < 0 && (inCurrent[$0] >= 0 || arriving[$0] != nil)
      },
      gone: inOwn.indices.filter {
        inOwn[$0] < 0 && (inOther[$0] < 0 || members.isAbsent(inOther[$0])) && !renamedAlike.contains($0)
      },
      kept: editedInPristine.enumerated().filter { $1 >= 0 }.map { ($0, $1) }, of: inOwn.indices)
    renames.pair(rests.side, rests.pristine) { pairs in
      var others = currentInPristine
      for (new, old) in pairs where inCurrent[new] >= 0 && inOther[old] < 0 { others[inCurrent[new]] = old }
      let moved = columns.mayHaveMoved(others)
      // What both sides have under the new name is one thing, wherever CURRENT has it: a second push finds it so, with EDITED as it was.
      let shared = pairs.filter { inCurrent[$0.new] >= 0 }.map(\.old)
      return moved.subtracting(shared)
    }
    for (new, old) in renames.pairs {
      let (match, both) = (inOther[old], inCurrent[new])
      if both >= 0, match < 0 {
        (editedInPristine[new], currentInPristine[both]) = (old, old)
      } else if both < 0, match >= 0 {
        (inEdited[match], inCurrent[new], editedInPristine[new]) = (new, match, old)
        renamed[match] = arriving[new]
        hasRenamed = true
      }
    }
  }

  /// Adds what CURRENT renamed, and EDITED has by its old name alone.
  private mutating func addByCurrent(
    _ columns: EntityColumns, _ arriving: [Int: Int], _ rests: Rests
  ) {
    let (inOwn, inOther) = (columns.current.ownPositions, columns.edited.ownPositions)
    // Of what EDITED took out a second push knows nothing: what it would find between the others is found now.
    for areAllKept in [true, false] {
      let new = inEdited.indices.filter { currentInPristine[$0] < 0 && inEdited[$0] < 0 }
      let gone = inOwn.indices.filter {
        inOwn[$0] < 0 && inOther[$0] >= 0 && inCurrent[inOther[$0]] < 0 && arriving[inOther[$0]] == nil
      }
      if new.isEmpty || gone.isEmpty { return }
      let kept = currentInPristine.enumerated().filter { $1 >= 0 && (areAllKept || inEdited[$0] >= 0) }
      var renames = Renames(new: new, gone: gone, kept: kept.map { ($0, $1) }, of: inOwn.indices)
      renames.pair(rests.side, rests.pristine) { _ in
        columns.mayHaveMoved(editedInPristine)
      }
      for (new, old) in renames.pairs {
        let match = inOther[old]
        (inEdited[new], inCurrent[match], currentInPristine[new]) = (match, new, old)
        hasRenamed = true
      }
    }
  }

  /// The order of those that both sides have and that are in the result, or under another name.
  public func order(_ members: MergedMembers) -> MemberOrder {
    func stays(_ member: Int) -> Bool { !members.isAbsent(member) || renamed[member] != nil }
    return MemberOrder(
      edited: inCurrent.filter { $0 >= 0 && stays($0) },
      current: inEdited.indices.filter { inEdited[$0] >= 0 && stays($0) }, ranks: currentInPristine)
  }
}
