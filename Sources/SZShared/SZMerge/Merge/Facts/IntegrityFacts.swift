internal import SZElements
import SZJSON

/// What a merge has found out about who is in its result, and where, by which it is made once more.
///
/// It only grows, as ``undelete(_:_:)`` and its like answer whether it has, and a merge is made once more only when it has: so that ends.
/// It grows once at most for each object that one side deleted, three times for each entity that does not stand in one place
/// (``Home``), and once for each object or reference that delete rules take away.
struct IntegrityFacts {
  /// What is known of the home of an entity that does not stand in one place. It rises from case to case, never back.
  private enum Home: Int {
    /// Its other place is in something that is not in the result: it has its place on this side alone.
    case alone
    /// Nothing stands in the result against its move.
    case free
    /// What it was moved into is not in the result then: it has its place on this side alone, for good.
    case aloneAgain
  }

  /// The objects of entities that stay although the other side deleted them, as something refers to them.
  private(set) var undeleted = Three<Set<Document.Node>> { _ in [] }
  /// Why they stay, in the order in which that was found.
  private(set) var denied: [DeniedDeletion] = []
  private var deniedKeys: Set<UInt64> = []
  private var homes: [UInt64: (home: Home, side: Party)] = [:]
  /// What delete rules take out of the result again, in order: edits that they void, so that they are none against a deletion.
  private(set) var voided = Three<[Document.Node]> { _ in [] }
  /// What the report says of that, and what was settled about it.
  private(set) var earlierConsequences: [DeletionConsequence] = []
  private(set) var earlierDeletions: [OpposedDeletion] = []

  /// The side that alone has a place for an entity; nil where that has not been found.
  func onlyHome(of key: UInt64) -> Party? {
    homes[key].flatMap { $0.home == .free ? nil : $0.side }
  }

  /// Whether nothing stands in the result against the move of an entity.
  func isFree(_ key: UInt64) -> Bool { homes[key]?.home == .free }

  /// Has an object stay that the other side deleted.
  mutating func undelete(_ object: Document.Node, _ side: Party) -> Bool {
    undeleted[side].insert(object).inserted
  }

  /// Says why an entity stays. Of several that refer to one, the first is named.
  mutating func add(_ denied: @autoclosure () -> DeniedDeletion, _ key: UInt64) {
    if deniedKeys.insert(key).inserted { self.denied.append(denied()) }
  }

  /// Has an entity have its place on one side alone.
  mutating func mustStand(_ key: UInt64, at side: Party) -> Bool {
    switch homes[key]?.home {
    case nil: homes[key] = (.alone, side)
    case .free: homes[key] = (.aloneAgain, side)
    case .alone, .aloneAgain: return false
    }
    return true
  }

  /// Has the move of an entity be made.
  mutating func mayMove(_ key: UInt64, to side: Party) -> Bool {
    if let home = homes[key]?.home, home != .alone { return false }
    homes[key] = (.free, side)
    return true
  }

  /// Has what delete rules took away be no edit; `consequences` are what a report says of it.
  mutating func void(
    _ found: Three<Set<Document.Node>>, _ consequences: [DeletionConsequence],
    _ deletions: [OpposedDeletion]
  ) -> Bool {
    var hasGrown = false
    for party in Party.allCases {
      let all = found[party].union(voided[party])
      if all.count == voided[party].count { continue }
      voided[party] = all.sorted()
      hasGrown = true
    }
    if !hasGrown { return false }
    earlierConsequences += consequences
    earlierDeletions += deletions
    return true
  }
}
