/// The part of a change that was left out, as a change of its own.
package enum Rejects {
  /// Which items belong to it: those that were rejected, all below them, and what leads down to them.
  package static func included(_ tree: ChangeTree, rejected: Set<Int>) -> [Bool] {
    var included = [Bool](repeating: false, count: tree.items.count)
    for index in rejected {
      for item in index..<tree.items[index].end { included[item] = true }
    }
    // The way down to each: a parent stands before its children, so the last items are looked at first.
    var open: [Int] = []
    for index in tree.items.indices {
      while let last = open.last, tree.items[last].end <= index { open.removeLast() }
      if included[index] { for parent in open.reversed() where !included[parent] { included[parent] = true } }
      if tree.items[index].end > index + 1 { open.append(index) }
    }
    for index in tree.items.indices where included[index] && tree.items[index].role == .toMany {
      nameKey(tree, index, &included)
    }
    return included
  }

  /// A to-many of which only moves are left still needs a member that names its key.
  private static func nameKey(_ tree: ChangeTree, _ toMany: Int, _ included: inout [Bool]) {
    let members = tree.children(toMany).filter { tree.items[$0].role == .entity }
    if members.contains(where: { included[$0] }) { return }
    guard let first = members.first(where: { tree.items[$0].state == .untouched }) ?? members.first else {
      return
    }
    for item in first..<tree.items[first].end { included[item] = true }
  }
}
