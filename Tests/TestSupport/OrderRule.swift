/// The rule by which the members of a to-many are put in order, on a list of identities, written so that it can be read: every
/// member is looked for anew, nothing is kept. What ``MemberPlacement`` does fast must come to the same.
package struct OrderRule: Sendable {
  package struct Move: Sendable {
    package var at = 0
    package var before: [Int] = []
    package var old: [Int] = []
    package var new: [Int] = []
    package var after: [Int] = []
  }

  /// A member that comes or goes, and where it stood; nil at the end.
  package struct Member: Sendable {
    package let id: Int
    package let oldIndex: Int?
  }

  package var created: [Member] = []
  package var deleted: [Int] = []
  /// Where those of them stood that did not stand at the end.
  package var deletedIndexes: [Int] = []
  package var moves: [Move] = []
  package var isReversed = false

  /// The list in its new order, and how many moves are left out. `isForced` says that a move is made of those that are there, and
  /// left out in silence where no neighbour is.
  package func apply(to list: [Int], isForced: Bool) -> (result: [Int], leftOut: Int) {
    var rest = list.filter { !deleted.contains($0) }
    let arriving = created.filter { !list.contains($0.id) }
    let there = rest + arriving.map(\.id)
    var taken: [Int] = []
    var leftOut = 0
    var moves = self.moves
    moves.removeAll { move in
      let isWhole = (isReversed ? move.old : move.new).allSatisfy { there.contains($0) }
      if !isWhole && !isForced { leftOut += 1 }
      return !isWhole && !isForced
    }
    /// Those of a run that no run before it has taken.
    func take(_ run: [Int]) -> [Int] {
      run.filter { member in
        if taken.contains(member) || !there.contains(member) { return false }
        taken.append(member)
        return true
      }
    }
    if isReversed {
      var places: [(index: Int, member: Int)] = []
      for move in moves {
        for (offset, member) in move.old.enumerated() where take([member]) == [member] {
          places.append((move.at + offset, member))
        }
      }
      let isOrdered = moves.contains { !$0.old.isEmpty }
      for member in created where isOrdered || !list.contains(member.id) {
        if let index = member.oldIndex, take([member.id]) == [member.id] { places.append((index, member.id)) }
      }
      rest = (rest + arriving.map(\.id)).filter { !taken.contains($0) }
      var next = 0
      for place in places.sorted(by: { $0.index < $1.index }) {
        let index = max(next, min(place.index, rest.count))
        rest.insert(place.member, at: index)
        next = index + 1
      }
      return (rest, leftOut)
    }
    let runs = moves.filter { !$0.new.isEmpty }.map { ($0, members: take($0.new)) }
    // Whoever is in no run is a neighbour from the start.
    var neighbours = there.filter { !taken.contains($0) }
    // What is created between two that stay, and are not created, or between the front and one, is put first, in the place of what goes
    // from there.
    var row = list
    let settled = runs.indices.filter { number in
      let run = runs[number]
      let before = run.0.before.last
      let isFront = before == nil && run.0.at > 0 && (0..<run.0.at).allSatisfy(deletedIndexes.contains)
      guard let after = run.0.after.first, before != nil || isFront,
        let start = before.map({ list.firstIndex(of: $0) }) ?? -1, let end = list.firstIndex(of: after),
        start < end, [before ?? after, after].allSatisfy(neighbours.contains), !run.members.isEmpty,
        run.members.allSatisfy({ id in created.contains { $0.id == id } }),
        !created.contains(where: { $0.id == before || $0.id == after })
      else { return false }
      let between = list[(start + 1)..<end]
      if between.filter(run.members.contains) == run.members { return true }
      guard let anchor = between.last(where: { deleted.contains($0) }) ?? before else { return false }
      row.removeAll { run.members.contains($0) }
      row.insert(contentsOf: run.members, at: row.firstIndex(of: anchor).map { $0 + 1 } ?? 0)
      return true
    }
    for number in settled { neighbours += runs[number].members }
    rest = row.filter { !deleted.contains($0) }
    var placed: [(Move, members: [Int])] = []
    for (number, run) in runs.enumerated() where !settled.contains(number) {
      let isBeside = (run.0.before + run.0.after).contains { neighbours.contains($0) }
      if run.0.before.isEmpty || isBeside { placed.append(run) } else if !isForced { leftOut += 1 }
      neighbours += run.members
    }
    let isPlaced = { member in placed.contains { $0.members.contains(member) } }
    rest = (rest + arriving.map(\.id).filter { !rest.contains($0) }).filter { !isPlaced($0) }
    for run in placed {
      var place = 0
      if let neighbour = run.0.before.last(where: { rest.contains($0) }) {
        place = (rest.firstIndex(of: neighbour) ?? 0) + 1
      } else if let neighbour = run.0.after.first(where: { rest.contains($0) }) {
        place = rest.firstIndex(of: neighbour) ?? 0
      }
      rest.insert(contentsOf: run.members, at: place)
    }
    return (rest, leftOut)
  }
}
