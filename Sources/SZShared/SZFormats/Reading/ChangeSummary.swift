/// How many objects a change changes, makes, deletes and moves, in one line.
public struct ChangeSummary: Equatable, Sendable {
  public private(set) var changed = 0
  public private(set) var created = 0
  public private(set) var deleted = 0
  public private(set) var moved = 0

  /// Members of an object and elements of a list count as changes of what holds them; elements with an identity that come or go count by
  /// themselves.
  public init(_ changes: [ValueChange]) {
    var holders: Set<ArraySlice<UInt8>> = []
    for change in changes {
      switch (change.operation, change.isMember || change.ownerLength == 0) {
      case (.add, true): created += 1
      case (.remove, true): deleted += 1
      case (.move, _): moved += 1
      case (.add, false), (.remove, false), (.replace, _):
        if holders.insert(change.owner).inserted { changed += 1 }
      }
    }
  }

  public var text: [UInt8] {
    let parts = [(changed, "changed"), (created, "created"), (deleted, "deleted"), (moved, "moved")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return Array((parts.isEmpty ? "no differences" : parts.joined(separator: ", ")).utf8)
  }
}
