/// How many values a change changes, adds and removes, and how many elements it creates, deletes and moves, in one line.
public struct ChangeSummary: Equatable, Sendable {
  public private(set) var changed = 0
  public private(set) var added = 0
  public private(set) var removed = 0
  public private(set) var created = 0
  public private(set) var deleted = 0
  public private(set) var moved = 0

  /// Members come and go as added and removed, elements and whole documents as created and deleted.
  public init(_ changes: [ValueChange]) {
    for change in changes {
      let isOfObject = change.memberName != nil && !change.isMember
      switch (change.operation, isOfObject) {
      case (.replace, _): changed += 1
      case (.add, true): added += 1
      case (.remove, true): removed += 1
      case (.add, false): created += 1
      case (.remove, false): deleted += 1
      case (.move, _): moved += 1
      }
    }
  }

  public var text: [UInt8] {
    let parts = [
      (changed, "changed"), (added, "added"), (removed, "removed"), (created, "created"),
      (deleted, "deleted"),
      (moved, "moved"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return Array((parts.isEmpty ? "no differences" : parts.joined(separator: ", ")).utf8)
  }
}
