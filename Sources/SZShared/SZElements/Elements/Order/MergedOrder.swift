internal import SZJSON
internal import SZModel

/// Where the members of two arrays of entities stand in the result.
public struct MergedOrder {
  private let columns: EntityColumns
  private let matches: OrderMatches
  /// Of each member of CURRENT where EDITED has it, and of each of EDITED where CURRENT does; -1 for nowhere.
  private let inEdited: [Int]
  private let inCurrent: [Int]
  /// The members of CURRENT that have gone, but for those that EDITED renamed.
  private let removed: Set<Int>
  private let members: MergedMembers

  public init(_ columns: EntityColumns, _ matches: OrderMatches, _ members: MergedMembers) {
    (self.columns, self.matches, self.members) = (columns, matches, members)
    (inEdited, inCurrent) = (matches.inEdited, matches.inCurrent)
    removed = Set(members.gone.keys.filter { matches.renamed[$0] == nil })
  }

  /// All members in their order: the common ones (nil: as in CURRENT), then what each side has alone behind the member it
  /// follows there, first CURRENT's, then EDITED's. What EDITED put before a member that CURRENT took out comes first, and what it put in
  /// the place of one that it took out itself stands there: of `[A, B]` EDITED makes `[A2, B]` and CURRENT `[A, N, B]`, together
  /// `[A2, N, B]`. What it put behind one that CURRENT took out follows what CURRENT has in its place (``MemberSuccessors``), where
  /// that is clear.
  ///
  /// What a side has alone stands between those that it has there before and behind it, where there is such a place (``OvertakenMembers``);
  /// else a new one follows the one before it there, and another one a member that has not left its place against the others there.
  public func order(_ common: [Int]?) -> [Int] {
    let count = inEdited.count
    if members.additions.isEmpty {
      guard let common else { return Array(0..<count) }
      if common.count == count { return common }
    }
    var chain = MemberChain(capacity: count + members.additions.count)
    var places = [Int](repeating: -1, count: count)
    if let common {
      for (place, member) in common.enumerated() {
        chain.append(member)
        places[member] = place
      }
      let staying = staying((0..<count).filter { places[$0] >= 0 }, places)
      let overtaken = OvertakenMembers(places: places, count: common.count, ranks: places.map { _ in -1 })
      var (previous, previousPlace): (Int?, Int) = (nil, -1)
      var lastAt: [Int: Int] = [:]
      for member in 0..<count {
        if !chain.contains(member) {
          if let place = overtaken.place(member, from: previousPlace), place != previousPlace {
            (previous, previousPlace) = (lastAt[place] ?? (place < 0 ? nil : common[place]), place)
          }
          chain.insert(member, behind: previous)
          previous = member
          lastAt[previousPlace] = member
        } else if staying[member] {
          (previous, previousPlace) = (member, places[member])
        }
      }
    } else {
      for member in 0..<count {
        chain.append(member)
        places[member] = member
      }
    }
    let staying = staying(inCurrent.filter { $0 >= 0 && places[$0] >= 0 }, places)
    // Where all stay, each stands behind those before it and before those behind it, as it follows the last of them.
    let isOvertaken = inCurrent.contains { $0 >= 0 && places[$0] >= 0 && !staying[$0] }
    let overtaken =
      isOvertaken
      ? OvertakenMembers(
        places: inCurrent.map { $0 < 0 ? -1 : places[$0] }, count: common?.count ?? count,
        ranks: matches.editedInPristine) : nil
    let isBeforeGone = isBeforeGone
    var previous: Int?
    // Where in the common order that stands, or what it follows, and what came last behind each place: the next one there follows it.
    var previousPlace = -1
    var lastAt: [Int: Int] = [:]
    var next = 0
    // Whether what EDITED put last stands in the place of what it took out.
    var isInPlace = false
    // Where PRISTINE has the last of those behind the last common one that CURRENT took out.
    var passedRank = -1
    for (position, match) in inCurrent.enumerated() {
      if match >= 0 {
        passedRank = -1
        if staying[match] { (previous, previousPlace, isInPlace) = (match, places[match], false) }
        // What EDITED renamed stands where CURRENT's has gone.
        if next < members.additions.count, members.additions[next].position == position {
          chain.insert(count + next, behind: match)
          isInPlace = true
          if staying[match] { previous = count + next }
          lastAt[places[match]] = count + next
          next += 1
        }
      } else if next < members.additions.count, members.additions[next].position == position {
        if let place = overtaken?.place(position, from: previousPlace), place != previousPlace {
          (previous, previousPlace) = (lastAt[place] ?? (place < 0 ? nil : common?[place] ?? place), place)
        }
        previous = lastRemoved(before: passedRank, behind: previous, chain) ?? previous
        passedRank = -1
        var behind = previous
        if !isBeforeGone[position] {
          let last = chain.passing(previous) { $0 < count && inEdited[$0] < 0 && members.gone[$0] == nil }
          let gone = chain.passing(last) { $0 < count && removed.contains($0) }
          if gone != last { isInPlace = true }
          if gone != last || !isInPlace { behind = gone }
        }
        chain.insert(count + next, behind: behind)
        previous = count + next
        lastAt[previousPlace] = count + next
        next += 1
      } else {
        (passedRank, isInPlace) = (max(passedRank, matches.editedInPristine[position]), false)
      }
    }
    return chain.order
  }

  /// Of the members of CURRENT that EDITED took out, and that CURRENT alone has, next behind a member: the last that EDITED took out and
  /// that PRISTINE has before a position. What EDITED puts behind the one there does not stand in its place.
  private func lastRemoved(before position: Int, behind member: Int?, _ chain: MemberChain) -> Int? {
    if position < 0 { return nil }
    var last: Int?
    _ = chain.passing(member) { next in
      guard next < inEdited.count, inEdited[next] < 0 else { return false }
      if removed.contains(next), matches.currentInPristine[next] < position { last = next }
      return true
    }
    return last
  }

  /// For each member of EDITED whether it is new and stands before one that CURRENT took out, and not behind another such one: what
  /// CURRENT put there takes the place of the one behind it. `test` before `deploy` stands before `deploy-prod`, too.
  private var isBeforeGone: [Bool] {
    var result = [Bool](repeating: false, count: inCurrent.count)
    var isGone = false
    var new: [Int] = []
    for position in inCurrent.indices {
      if matches.editedInPristine[position] < 0 {
        new.append(position)
        continue
      }
      let wasGone = isGone
      isGone = inCurrent[position] < 0
      if isGone, !wasGone { for position in new { result[position] = true } }
      new.removeAll()
    }
    return result
  }

  /// Which of the members, in the order of one side, need not move to be in the order of the result.
  private func staying(_ members: [Int], _ places: [Int]) -> [Bool] {
    var staying = [Bool](repeating: false, count: places.count)
    for position in LongestIncreasing.positions(of: members.map { places[$0] }) {
      staying[members[position]] = true
    }
    return staying
  }
}
