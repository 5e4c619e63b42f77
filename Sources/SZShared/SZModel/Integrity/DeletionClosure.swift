/// What a delete rule says of an entity that a reference ties to one that is deleted.
public enum DeletionVerdict {
  /// It is deleted, too, with all that it owns.
  case cascade
  /// The reference is cleared.
  case clear
  /// Nothing of it may be deleted.
  case deny

  /// What becomes of the holder of a reference, by the rule of the inverse; a reference that no rule is about must not dangle, either.
  public init(forHolder rule: Model.Relationship.DeleteRule?) {
    switch rule {
    case .cascade?: self = .cascade
    case .nullify?: self = .clear
    case .deny?, .noAction?, nil: self = .deny
    }
  }

  /// What becomes of what a deleted entity refers to, by the rule of the reference itself; nil for nothing.
  public init?(forReferred rule: Model.Relationship.DeleteRule?) {
    switch rule {
    case .cascade?: self = .cascade
    case .deny?: self = .deny
    case .nullify?, .noAction?, nil: return nil
    }
  }
}

/// Which entities of a document are deleted with others, and what stands against that: the delete rules, followed to their end.
///
/// Whoever uses it knows the document: ``delete(_:)`` says what goes at first, and for each entity that ``next()`` names then,
/// ``meet(_:of:_:)`` is told of all that references tie to it. What is met counts in the end, when it is known who goes: nothing is
/// cleared in an entity that is deleted, and none that is deleted denies anything.
///
/// That ends: ``deleted`` only grows, what is put in is open once, and ``next()`` closes it for good. So it is linear in the entities that
/// are deleted and in what is tied to them, and, as both only depend on who is in, the order of all changes nothing but the order of what
/// is answered.
///
/// `Tie` is a reference, with whatever else is to be said of it.
public struct DeletionClosure<Tie> {
  /// In which order entities that are deleted are looked at: those first that were found first, or last.
  public enum Order { case firstFound, lastFound }

  /// What is deleted, in the order in which it was found.
  public private(set) var deleted: [Int] = []
  /// The outermost of the entities that were deleted by a cascade, with what led to each.
  public private(set) var cascaded: [(entity: Int, tie: Tie)] = []
  private var isDeleted: [Bool]
  private var open: [(entity: Int, tie: Tie?)] = []
  private var closed = 0
  private var clearings: [(entity: Int, tie: Tie)] = []
  private var denials: [(entity: Int, tie: Tie)] = []
  private var start = 0
  private let order: Order
  private let family: (Int) -> Range<Int>

  /// For a document of so many entities; `family` answers what one owns, with itself.
  public init(count: Int, _ order: Order, family: @escaping (Int) -> Range<Int>) {
    isDeleted = Array(repeating: false, count: count)
    (self.order, self.family) = (order, family)
  }

  public subscript(entity: Int) -> Bool { isDeleted[entity] }

  /// Has an entity be deleted, with all that it owns.
  public mutating func delete(_ entity: Int) { delete(entity, by: nil) }

  private mutating func delete(_ entity: Int, by tie: Tie?) {
    for member in family(entity) where !isDeleted[member] {
      isDeleted[member] = true
      deleted.append(member)
      open.append((member, tie))
    }
  }

  /// The next entity that is deleted, of which nobody has been told yet, and what led to it if that was a cascade; nil when there is none.
  public mutating func next() -> (entity: Int, tie: Tie?)? {
    switch order {
    case .lastFound: return open.popLast()
    case .firstFound:
      if closed == open.count { return nil }
      closed += 1
      return open[closed - 1]
    }
  }

  /// Takes note of what becomes of an entity that a reference ties to a deleted one.
  public mutating func meet(_ tie: Tie, of entity: Int, _ verdict: DeletionVerdict) {
    switch verdict {
    case .cascade:
      if isDeleted[entity] { return }
      cascaded.append((entity, tie))
      delete(entity, by: tie)
    case .clear: clearings.append((entity, tie))
    case .deny: denials.append((entity, tie))
    }
  }

  /// The references that are cleared.
  public var cleared: [Tie] { clearings.filter { !isDeleted[$0.entity] }.map(\.tie) }

  /// What stands against the deletions.
  public var denying: [Tie] { denials.filter { !isDeleted[$0.entity] }.map(\.tie) }

  // MARK: One deletion after the other

  /// Begins anew, with what is deleted so far: what was found is settled.
  public mutating func begin() {
    (cascaded, clearings, denials, open) = ([], [], [], [])
    (closed, start) = (0, deleted.count)
  }

  /// Takes back what was deleted since ``begin()``.
  public mutating func withdraw() {
    for entity in deleted[start...] { isDeleted[entity] = false }
    deleted.removeSubrange(start...)
    begin()
  }
}
