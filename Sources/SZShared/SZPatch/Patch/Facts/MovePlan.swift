internal import SZJSON
internal import SZModel

/// The entities that a change moves to another parent, and whether they stand where it takes them from.
///
/// Nothing is moved twice, nothing into itself: moves that would make a ring are none that fit. A comes from `$.lists` into B:
/// `{"lists":[{"id":"A"},{"id":"B"}]}` → `{"lists":[{"id":"B","lists":[{"id":"A"}]}]}`, but `{"lists":[{"id":"A","lists":[{"id":"B"}]}]}`
/// is a misfit.
struct MovePlan {
  /// One entity that is moved.
  struct Move {
    /// The item at its new place, and the one at its old place; nil where the change does not have it.
    let arrival: ItemIndex
    var departure: ItemIndex?
    /// The entity in the target; nil when it is not there.
    let position: EntityIndex.Position?
    /// Whether it stands where the change takes it from.
    var fits: Bool
    /// Whether doing all moves would put it into itself.
    var isRing = false
    /// Whether the change has it come to another place, too.
    var isRepeated = false
    /// The number of its edits in ``SourceEdits``, in which ``reserve(in:)`` is the first to reserve some.
    fileprivate(set) var number = 0
    /// Where it is below afterwards; nil when that is not in the target.
    fileprivate var owner: EntityIndex.Position?

    fileprivate init(
      arrival: ItemIndex, position: EntityIndex.Position?, fits: Bool, owner: EntityIndex.Position?
    ) {
      (self.arrival, self.position, self.fits, self.owner) = (arrival, position, fits, owner)
    }
  }

  private(set) var moves: [Move] = []
  private var byItem: [ItemIndex: Int] = [:]
  private var byPosition: [EntityIndex.Position: Int] = [:]

  var isEmpty: Bool { moves.isEmpty }
  /// Whether the change says of some entity that it comes from or goes to another parent.
  let isNamed: Bool

  /// The moves of `tree`, judged by where the entities stand in `index`. Linear in the change, and in what the moved ones stand below.
  init(_ tree: ChangeTree, _ index: EntityIndex) {
    var collector = Collector(tree: tree, index: index)
    isNamed = !tree.isEmpty && tree.movesEntities(at: .root)
    if isNamed { collector.walk(tree) }
    var departures: [UInt64: ItemIndex] = [:]
    for departure in collector.departures { departures[departure.identity] = departure.item }
    var seen: Set<UInt64> = []
    for arrival in collector.arrivals {
      let position = index.position(ofIdentity: arrival.identity)
      var fits = false
      if let position, let path = try? JSONPath(arrival.path) { fits = index.isAt(position, path) }
      var move = Move(arrival: arrival.item, position: position, fits: fits, owner: arrival.owner)
      if !seen.insert(arrival.identity).inserted {
        (move.fits, move.isRepeated) = (false, true)
        byItem[arrival.item] = moves.count
        moves.append(move)
        continue
      }
      move.departure = departures[arrival.identity]
      byItem[arrival.item] = moves.count
      if let departure = move.departure { byItem[departure] = moves.count }
      if let position { byPosition[position] = moves.count }
      moves.append(move)
    }
    findRings(index)
    for number in moves.indices { moves[number].number = number }
  }

  func reserve(in edits: inout SourceEdits) {
    for _ in moves { _ = edits.reserve() }
  }

  /// The move that an item at an old or a new place speaks of.
  subscript(_ item: ItemIndex) -> Move? { byItem[item].map { moves[$0] } }

  /// The move of the entity at a position of the target.
  func move(of position: EntityIndex.Position) -> Move? { byPosition[position].map { moves[$0] } }

  /// Finds moves that would put entities into themselves: on the way up by the new owners one is come to again. Each way ends where one is
  /// that a way has come to, so that each entity is gone through once.
  private mutating func findRings(_ index: EntityIndex) {
    // 0: not seen, 1: on the way, 2: leads to the root, 3: in a ring or below one.
    var states: [EntityIndex.Position: Int] = [:]
    for move in moves.indices {
      guard moves[move].fits, var position = moves[move].position else { continue }
      var way: [EntityIndex.Position] = []
      var end = 2
      while true {
        if let state = states[position] {
          end = state == 1 ? 3 : state
          break
        }
        states[position] = 1
        way.append(position)
        let owner =
          byPosition[position].flatMap { moves[$0].fits ? .some(moves[$0].owner) : nil }
          ?? index.owner(of: position)
        guard let owner else { break }
        position = owner
      }
      for position in way { states[position] = end }
    }
    for move in moves.indices {
      if let position = moves[move].position, states[position] == 3 {
        (moves[move].fits, moves[move].isRing) = (false, true)
      }
    }
  }

  private struct Collector: ChangeVisitor {
    let tree: ChangeTree
    let index: EntityIndex
    /// The entities around, each by its place in the target.
    var open: [EntityIndex.Position?] = []
    var arrivals: [(item: ItemIndex, identity: UInt64, path: String, owner: EntityIndex.Position?)] = []
    var departures: [(item: ItemIndex, identity: UInt64)] = []

    mutating func enter(_ item: ChangeTree.Item, at place: ItemIndex, in parent: ItemIndex?) -> Bool {
      switch item {
      case .entity: break
      // What leads from an entity, or an element that is edited, to what changes there.
      case .relationship, .edit: return true
      default: return item.isRelation
      }
      let heading = tree.heading(of: place)
      let schema = index.schema
      let identity = heading.entityName.flatMap { schema.model.entity(named: $0.document.string($0.node)) }
        .flatMap { schema.identity(of: tree.identity(of: place), in: schema[$0], index.hashing) }
      if let identity {
        if let from = heading.from {
          arrivals.append((place, identity, from.document.string(from.node), open.last.flatMap { $0 }))
        } else if heading.to != nil {
          departures.append((place, identity))
        }
      }
      open.append(identity.flatMap { index.position(ofIdentity: $0) })
      return true
    }

    mutating func leave(_ item: ChangeTree.Item, at index: ItemIndex) {
      if case .entity = item { open.removeLast() }
    }
  }
}

extension EntityIndex {
  /// Whether an entity stands in the container that a path names. Only the innermost entity on the path and the members behind it are
  /// compared, so that it does not matter where that entity is meanwhile.
  func isAt(_ position: Position, _ path: JSONPath) -> Bool {
    var container = entries[position].container
    var owner = entries[position].owner
    var isFirst = true
    for segment in path.segments.reversed() {
      switch segment.selectors.first {
      case .name(let name)?, .step(let name, nil)?:
        if !isFirst {
          guard let outer = owner else { return true }
          container = entries[outer].container
          owner = entries[outer].owner
        }
        isFirst = false
        guard container != EntityIndex.rootContainer, document.isString(container, equalTo: name) else {
          return false
        }
      case .identity(let conditions)?: return owner.map { answers($0, conditions) } ?? false
      // A place in a list says nothing that is sure.
      default: return true
      }
    }
    if isFirst { return container == EntityIndex.rootContainer }
    return owner.map { entries[$0].container == EntityIndex.rootContainer } ?? true
  }

  private func answers(_ position: Position, _ conditions: [PathCondition]) -> Bool {
    let (node, entity) = (entries[position].node, entity(position))
    return conditions.allSatisfy { condition in
      if condition.isAnswered(by: document, node) { return true }
      guard let key = entity.key, !entity.keyTypes.isEmpty, case .string(let characters) = condition.value,
        let number = key.parts.firstIndex(where: { $0.path.steps.map(\.characters) == condition.names }),
        let found = key.parts[number].path.node(document, node)
      else { return false }
      return entity.keyTypes[number].isEqual(
        Value(jsonString: characters), Value(document, found), exactNumbers: false)
    }
  }
}
