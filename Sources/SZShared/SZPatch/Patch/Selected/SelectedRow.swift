internal import SZModel

/// The members of a to-many in the order that the whole change gives them, and the places of those that paths leave in.
struct SelectedRow {
  /// How many members the whole change leaves.
  let count: Int
  /// The elements of the target and the members that come, in their new order.
  private let row: MemberRow
  /// The new index of each element of the target, and of each member that comes.
  private var indexes: [Int?]
  private var createdIndexes: [Int: Int] = [:]
  private let positions: [Int?]
  /// The members whose index a change says that was turned round.
  private let placed: Set<Int>

  /// Carries out on `roster` what the change says of members that come and go. Linear, but for logarithms.
  init(_ tree: ChangeTree, _ roster: inout Roster) {
    for entity in roster.entities {
      let found = roster.position(of: entity.member)
      let heading = tree.heading(of: entity.item)
      let state = tree.state(of: entity.item)
      if state == .created || heading.from != nil {
        if found == nil { roster.create(entity) }
      } else if state == .deleted || heading.to != nil, found != nil, !roster.isAmbiguous(entity.member) {
        roster.delete(entity.member)
      }
    }
    var placement = MemberPlacement(roster, tree)
    if tree.isReversed {
      let places = roster.oldPlaces(tree)
      placement.place(at: places)
      placed = Set(places.map(\.member)).union(roster.created)
    } else {
      _ = placement.place(roster.moves.filter { !$0.new.isEmpty }.map { MemberPlacement.Run($0, roster) })
      placed = []
    }
    row = placement.order
    count = row.count
    positions = roster.search.positions.indices.map { roster.position(of: $0) }
    indexes = [Int?](repeating: nil, count: roster.elements.count)
    var index = 0
    for stretch in row.stretches {
      switch stretch {
      case .elements(let positions):
        for position in positions {
          indexes[position] = index
          index += 1
        }
      case .created(let member):
        createdIndexes[member] = index
        index += 1
      }
    }
  }

  /// Where a member stands afterwards; nil when it does not.
  func index(of member: Int) -> Int? {
    positions[member].map { indexes[$0] } ?? createdIndexes[member]
  }

  /// For each member that is in, and that a change turned round puts somewhere, its index where what is out stays: behind what it
  /// stands behind in the whole result and is not put anywhere either.
  func places(_ roster: Roster, isIn: (Int) -> Bool) -> [Int: Int] {
    var members: [Int: Int] = [:]
    for (member, position) in positions.enumerated() {
      if let position { members[position] = member }
    }
    // By the position of what stands before them; -1 for the front.
    var behind: [Int: [Int]] = [:]
    var anchor = -1
    func pass(_ member: Int?, _ position: Int?) {
      if let member, placed.contains(member) {
        if isIn(member) { behind[anchor, default: []].append(member) }
      } else if let position {
        anchor = position
      }
    }
    for stretch in row.stretches {
      switch stretch {
      case .elements(let positions): for position in positions { pass(members[position], position) }
      case .created(let member): pass(member, nil)
      }
    }
    var places: [Int: Int] = [:]
    var index = 0
    func place(behind position: Int) {
      for member in behind[position] ?? [] {
        places[member] = index
        index += 1
      }
    }
    let gone = Set(roster.deleted)
    place(behind: -1)
    for position in indexes.indices {
      if let member = members[position], isIn(member), placed.contains(member) || gone.contains(member) {
        continue
      }
      index += 1
      place(behind: position)
    }
    return places
  }
}

extension Roster {
  /// The indexes at which a change that was turned round puts members that move, or come.
  fileprivate func oldPlaces(_ tree: ChangeTree) -> [(index: Int, member: Int)] {
    var places = moves.flatMap { move in
      move.old.enumerated().map { (index: move.hunk.at &+ $0.offset, member: $0.element) }
    }
    let isOrdered = !places.isEmpty
    for entity in entities {
      guard let item = tree[entity.item].entity, let oldIndex = item.oldIndex,
        item.state == .created || tree.heading(of: entity.item).from != nil,
        isOrdered || creator(of: entity.member) != nil
      else { continue }
      places.append((oldIndex, entity.member))
    }
    return places
  }
}
