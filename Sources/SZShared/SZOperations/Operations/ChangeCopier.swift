internal import SZModel

/// Copies a part of a change into another one.
struct ChangeCopier: ChangeVisitor {
  private let tree: ChangeTree
  var copy: ChangeTree
  private var open: [ItemIndex] = []

  init(_ tree: ChangeTree, into copy: ChangeTree = ChangeTree()) { (self.tree, self.copy) = (tree, copy) }

  private mutating func stretch(_ stretch: ChangeTree.Stretch) -> ChangeTree.Stretch {
    copy.add(Array(tree.values(stretch)))
  }

  private mutating func context(_ context: ChangeTree.Context) -> ChangeTree.Context {
    if case .values(let values) = context { .values(stretch(values)) } else { context }
  }

  private mutating func hunk(_ hunk: ChangeTree.Hunk) -> ChangeTree.Hunk {
    var copied = hunk
    copied.before = context(hunk.before)
    copied.old = stretch(hunk.old)
    copied.new = stretch(hunk.new)
    copied.after = context(hunk.after)
    return copied
  }

  mutating func enter(_ item: ChangeTree.Item, at index: ItemIndex, in parent: ItemIndex?) -> Bool {
    switch item {
    case .hunk(let value): open.append(copy.open(.hunk(hunk(value))))
    case .move(let value): open.append(copy.open(.move(hunk(value))))
    case .set(let old, let new): open.append(copy.open(.set(old: stretch(old), new: stretch(new))))
    default: open.append(copy.open(item))
    }
    return true
  }

  mutating func leave(_ item: ChangeTree.Item, at index: ItemIndex) {
    if let last = open.popLast() { copy.close(last) }
  }
}
