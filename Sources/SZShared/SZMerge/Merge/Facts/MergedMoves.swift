internal import SZElements
internal import SZJSON
internal import SZModel

/// The entities that do not stand in one place in three documents, and where each has its place in the result.
struct MergedMoves {
  let places: Three<EntityPlaces>
  private(set) var all: [Relocation] = []
  /// What becomes of an entity that EDITED's place is the home of, by its object in EDITED.
  var arrivals: [Document.Node: Value] = [:]
  /// The objects of entities that stay although the other side deleted them.
  var undeleted = Three<Set<Document.Node>> { _ in [] }
  /// What is left of the entities on the side that deleted them: the tombstones, by their objects.
  private(set) var tombstones = Three<[Document.Node: Int]> { _ in [:] }
  /// Tombstones that belong to no relocation, as one side had marked the entity before, and the other has it in another place, or marked
  /// there: each stays where it is.
  private var strays = Three<Set<Document.Node>> { _ in [] }
  var hosts: [Host] = []
  private var numbers = Three<[Document.Node: Int]> { _ in [:] }
  private var nodes = Three<[Document.Node]> { _ in [] }

  /// Linear in the entities of all three documents.
  init(_ places: Three<EntityPlaces>) {
    self.places = places
    let (pristine, edited, current) = (places.pristine, places.edited, places.current)
    for position in pristine.keys.indices
    where pristine.index.entries[position].mayMove && !pristine.isTombstone(position) {
      let key = pristine.keys[position]
      let container = pristine.containers[position]
      let (inEdited, inCurrent) = (edited.position(key), current.position(key))
      let isMoved = (
        inEdited.map { edited.containers[$0] != container } ?? false,
        inCurrent.map { current.containers[$0] != container } ?? false
      )
      let isTombstoneElsewhere =
        MergedMoves.isTombstone(of: key, in: current, awayFrom: inEdited, in: edited)
        || MergedMoves.isTombstone(of: key, in: edited, awayFrom: inCurrent, in: current)
      if !isMoved.0, !isMoved.1, !isTombstoneElsewhere { continue }
      var reason = Relocation.Reason.moved
      if inEdited == nil || inCurrent == nil {
        reason = .movedAndDeleted
      } else if isMoved.0, isMoved.1, let inEdited, let inCurrent,
        edited.containers[inEdited] != current.containers[inCurrent]
      {
        reason = .movedTwice
      }
      add(
        key, Three(pristine: position, edited: inEdited, current: inCurrent), reason,
        isMoved.1 || inEdited == nil ? .current : .edited)
    }
    for position in edited.keys.indices
    where edited.index.entries[position].mayMove && !edited.isTombstone(position) {
      let key = edited.keys[position]
      if pristine.position(key) != nil { continue }
      if pristine.tombstone(key) == nil,
        MergedMoves.isTombstone(of: key, in: current, awayFrom: position, in: edited)
      {
        add(key, Three(pristine: nil, edited: position, current: nil), .createdAndDeleted, .edited)
        stand(all.count - 1, .deleted)
        continue
      }
      guard let inCurrent = current.position(key),
        current.containers[inCurrent] != edited.containers[position]
      else { continue }
      add(key, Three(pristine: nil, edited: position, current: inCurrent), .createdTwice, .edited)
    }
    findStrays()
    nodes = nodes.map { $0.sorted() }
  }

  /// Finds the tombstones that no relocation is about. What CURRENT has of an entity goes before a tombstone in EDITED.
  private mutating func findStrays() {
    let (inEdited, inCurrent) = (places.edited, places.current)
    func isStray(
      _ tombstone: EntityIndex.Position, in places: EntityPlaces, for position: EntityIndex.Position?,
      in other: EntityPlaces
    ) -> Bool {
      position.map { other.containers[$0] != places.containers[tombstone] } ?? false
    }
    for (key, tombstone) in inEdited.tombstones where number(of: key) == nil {
      let position = inCurrent.position(key) ?? inCurrent.tombstone(key)
      // Of what CURRENT does not have any more nothing is to be said, wherever EDITED had it in the end.
      if isStray(tombstone, in: inEdited, for: position, in: inCurrent)
        || position == nil
          && isStray(tombstone, in: inEdited, for: places.pristine.position(key), in: places.pristine)
      {
        addStray(key, tombstone, .edited)
      }
    }
    for (key, tombstone) in inCurrent.tombstones
    where number(of: key) == nil
      && isStray(tombstone, in: inCurrent, for: inEdited.position(key), in: inEdited)
    {
      addStray(key, tombstone, .current)
    }
  }

  /// The tombstone that PRISTINE has is one, too.
  private mutating func addStray(_ key: UInt64, _ tombstone: EntityIndex.Position, _ party: Party) {
    for (party, tombstone) in [(party, tombstone), (.pristine, places.pristine.tombstone(key))] {
      guard let node = tombstone.map({ places[party].node($0) }), strays[party].insert(node).inserted else {
        continue
      }
      nodes[party].append(node)
    }
  }

  /// Whether an entity is marked as deleted in one document in another place than it has in the other.
  private static func isTombstone(
    of key: UInt64, in places: EntityPlaces, awayFrom position: EntityIndex.Position?, in other: EntityPlaces
  ) -> Bool {
    guard let position, let tombstone = places.tombstone(key) else { return false }
    return places.containers[tombstone] != other.containers[position]
  }

  private mutating func add(
    _ key: UInt64, _ positions: Three<EntityIndex.Position?>, _ reason: Relocation.Reason,
    _ home: Party
  ) {
    let found = Three { party in positions[party].map { places[party].node($0) } }
    for party in Party.allCases {
      guard let node = found[party] else { continue }
      numbers[party][node] = all.count
      nodes[party].append(node)
    }
    for party in [Party.edited, .current] {
      guard let tombstone = places[party].tombstone(key).map({ places[party].node($0) }) else { continue }
      tombstones[party][tombstone] = all.count
      nodes[party].append(tombstone)
    }
    let party: Party = positions.current == nil ? .edited : .current
    let entity = positions[party].map { places[party].index.entries[$0].entity }
    guard let entity else { return }
    all.append(
      Relocation(key: key, entity: entity, positions: positions, nodes: found, reason: reason, home: home))
  }

  /// Whether every entity stands in one place.
  var isEmpty: Bool { all.isEmpty && strays.edited.isEmpty && strays.current.isEmpty }

  /// The relocation of the entity whose object is at `node`; nil when it has its one place.
  subscript(_ party: Party, _ node: Document.Node?) -> Relocation? {
    node.flatMap { numbers[party][$0] }.map { all[$0] }
  }

  /// Whether the object at `node` is the tombstone of an entity that stands elsewhere in the other document, so that another place
  /// says what becomes of it.
  func isTombstone(_ party: Party, _ node: Document.Node?) -> Bool {
    node.map { tombstones[party][$0] != nil || strays[party].contains($0) } ?? false
  }

  /// Whether the tombstone at `node` of CURRENT is of an entity that is in the result.
  func isRevived(_ node: Document.Node) -> Bool {
    strays.current.contains(node) || tombstones.current[node].map { !all[$0].isGone } ?? false
  }

  /// Has an entity stand where one side has it, or where it was said before. What was turned back, whatever else it has to make place for
  /// then, is still not where it was moved to.
  mutating func stand(_ number: Int, _ standing: Relocation.Standing, at home: Party? = nil) {
    let isOutdone = standing == .displaced || standing == .ringBroken
    if !isOutdone || all[number].standing != .turnedBack { all[number].standing = standing }
    if let home { all[number].home = home }
  }

  /// Has an entity that one side deleted stay where the other one has it.
  mutating func undelete(_ number: Int, at home: Party) {
    stand(number, .settled, at: home)
    if let node = all[number].nodes[home] { undeleted[home].insert(node) }
  }

  mutating func mark(_ number: Int, _ mark: Int) { all[number].mark = mark }

  func number(of key: UInt64) -> Int? {
    for party in [Party.current, .edited] {
      if let position = places[party].position(key) { return numbers[party][places[party].node(position)] }
    }
    return nil
  }

  /// Whether such an entity is in a stretch of the nodes of a document. Logarithmic.
  func isAny(_ party: Party, in range: Range<Document.Node>) -> Bool {
    MergedMoves.isAny(of: nodes[party], in: range)
  }

  /// Whether one of `nodes`, which are in order, is in a stretch. Logarithmic.
  static func isAny(of nodes: [Document.Node], in range: Range<Document.Node>) -> Bool {
    let first = Bisection.count(nodes) { $0 < range.lowerBound }
    return first < nodes.count && nodes[first] < range.upperBound
  }
}
