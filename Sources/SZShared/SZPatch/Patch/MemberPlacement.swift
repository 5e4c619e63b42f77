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
/// - An identity that several elements have names none of them that could be moved: those elements are of the rest.
/// - Backwards (``place(at:)``) members have an index in the old order, and are put there by it, smaller ones first. A member that
///   comes back is put there also when it is back already, if the change says more of the order: its index was counted with those of
///   the others.
struct MemberPlacement {
  /// Members that stand together, with their neighbours; nothing before them means the front.
  struct Run {
    let members: ArraySlice<Int>
    let before: ArraySlice<Int>
    let after: ArraySlice<Int>
  }

  /// Members of the result, in their order.
  enum Stretch: Equatable {
    /// Elements of the target by their positions, as they stand there.
    case elements(Range<Int>)
    case created(Int)
  }

  /// For each member its position in the target; -1 for one that is not there.
  private let positions: [Int]
  /// For each member whether several elements have its identity.
  private let isAmbiguous: [Bool]
  /// What is created in the order of the change.
  private let created: [Int]
  private var isCreated: [Bool]
  /// The members by their numbers, and behind them the stretches of the target between those.
  private var chain: MemberChain
  private var stretches: [Range<Int>] = []
  /// The members with an index, smaller ones first; they are not in the row.
  private var placed: [(index: Int, member: Int)] = []

  /// A row of `count` elements of which those that the change names stand at `positions`: the members `found`, in their order. Linear
  /// in the number of these.
  init(
    count: Int, positions: [Int], found: [Int], isAmbiguous: [Bool], deleted: [Int], created: [Int]
  ) {
    self.positions = positions
    self.isAmbiguous = isAmbiguous
    self.created = created
    isCreated = [Bool](repeating: false, count: positions.count)
    for member in created { isCreated[member] = true }
    chain = MemberChain(capacity: positions.count * 2 + 1)
    var behind = 0
    for member in found {
      appendStretch(behind..<positions[member])
      chain.append(member)
      behind = positions[member] + 1
    }
    appendStretch(behind..<count)
    for member in deleted { chain.remove(member) }
  }

  private mutating func appendStretch(_ range: Range<Int>) {
    if range.isEmpty { return }
    chain.append(positions.count + stretches.count)
    stretches.append(range)
  }

  /// Whether a member is in the result.
  private func isThere(_ member: Int) -> Bool { chain.contains(member) || isCreated[member] }

  private func isMovable(_ member: Int) -> Bool { isThere(member) && !isAmbiguous[member] }

  /// Puts runs beside their neighbours, and what else is created at the end; answers the runs that have no place. A member that
  /// stands in several is put where the first one says.
  mutating func place(_ runs: [Run]) -> [Int] {
    var isPut = [Bool](repeating: false, count: positions.count)
    let runs = runs.map { run in
      let members = run.members.filter { member in
        defer { isPut[member] = isPut[member] || isMovable(member) }
        return isMovable(member) && !isPut[member]
      }
      // Most are put as they are, and need no room of their own.
      return Run(
        members: members.count == run.members.count ? run.members : members[...], before: run.before,
        after: run.after)
    }
    // The members in the row by the time when a run's turn has come.
    var isNeighbour = positions.indices.map { isThere($0) && !isPut[$0] }
    var placeless: [Int] = []
    var isRest = isPut.map { !$0 }
    for (number, run) in runs.enumerated() {
      let hasPlace =
        run.before.isEmpty || run.before.contains { isNeighbour[$0] }
        || run.after.contains { isNeighbour[$0] }
      if !hasPlace { placeless.append(number) }
      for member in run.members {
        isNeighbour[member] = true
        if !hasPlace { isRest[member] = true }
      }
    }
    for member in positions.indices where !isRest[member] { chain.remove(member) }
    for member in created where isRest[member] { chain.append(member) }
    var skipped = placeless[...]
    for (number, run) in runs.enumerated() {
      if skipped.first == number {
        skipped.removeFirst()
        continue
      }
      var anchor: Int?
      if let neighbour = run.before.last(where: chain.contains) {
        anchor = neighbour
      } else if let neighbour = run.after.first(where: chain.contains) {
        anchor = chain.before(neighbour)
      }
      for member in run.members {
        chain.insert(member, behind: anchor)
        anchor = member
      }
    }
    return placeless
  }

  /// Puts members at their indexes, and what else is created at the end.
  mutating func place(at places: [(index: Int, member: Int)]) {
    var isPut = [Bool](repeating: false, count: positions.count)
    let places = places.filter { place in
      defer { isPut[place.member] = isPut[place.member] || isMovable(place.member) }
      return isMovable(place.member) && !isPut[place.member]
    }.sorted { $0.index < $1.index }
    for place in places { chain.remove(place.member) }
    for member in created where !isPut[member] { chain.append(member) }
    placed = places
  }

  /// The members in their order.
  var order: MemberRow {
    var rest = MemberRow()
    for member in chain.order { rest.append(stretch(member)) }
    if placed.isEmpty { return rest }
    var (row, remaining) = (MemberRow(), rest.stretches[...])
    for place in placed {
      row.append(upTo: place.index, of: &remaining)
      row.append(stretch(place.member))
    }
    for stretch in remaining { row.append(stretch) }
    return row
  }

  private func stretch(_ member: Int) -> Stretch {
    if member >= positions.count { return .elements(stretches[member - positions.count]) }
    let position = positions[member]
    return isCreated[member] ? .created(member) : .elements(position..<position + 1)
  }
}
