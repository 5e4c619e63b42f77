internal import SZJSON
internal import SZModel

/// The order of the members of a to-many, as a change wants it, in a document that may have moved on.
///
/// Members that the change names are numbers. Those that it puts somewhere are taken out of the row and put in again; all
/// others, the *rest*, keep their order. What it creates without saying where follows at the end of the rest.
///
/// **Law.** Placing twice is placing once. Which members are put somewhere depends on who is there and on the change alone, not on any
/// order, and where they come to stand on the order of the rest alone, which stays as it was. What is created in the first run
/// is there in the second: it is of the rest there too, and stands in it where it was put.
///
/// - Forwards (``place(_:)``) a run of members has neighbours: it is put behind the last of those before it that is in the row, else
///   before the first of those behind it. Without any neighbour in the row it has no place, and its members are of the rest, unless
///   nothing was before it: then that is the front.
///   1 behind 3: `[1,2,9,3]` → `[2,9,3,1]`. A new 3 before 1: `[9]` → `[3,9]`. A new 3 between 1 and 2: `[9]` is a misfit.
/// - A run of created members between two neighbours that are of the rest and not created, in their order, comes in the place of the last
///   member that goes from there: what got another name stays where it was, whatever came beside it. Where such a run stands there
///   already, it stays. A change may leave neighbours out (`--context 0`), so that one alone says nothing of an end.
///   2 goes, and a new 8 comes between 1 and 3: `[1,2,9,3]` → `[1,8,9,3]`, which stays when the change comes again.
///   So it is at the front, where all goes that was before such a run. 1 goes, and a new 8 comes before 2: `[1,9,2]` → `[8,9,2]`.
/// - What is created without saying where, and has another name for what stood last and goes (``RenamedMembers``), comes in its place.
///   2 becomes 8: `[1,2,9]` → `[1,8,9]`.
/// - An identity that several elements have names none of them that could be moved or be a neighbour: those elements are of the rest.
///   1 behind 3: `[1,2,1,3]` is a misfit. A new 4 between 1 and 3: `[1,2,1,3]` → `[1,2,1,4,3]`.
/// - Backwards (``place(at:)``) members have an index in the old order, and are put there by it, smaller ones first. A member that
///   comes back is put there also when it is back already, if the change says more of the order: its index was counted with those of
///   the others. Back from 1 behind 3, which was at 0: `[2,9,3,1]` → `[1,2,9,3]`
struct MemberPlacement {
  /// Members that stand together, with their neighbours; nothing before them means the front.
  struct Run {
    let members: ArraySlice<Int>
    let before: ArraySlice<Int>
    let after: ArraySlice<Int>
    /// Whether nothing stays of what was before them.
    let replacesFront: Bool

    init(
      members: ArraySlice<Int>, before: ArraySlice<Int>, after: ArraySlice<Int>, replacesFront: Bool = false
    ) {
      (self.members, self.before, self.after) = (members, before, after)
      self.replacesFront = replacesFront
    }

    /// The members that a hunk puts somewhere.
    init(_ move: Roster.Move, _ roster: Roster) {
      self.init(
        members: move.new, before: move.before, after: move.after, replacesFront: roster.replacesFront(move))
    }
  }

  /// For each member its position in the target; -1 for one that is not there.
  private let positions: [Int]
  /// For each member whether several elements have its identity.
  private let isAmbiguous: [Bool]
  /// What is created in the order of the change.
  private let created: [Int]
  private var isCreated: [Bool]
  /// Those that the change creates, also where they are there already.
  private let comers: Set<Int>
  /// What goes, in the order of the target; in the row until what stays is known.
  private let deleted: [Int]
  private var isDeleted: [Bool]
  /// The members by their numbers, and behind them the stretches of the target between those.
  private var chain: MemberChain
  private var stretches: [Range<Int>] = []
  /// The members with an index, smaller ones first; they are not in the row.
  private var placed: [(index: Int, member: Int)] = []

  /// What is created without saying where, and behind which of those that go it comes.
  private let renamed: [(created: Int, deleted: Int)]

  /// The row of all elements, in which members that `tree` names stand. Linear in the number of these.
  init(_ roster: Roster, _ tree: ChangeTree) {
    renamed = RenamedMembers.pairs(roster, tree)
    positions = roster.search.positions
    isAmbiguous = roster.search.isAmbiguous
    let found = roster.search.found
    created = roster.created
    comers = roster.comers
    isCreated = [Bool](repeating: false, count: positions.count)
    isDeleted = isCreated
    for member in created { isCreated[member] = true }
    for member in roster.deleted { isDeleted[member] = true }
    deleted = roster.deleted.isEmpty ? [] : found.filter { [isDeleted] in isDeleted[$0] }
    chain = MemberChain(capacity: positions.count * 2 + 1)
    var behind = 0
    for member in found {
      appendStretch(behind..<positions[member])
      chain.append(member)
      behind = positions[member] + 1
    }
    appendStretch(behind..<roster.elements.count)
  }

  private mutating func appendStretch(_ range: Range<Int>) {
    if range.isEmpty { return }
    chain.append(positions.count + stretches.count)
    stretches.append(range)
  }

  /// Whether a member is in the result.
  private func isThere(_ member: Int) -> Bool {
    chain.contains(member) && !isDeleted[member] || isCreated[member]
  }

  private func isMovable(_ member: Int) -> Bool { isThere(member) && !isAmbiguous[member] }

  /// Puts runs beside their neighbours, and what else is created at the end; answers the runs that have no place. A member that
  /// stands in several is put where the first one says.
  mutating func place(_ runs: [Run]) -> [Int] {
    var isPut = [Bool](repeating: false, count: positions.count)
    let runs = runs.map { run in
      // Most are put as they are, and need no room of their own.
      var members: [Int]?
      for (index, member) in run.members.enumerated() {
        if isMovable(member), !isPut[member] {
          isPut[member] = true
          members?.append(member)
        } else if members == nil {
          members = Array(run.members.prefix(index))
        }
      }
      return members.map {
        Run(
          members: $0[...], before: run.before, after: run.after, replacesFront: run.replacesFront)
      } ?? run
    }
    // The members in the row by the time when a run's turn has come.
    var isNeighbour = positions.indices.map { isMovable($0) && !isPut[$0] }
    var isRest = isPut.map { !$0 }
    let isStaying = isNeighbour
    let isSettled = runs.map { run in
      if !settle(run, isStaying) { return false }
      for member in run.members { (isNeighbour[member], isRest[member]) = (true, true) }
      return true
    }
    for pair in renamed where isCreated[pair.created] && !isPut[pair.created] && chain.contains(pair.deleted)
    {
      chain.insert(pair.created, behind: pair.deleted)
    }
    for member in deleted { chain.remove(member) }
    var placeless: [Int] = []
    for (number, run) in runs.enumerated() where !isSettled[number] {
      let hasPlace =
        run.before.isEmpty || run.before.contains { isNeighbour[$0] }
        || run.after.contains { isNeighbour[$0] }
      if !hasPlace { placeless.append(number) }
      for member in run.members {
        isNeighbour[member] = true
        if !hasPlace { isRest[member] = true }
      }
    }
    chain.removeAll { $0 < isRest.count && !isRest[$0] }
    for member in created where isRest[member] && !chain.contains(member) { chain.append(member) }
    func isNamed(_ member: Int) -> Bool { chain.contains(member) && !isAmbiguous[member] }
    var skipped = placeless[...]
    for (number, run) in runs.enumerated() where !isSettled[number] {
      if skipped.first == number {
        skipped.removeFirst()
        continue
      }
      var anchor: Int?
      if let neighbour = run.before.last(where: isNamed) {
        anchor = neighbour
      } else if let neighbour = run.after.first(where: isNamed) {
        anchor = chain.before(neighbour)
      }
      for member in run.members {
        chain.insert(member, behind: anchor)
        anchor = member
      }
    }
    return placeless
  }

  /// Puts created members between two neighbours that stay, or the front and one; false, and nothing is done, for any other run.
  private mutating func settle(_ run: Run, _ isStaying: [Bool]) -> Bool {
    let before = run.before.last
    guard let after = run.after.first, before != nil || run.replacesFront,
      !run.members.isEmpty, run.members.allSatisfy(comers.contains),
      [before ?? after, after].allSatisfy({
        isStaying[$0] && positions[$0] >= 0 && !comers.contains($0)
      })
    else { return false }
    let (start, end) = (before.map { positions[$0] } ?? -1, positions[after])
    let row = [start] + run.members.map { positions[$0] } + [end]
    if zip(row, row.dropFirst()).allSatisfy(<) { return true }
    if start >= end { return false }
    var anchor = before
    let behind = Bisection.count(deleted) { positions[$0] < end }
    if behind > 0, positions[deleted[behind - 1]] > start {
      anchor = deleted[behind - 1]
    } else if before == nil {
      return false
    }
    for member in run.members {
      chain.remove(member)
      chain.insert(member, behind: anchor)
      anchor = member
    }
    return true
  }

  /// Puts members at their indexes, and what else is created at the end.
  mutating func place(at indexes: [(index: Int, member: Int)]) {
    var isPut = [Bool](repeating: false, count: positions.count)
    let indexed = indexes.filter { entry in
      defer { isPut[entry.member] = isPut[entry.member] || isMovable(entry.member) }
      return isMovable(entry.member) && !isPut[entry.member]
    }.sorted { $0.index < $1.index }
    for member in deleted { chain.remove(member) }
    for entry in indexed { chain.remove(entry.member) }
    for member in created where !isPut[member] { chain.append(member) }
    placed = indexed
  }

  /// The members in their order.
  var order: MemberRow {
    let order = chain.order
    var rest = MemberRow(capacity: order.count)
    for member in order { rest.append(stretch(member)) }
    if placed.isEmpty { return rest }
    var (row, remaining) = (MemberRow(), rest.stretches[...])
    for entry in placed {
      row.append(upTo: entry.index, of: &remaining)
      row.append(stretch(entry.member))
    }
    for stretch in remaining { row.append(stretch) }
    return row
  }

  private func stretch(_ member: Int) -> MemberRow.Stretch {
    if member >= positions.count { return .elements(stretches[member - positions.count]) }
    let position = positions[member]
    return isCreated[member] ? .created(member) : .elements(position..<position + 1)
  }
}
