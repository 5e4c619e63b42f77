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
    counter.walk(change)
    self = counter.counts
  }

  private struct Counter: ChangeVisitor {
    let tree: ChangeTree
    var counts = ChangeStatistics()
    /// The open entities, and whether they have been counted.
    private var entities: [(index: ItemIndex, isCounted: Bool)] = []

    init(tree: ChangeTree) { self.tree = tree }

    /// A list, a set or the order of a to-many changed: so did the entity that holds it.
    private mutating func countHolder(of relationship: ItemIndex?) {
      guard let relationship, case .relationship = tree[relationship], let last = entities.indices.last,
        !entities[last].isCounted
      else { return }
      entities[last].isCounted = true
      counts.updatedEntities += 1
    }

    private func hasMoves(_ toMany: ItemIndex) -> Bool {
      tree.children(of: toMany).contains { if case .move = tree[$0] { true } else { false } }
    }

    mutating func leave(_ item: ChangeTree.Item, at index: ItemIndex) {
      if entities.last?.index == index { entities.removeLast() }
    }

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
        entities.append((index, entity.state != .untouched))
      case .attribute(_, let old, let new):
        guard let parent, tree.state(of: parent) == .updated else { break }
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
      case .list: countHolder(of: parent)
      case .set(let old, let new):
        countHolder(of: parent)
        for entry in SetCounts(tree, old: old, new: new, Hashing()).entries {
          counts.deletedElements += max(0, entry.old.count - entry.new.count)
          counts.insertedElements += max(0, entry.new.count - entry.old.count)
        }
      case .toMany:
        if hasMoves(index) { countHolder(of: parent) }
      case .identity, .entityName, .to, .instead, .context, .relationship, .replacement, .edit: break
      }
      return true
    }
  }

  /// Nothing.
  public init() {}

  /// Adds what another change changes.
  public static func += (total: inout ChangeStatistics, more: ChangeStatistics) {
    total.updatedEntities += more.updatedEntities
    total.createdEntities += more.createdEntities
    total.deletedEntities += more.deletedEntities
    total.movedEntities += more.movedEntities
    total.changedAttributes += more.changedAttributes
    total.addedAttributes += more.addedAttributes
    total.removedAttributes += more.removedAttributes
    total.insertedElements += more.insertedElements
    total.deletedElements += more.deletedElements
  }

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
