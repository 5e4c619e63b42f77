import SZJSON

/// What a merge has found out about who is in its result, and where, by which it is made once more.
///
/// It only grows, as ``mustStay(_:_:)`` and its like answer whether it has, and a merge is made once more only when it has: so that ends.
/// It grows once at most for each object that one side deleted, three times for each entity that does not stand in one place
/// (``Place``), and once for each object or reference that delete rules take away.
struct IntegrityFacts {
  /// What is known of the place of an entity that does not stand in one. It rises from case to case, never back.
  private enum Place: Int {
    /// Its other place is in something that is not in the result: it has its place on this side alone.
    case alone
    /// Nothing stands in the result against its move.
    case free
    /// What it was moved into is not in the result then: it has its place on this side alone, for good.
    case aloneAgain
  }

  /// The objects of entities that stay although the other side deleted them, as something refers to them.
  private(set) var kept = Three<Set<Document.Node>> { _ in [] }
  /// Why they stay, in the order in which that was found.
  private(set) var denied: [DeniedDeletion] = []
  private var deniedKeys: Set<UInt64> = []
  private var places: [UInt64: (place: Place, side: Conflict.Party)] = [:]
  /// What delete rules take out of the result again, in order, so that it is no edit against a deletion.
  private(set) var uncounted = Three<[Document.Node]> { _ in [] }
  /// What the report says of that, and what was settled about it.
  private(set) var undone: [DeletionConsequence] = []
  private(set) var undoneDeletions: [OpposedDeletion] = []

  /// The side that alone has a place for an entity; nil where that has not been found.
  func onlyPlace(of key: UInt64) -> Conflict.Party? {
    places[key].flatMap { $0.place == .free ? nil : $0.side }
  }

  /// Whether nothing stands in the result against the move of an entity.
  func isFree(_ key: UInt64) -> Bool { places[key]?.place == .free }

  /// Has an object stay that the other side deleted.
  mutating func mustStay(_ object: Document.Node, _ side: Conflict.Party) -> Bool {
    kept[side].insert(object).inserted
  }

  /// Says why an entity stays. Of several that refer to one, the first is named.
  mutating func add(_ denied: @autoclosure () -> DeniedDeletion, _ key: UInt64) {
    if deniedKeys.insert(key).inserted { self.denied.append(denied()) }
  }

  /// Has an entity have its place on one side alone.
  mutating func mustStand(_ key: UInt64, at side: Conflict.Party) -> Bool {
    switch places[key]?.place {
    case nil: places[key] = (.alone, side)
    case .free: places[key] = (.aloneAgain, side)
    case .alone, .aloneAgain: return false
    }
    return true
  }

  /// Has the move of an entity be made.
  mutating func mayMove(_ key: UInt64, to side: Conflict.Party) -> Bool {
    if let place = places[key]?.place, place != .alone { return false }
    places[key] = (.free, side)
    return true
  }

  /// Has what delete rules took away be no edit; `consequences` are what a report says of it.
  mutating func uncount(
    _ found: Three<Set<Document.Node>>, _ consequences: [DeletionConsequence],
    _ deletions: [OpposedDeletion]
  ) -> Bool {
    var hasGrown = false
    for party in Conflict.Party.allCases {
      let all = found[party].union(uncounted[party])
      if all.count == uncounted[party].count { continue }
      uncounted[party] = all.sorted()
      hasGrown = true
    }
    if !hasGrown { return false }
    undone += consequences
    undoneDeletions += deletions
    return true
  }
}
