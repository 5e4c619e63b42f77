/// The part of a change that was left out, as a change of its own.
package enum Rejects {
  /// Which items belong to it: those that were rejected, all below them, and what leads down to them.
  package static func included(_ tree: ChangeTree, rejected: Set<Int>) -> [Bool] {
    var included = [Bool](repeating: false, count: tree.items.count)
    for index in rejected {
      for item in index..<tree.items[index].end { included[item] = true }
    }
    // A member that is named for the order only says nothing without it.
    for index in tree.items.indices
    where tree.items[index].role == .toMany && tree.hasBareMember(index, rejected) {
      for child in tree.children(index) where tree.items[child].role == .move {
        for item in child..<tree.items[child].end { included[item] = true }
      }
    }
    // The way down to each: a parent stands before its children, so the last items are looked at first.
    var open: [Int] = []
    for index in tree.items.indices {
      while let last = open.last, tree.items[last].end <= index { open.removeLast() }
      if included[index] { for parent in open.reversed() where !included[parent] { included[parent] = true } }
      if tree.items[index].end > index + 1 { open.append(index) }
    }
    return included
  }
}

extension ChangeTree {
  /// Whether one of the members of a to-many that are in `chosen` says nothing but who it is about.
  fileprivate func hasBareMember(_ toMany: Int, _ chosen: Set<Int>) -> Bool {
    children(toMany).contains { items[$0].role == .entity && chosen.contains($0) && isBare($0) }
  }

  /// Whether an entity change says nothing but who it is about.
  package func isBare(_ entity: Int) -> Bool {
    items[entity].state == .untouched
      && !children(entity).contains { items[$0].role == .relationship || items[$0].role == .attribute }
  }
}
