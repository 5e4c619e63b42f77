/// The part of a change that was left out, as a change of its own.
package struct Rejects {
  private let tree: ChangeTree
  private let rejected: Set<ItemIndex>
  private var included: [Bool]
  private var open: [Open] = []

  private struct Open {
    let index: ItemIndex
    /// All below it belongs to the rejects.
    let isWhole: Bool
    /// Its moves do.
    var takesMoves = false
  }

  /// Which items belong to it, by their index: those that were rejected, all below them, and what leads down to them. Linear.
  package static func included(_ tree: ChangeTree, rejected: Set<ItemIndex>) -> [Bool] {
    var rejects = Rejects(tree, rejected)
    tree.walk(&rejects)
    return rejects.included
  }

  private init(_ tree: ChangeTree, _ rejected: Set<ItemIndex>) {
    self.tree = tree
    self.rejected = rejected
    included = [Bool](repeating: false, count: tree.endIndex.number)
  }
}

extension Rejects: ChangeVisitor {
  package mutating func enter(_ item: ChangeTree.Item, at index: ItemIndex, in parent: ItemIndex?) -> Bool {
    var entry = Open(index: index, isWhole: open.last?.isWhole ?? false || rejected.contains(index))
    switch item {
    case .toMany:
      // A member that is named for the order only says nothing without it.
      entry.takesMoves = tree.children(of: index).contains { rejected.contains($0) && tree.isBare($0) }
    case .move:
      if open.last?.takesMoves ?? false { include(index) }
    default: break
    }
    if entry.isWhole { include(index) }
    open.append(entry)
    return true
  }

  package mutating func leave(_ item: ChangeTree.Item, at index: ItemIndex) { open.removeLast() }

  private mutating func include(_ index: ItemIndex) {
    included[index.number] = true
    for parent in open.reversed() {
      if included[parent.index.number] { break }
      included[parent.index.number] = true
    }
  }
}
