internal import SZElements
internal import SZJSON
internal import SZModel

/// What there is to ask of where an entity stands, on the sides and in the result.
extension MergedMoves {
  /// Whether the object at `node` is an entity that does not count as a part of what holds it, for it moved into that or out of it. What
  /// was turned back to where it stood does: nothing moved it then.
  func isRelocated(_ party: Party, _ node: Document.Node) -> Bool {
    guard let relocation = self[party, node] else { return false }
    guard relocation.standing == .turnedBack, let here = relocation.positions[party],
      let home = relocation.positions[relocation.home]
    else { return true }
    return places[party].containers[here] != places[relocation.home].containers[home]
  }

  /// Whether one side has an entity in something that it created and that the other has marked as deleted: it does not come back.
  func isInDeleted(_ number: Int, _ side: Party) -> Bool {
    let other = side.other
    var next = all[number].positions[side].flatMap { places[side].index.owner(of: $0) }
    while let owner = next {
      let key = places[side].keys[owner]
      if places[other].position(key) != nil { return false }
      if places[other].tombstone(key) != nil, places.pristine.position(key) == nil,
        places.pristine.tombstone(key) == nil
      {
        return true
      }
      next = places[side].index.owner(of: owner)
    }
    return false
  }

  /// Whether the sides have an entity in two places.
  func isContested(_ number: Int) -> Bool {
    let positions = all[number].positions
    guard let inEdited = positions.edited, let inCurrent = positions.current else { return false }
    return places.edited.containers[inEdited] != places.current.containers[inCurrent]
  }

  /// Whether the place of an entity in the result is a to-one.
  func isInToOne(_ number: Int) -> Bool {
    let home = all[number].home
    return all[number].positions[home].map { places[home].isInToOne($0) } ?? false
  }

  /// Whether a place that an entity may have in the result is a to-one: also where it does not have that now, as it may go back to it.
  var mayBeInToOne: Bool {
    all.contains { relocation in
      [Party.edited, .current].contains { party in
        relocation.positions[party].map { places[party].isInToOne($0) } ?? false
      }
    }
  }

  /// Whether the side whose place an entity has moved it.
  func isMoved(_ number: Int) -> Bool {
    let (relocation, home) = (all[number], all[number].home)
    guard let before = relocation.positions.pristine, let now = relocation.positions[home] else {
      return false
    }
    return places.pristine.containers[before] != places[home].containers[now]
  }

  /// Whether an entity that CURRENT alone moved has its place where it was.
  var hasReturned: Bool {
    all.contains { relocation in
      guard relocation.home == .edited, !relocation.isGone, relocation.positions.current != nil,
        let before = relocation.positions.pristine, let now = relocation.positions.edited
      else { return false }
      return places.pristine.containers[before] == places.edited.containers[now]
    }
  }

  /// The owners of an entity at its place that the other side deleted, from the inside out.
  ///
  /// Those that are `undeleted`, and what stands in them, are not among them.
  func deletedOwners(of number: Int, undeleted: Set<Document.Node>) -> [EntityIndex.Position] {
    let home = all[number].home
    let other = home.other
    var deleted: [EntityIndex.Position] = []
    var next = all[number].positions[home].flatMap { places[home].index.owner(of: $0) }
    while let owner = next {
      let key = places[home].keys[owner]
      if places[other].position(key) != nil {
        // What was turned back stands in the result where this side has it.
        guard let number = self.number(of: key), all[number].standing == .turnedBack,
          all[number].home == home
        else { break }
        next = places[home].index.owner(of: owner)
        continue
      }
      // That it stays has been settled.
      if let number = self.number(of: key), all[number].isDeleted, !all[number].isGone { break }
      if undeleted.contains(places[home].node(owner)) { return [] }
      if places.isDeleted(key, by: other) { deleted.append(owner) }
      next = places[home].index.owner(of: owner)
    }
    return deleted
  }

  /// What owns an entity in the result; nil at the root.
  func owner(of key: UInt64) -> UInt64? {
    if let number = number(of: key) {
      if all[number].isPlaceless { return nil }
      let home = all[number].home
      return all[number].positions[home].flatMap { places[home].owner(of: $0) }
    }
    for party in [Party.current, .edited, .pristine] {
      if let position = places[party].position(key) { return places[party].owner(of: position) }
    }
    return nil
  }
}
