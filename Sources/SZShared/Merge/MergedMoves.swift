/// An entity that does not stand in one place in all the documents that have it.
struct Relocation {
  let key: UInt64
  let entity: Model.EntityID
  /// Where it is in each document.
  let positions: Three<EntityIndex.Position?>
  let nodes: Three<Document.Node?>
  let reason: Reason
  /// The side whose place it has in the result.
  var home: Conflict.Party

  enum Reason {
    /// One side moved it, or both did to the same place.
    case moved
    /// Each side moved it, to another place.
    case movedTwice
    /// One side moved it, and the other one deleted it.
    case movedAndDeleted
    /// Each side created it, in another place.
    case createdTwice
  }
}

/// The entities that do not stand in one place in three documents, and where each has its place in the result.
struct MergedMoves {
  let places: Three<EntityPlaces>
  private(set) var all: [Relocation] = []
  /// What becomes of an entity that EDITED's place is the home of, by its object in EDITED.
  var arrivals: [Document.Node: Value] = [:]
  /// The objects of entities that stay although the other side deleted them, for something moved into them.
  var kept = Three<Set<Document.Node>> { _ in [] }
  private var numbers = Three<[Document.Node: Int]> { _ in [:] }
  private var nodes = Three<[Document.Node]> { _ in [] }

  /// Linear in the entities of all three documents.
  init(_ places: Three<EntityPlaces>) {
    self.places = places
    let (pristine, edited, current) = (places.pristine, places.edited, places.current)
    for position in pristine.keys.indices where pristine.index.entries[position].mayMove {
      let key = pristine.keys[position]
      let container = pristine.containers[position]
      let (inEdited, inCurrent) = (edited.position(key), current.position(key))
      let isMoved = (
        inEdited.map { edited.containers[$0] != container } ?? false,
        inCurrent.map { current.containers[$0] != container } ?? false
      )
      if !isMoved.0, !isMoved.1 { continue }
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
        isMoved.1 ? .current : .edited)
    }
    for position in edited.keys.indices where edited.index.entries[position].mayMove {
      let key = edited.keys[position]
      if pristine.position(key) != nil { continue }
      guard let inCurrent = current.position(key),
        current.containers[inCurrent] != edited.containers[position]
      else { continue }
      add(key, Three(pristine: nil, edited: position, current: inCurrent), .createdTwice, .edited)
    }
    nodes = nodes.map { $0.sorted() }
  }

  private mutating func add(
    _ key: UInt64, _ positions: Three<EntityIndex.Position?>, _ reason: Relocation.Reason,
    _ home: Conflict.Party
  ) {
    let found = Three { party in positions[party].map { places[party].node($0) } }
    for party in Conflict.Party.allCases {
      guard let node = found[party] else { continue }
      numbers[party][node] = all.count
      nodes[party].append(node)
    }
    let party: Conflict.Party = positions.current == nil ? .edited : .current
    let entity = positions[party].map { places[party].index.entries[$0].entity }
    guard let entity else { return }
    all.append(
      Relocation(key: key, entity: entity, positions: positions, nodes: found, reason: reason, home: home))
  }

  /// The relocation of the entity whose object is at `node`; nil when it has its one place.
  subscript(_ party: Conflict.Party, _ node: Document.Node?) -> Relocation? {
    node.flatMap { numbers[party][$0] }.map { all[$0] }
  }

  mutating func settle(_ number: Int, at home: Conflict.Party) { all[number].home = home }

  func number(of key: UInt64) -> Int? {
    for party in [Conflict.Party.current, .edited] {
      if let position = places[party].position(key) { return numbers[party][places[party].node(position)] }
    }
    return nil
  }

  /// Whether such an entity is in a stretch of the nodes of a document. Logarithmic.
  func isAny(_ party: Conflict.Party, in range: Range<Document.Node>) -> Bool {
    MergedMoves.isAny(of: nodes[party], in: range)
  }

  /// Whether one of `nodes`, which are in order, is in a stretch. Logarithmic.
  static func isAny(of nodes: [Document.Node], in range: Range<Document.Node>) -> Bool {
    var (low, high) = (0, nodes.count)
    while low < high {
      let middle = (low + high) / 2
      if nodes[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < nodes.count && nodes[low] < range.upperBound
  }

  /// What owns an entity in the result; nil at the root.
  func owner(of key: UInt64) -> UInt64? {
    if let number = number(of: key) {
      let home = all[number].home
      return all[number].positions[home].flatMap { places[home].owner(of: $0) }
    }
    for party in [Conflict.Party.current, .edited, .pristine] {
      if let position = places[party].position(key) { return places[party].owner(of: position) }
    }
    return nil
  }
}

// MARK: Rings

extension MergedMoves {
  /// The relocations in some ring of entities that would own each other, in their order; nil when there is none. Linear in the owners
  /// that are gone through.
  func ring() -> [Int]? {
    var done: Set<UInt64> = []
    for relocation in all {
      var way: [UInt64] = []
      var places: [UInt64: Int] = [:]
      var next: UInt64? = relocation.key
      while let key = next, !done.contains(key) {
        if let start = places[key] { return way[start...].compactMap { number(of: $0) }.sorted() }
        places[key] = way.count
        way.append(key)
        next = owner(of: key)
      }
      done.formUnion(way)
    }
    return nil
  }

  /// Those that come to EDITED's place out of CURRENT, the innermost first. Linear in the owners that are gone through.
  var arriving: [Int] {
    var depths: [UInt64: Int] = [:]
    var found: [(depth: Int, number: Int)] = []
    for number in all.indices where isArriving(number) {
      var way: [UInt64] = []
      var next: UInt64? = all[number].key
      while let key = next, depths[key] == nil {
        way.append(key)
        next = owner(of: key)
      }
      var depth = next.flatMap { depths[$0] } ?? 0
      for key in way.reversed() {
        if let number = self.number(of: key), isArriving(number) { depth += 1 }
        depths[key] = depth
      }
      found.append((depths[all[number].key] ?? 0, number))
    }
    return found.sorted { ($0.depth, $1.number) > ($1.depth, $0.number) }.map(\.number)
  }

  private func isArriving(_ number: Int) -> Bool {
    all[number].home == .edited && all[number].nodes.current != nil
  }
}
