internal import SZJSON

/// How much a change changes.
public struct ChangeStatistics: Equatable, Sendable {
  public var updatedEntities = 0
  public var createdEntities = 0
  public var deletedEntities = 0
  public var movedEntities = 0
  public var changedAttributes = 0
  public var addedAttributes = 0
  public var removedAttributes = 0
  public var insertedElements = 0
  public var deletedElements = 0

  /// Counts what `change` says. Attributes are those of updated entities.
  public init(_ change: ChangeTree) {
    var counter = Counter(tree: change)
    change.walk(&counter)
    self = counter.counts
  }

  private struct Counter: ChangeVisitor {
    let tree: ChangeTree
    var counts = ChangeStatistics()

    mutating func enter(_ item: ChangeTree.Item, at index: ItemIndex, in parent: ItemIndex?) -> Bool {
      switch item {
      case .value(nil, _): counts.addedAttributes += 1
      case .value(_, nil): counts.removedAttributes += 1
      case .value: counts.changedAttributes += 1
      case .entity(let entity):
        switch entity.state {
        case .created: counts.createdEntities += 1
        case .deleted: counts.deletedEntities += 1
        case .updated: counts.updatedEntities += 1
        case .untouched: break
        }
      case .attribute(_, let old, let new):
        guard let parent, tree[parent].entity?.state == .updated else { break }
        if old == nil {
          counts.addedAttributes += 1
        } else if new == nil {
          counts.removedAttributes += 1
        } else if let old, let new, !old.isEqual(new, exactNumbers: true) {
          counts.changedAttributes += 1
        }
      case .from: counts.movedEntities += 1
      case .move(let hunk): counts.movedEntities += tree.count(hunk.old)
      case .hunk(let hunk):
        counts.deletedElements += tree.count(hunk.old)
        counts.insertedElements += tree.count(hunk.new)
      case .set(let old, let new):
        for entry in SetCounts(tree, old: old, new: new, Hashing()).entries {
          counts.deletedElements += max(0, entry.old.count - entry.new.count)
          counts.insertedElements += max(0, entry.new.count - entry.old.count)
        }
      case .identity, .entityName, .to, .instead, .context, .relationship, .replacement, .toMany, .list,
        .edit:
        break
      }
      return true
    }
  }

  private init() {}

  /// One line, the counts that are not zero.
  public var text: [UInt8] {
    let groups = [
      group(
        "entities",
        [
          ("updated", updatedEntities), ("created", createdEntities),
          ("deleted", deletedEntities), ("moved", movedEntities),
        ]),
      group(
        "attributes",
        [
          ("changed", changedAttributes), ("added", addedAttributes),
          ("removed", removedAttributes),
        ]),
      group("elements", [("inserted", insertedElements), ("deleted", deletedElements)]),
    ].compactMap { $0 }
    return Array(((groups.isEmpty ? "no differences" : groups.joined(separator: "; ")) + "\n").utf8)
  }

  private func group(_ name: String, _ counts: [(word: String, count: Int)]) -> String? {
    let parts = counts.filter { $0.count > 0 }.map { "\($0.count) \($0.word)" }
    return parts.isEmpty ? nil : "\(name): " + parts.joined(separator: ", ")
  }
}
