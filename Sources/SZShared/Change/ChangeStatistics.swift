/// How much a change changes.
package struct ChangeStatistics: Equatable, Sendable {
  package var updatedEntities = 0
  package var createdEntities = 0
  package var deletedEntities = 0
  package var movedEntities = 0
  package var changedAttributes = 0
  package var addedAttributes = 0
  package var removedAttributes = 0
  package var insertedElements = 0
  package var deletedElements = 0

  /// Counts what `change` says. Attributes are those of updated entities.
  package init(_ change: ChangeTree) {
    var entityState = ChangeTree.EntityState.untouched
    var isMove = false
    var isSet = false
    for (index, item) in change.items.enumerated() {
      switch item.role {
      case .value: changedAttributes += 1
      case .entity:
        entityState = item.state
        switch item.state {
        case .created: createdEntities += 1
        case .deleted: deletedEntities += 1
        case .updated: updatedEntities += 1
        case .untouched: break
        }
      case .attribute where entityState == .updated && !item.isFull:
        if item.old == nil {
          addedAttributes += 1
        } else if item.new == nil {
          removedAttributes += 1
        } else {
          changedAttributes += 1
        }
      case .move: (isMove, isSet) = (true, false)
      case .hunk:
        (isMove, isSet) = (false, item.number < 0)
        if !isSet { continue }
        for entry in SetCounts(change, hunk: index, Hashing()).entries {
          deletedElements += max(0, entry.old.count - entry.new.count)
          insertedElements += max(0, entry.new.count - entry.old.count)
        }
      case .old where !isSet:
        if isMove { movedEntities += item.number } else { deletedElements += item.number }
      case .new where !isMove && !isSet: insertedElements += item.number
      default: break
      }
    }
  }

  /// One line, the counts that are not zero.
  package var text: [UInt8] {
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
