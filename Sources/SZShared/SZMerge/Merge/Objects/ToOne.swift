internal import SZElements

/// What becomes of a to-one, by what stands in it in each of the three documents. This is the only place that says so; ``Decider`` carries
/// it out. Which of two entities has it that moved there was settled before (`MoveJudgement+Contests.swift`).
///
/// In the examples A and B are the entities {"id": "A"} and {"id": "B"}, A* is A edited, "a" a reference to A, and †A what is left of A
/// where deletions are marked: {"id": "A", "isDeleted": true}. They have the member "top" in PRISTINE | EDITED | CURRENT → the result.
struct ToOne {
  /// What stands in it in one document.
  enum Slot: Equatable {
    /// Null, or no such member.
    case nothing
    /// Any value but an object. Those that mean the same have one hash.
    case reference(UInt64)
    /// An object, by its identity; nil for one that has none, which is one with any other.
    case entity(UInt64?)
    /// What is left of a deleted entity, which says so.
    case tombstone(UInt64?)
    /// An entity whose place in the result is another one, or the tombstone of one: what becomes of it is decided there.
    case relocated
    /// An entity that stands elsewhere in another document, and has its place in the result here.
    case here
    /// An entity that stays although the other side deleted it.
    case undeleted(UInt64?)
  }

  enum Outcome: Equatable {
    /// CURRENT's stays as it is.
    case keep
    /// EDITED's comes in its place.
    case take
    /// EDITED's comes, merged with the versions of it that stand elsewhere.
    case arrive
    /// CURRENT's stays, merged with the versions of it that stand elsewhere.
    case stay
    /// Both have one entity, which is merged part by part.
    case merge
    /// What one side changed counts, and what both changed is a conflict, as for any other value.
    case compare
    /// Two entities want it, one of which a delete rule keeps: a conflict.
    case compete
    /// This side deleted what the other one has, or marked it as deleted: that goes, or is a conflict where it was edited.
    case delete(by: Party, leavesTombstone: Bool = false)
    /// Nothing stands in it, and what CURRENT has there goes.
    case clear
  }

  /// What stands in it, as the table takes it.
  private(set) var slots: Three<Slot>

  init(_ slots: Three<Slot>) {
    self.slots = slots
    // What PRISTINE has marked, too, is an entity as any other, which nobody deleted: †A | †A* | †A → †A*; †A | A | †A → A
    guard case .tombstone(let before) = slots.pristine else { return }
    func isTombstone(_ slot: Slot) -> Bool {
      if case .tombstone(let other) = slot { ToOne.isOne(before, other) } else { false }
    }
    let (isInEdited, isInCurrent) = (isTombstone(slots.edited), isTombstone(slots.current))
    if isInEdited { self.slots.edited = .entity(before) }
    if isInCurrent { self.slots.current = .entity(before) }
    if isInEdited || isInCurrent { self.slots.pristine = .entity(before) }
  }

  /// The table. Of several rows that fit the first one counts.
  var outcome: Outcome {
    switch (slots.pristine, slots.edited, slots.current) {
    // A, which stands in "items" in PRISTINE: null | A | null → A
    case (_, .here, _): .arrive
    // null | null | A → A
    case (_, _, .here): .stay

    // EDITED deleted A, which somebody in CURRENT refers to: A | B | A → a conflict
    case (_, .undeleted(let one), .entity(let other)), (_, .entity(let one), .undeleted(let other)),
      (_, .undeleted(let one), .undeleted(let other)):
      if ToOne.isOne(one, other) { slots.edited == .entity(one) ? .merge : .take } else { .compete }
    // "b" | A | "b" → A, but "b" | A | "c" → a conflict
    case (let before, .undeleted, .reference): before == slots.current ? .take : .compete
    // "b" | "b" | A → A, but "b" | "c" | A → a conflict
    case (let before, .reference, .undeleted): before == slots.edited ? .merge : .compete
    // A | A | null → A
    case (_, .undeleted, _): .take
    // A | null | A → A
    case (_, _, .undeleted): .merge

    // One entity on both sides: A | A* | A → A*
    case (_, .entity(let one), .entity(let other)) where ToOne.isOne(one, other): .merge
    // Two entities, references, or one of each: A | B | A → B; "a" | "b" | C → a conflict
    case (_, .entity, .entity), (_, .entity, .reference), (_, .reference, .entity),
      (_, .reference, .reference):
      .compare

    // A | A | †A → †A; A | A* | †A → a conflict
    case (.entity(let before), .entity(let one), .tombstone(let other))
    where ToOne.isOne(before, one) && ToOne.isOne(one, other):
      .delete(by: .current, leavesTombstone: true)
    // A | A | null → null; A | A* | null → a conflict
    case (.entity(let before), .entity(let one), _) where ToOne.isOne(before, one): .delete(by: .current)
    // A push that created A arrives again, and A has been deleted since: null | A | †A → †A
    case (_, .entity(let one), .tombstone(let other)) where ToOne.isOne(one, other): .keep
    // "a" | "a" | null → null; "a" | "b" | null → a conflict
    case (.reference, .entity, .nothing), (.reference, .reference, .nothing),
      (.reference, .entity, .tombstone),
      (.reference, .reference, .tombstone):
      .compare
    // A | B | null → B; null | A | null → A; "a" | "a" | B, which goes elsewhere → "a"
    case (_, .entity, _), (_, .reference, _): .take

    // A | †A | A → †A; A | †A | A* → a conflict
    case (.entity(let before), .tombstone(let one), .entity(let other))
    where ToOne.isOne(before, other) && ToOne.isOne(one, other):
      .delete(by: .edited, leavesTombstone: true)
    // A | null | A → null; A | null | A* → a conflict
    case (.entity(let before), _, .entity(let other)) where ToOne.isOne(before, other): .delete(by: .edited)
    // EDITED has had A before: null | †A | A → †A
    case (_, .tombstone(let one), .entity(let other)) where ToOne.isOne(one, other): .take
    // "a" | null | "a" → null; "a" | null | "b" → a conflict
    case (.reference, .nothing, .entity), (.reference, .nothing, .reference),
      (.reference, .tombstone, .entity),
      (.reference, .tombstone, .reference):
      .compare
    // A | null | B → B; null | null | A → A; null | †A | B → B
    case (_, _, .entity), (_, _, .reference): .keep

    // Nothing on either side: null | null | absent → as EDITED has it
    case (.nothing, .nothing, .nothing): .compare
    // A | †A | null → null
    case (.entity, .tombstone, .nothing), (.reference, .tombstone, .nothing): .keep
    // null | †A | null → †A
    case (_, .tombstone, .nothing): .take
    // A | A, which goes elsewhere | null → null; A | null | †A → †A
    case (_, _, .nothing), (_, _, .tombstone): .keep
    // null | null | A, which goes elsewhere → null
    case (.entity, .tombstone, .relocated): .clear
    case (_, .tombstone, .relocated): .take
    case (_, _, .relocated): .clear
    }
  }

  private static func isOne(_ left: UInt64?, _ right: UInt64?) -> Bool {
    left == nil || right == nil || left == right
  }
}

extension ToOne.Slot {
  /// Whether an entity or a reference stands in it.
  var isHeld: Bool {
    switch self {
    case .nothing, .tombstone, .relocated: false
    case .reference, .entity, .here, .undeleted: true
    }
  }
}
