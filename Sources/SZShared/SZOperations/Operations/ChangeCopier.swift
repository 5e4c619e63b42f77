internal import SZModel

/// Copies a part of a change into another one.
struct ChangeCopier: ChangeVisitor {
  private let tree: ChangeTree
  var made: ChangeTree
  private var open: [ItemIndex] = []

  init(_ tree: ChangeTree, into made: ChangeTree = ChangeTree()) { (self.tree, self.made) = (tree, made) }

  private mutating func stretch(_ stretch: ChangeTree.Stretch) -> ChangeTree.Stretch {
    made.add(Array(tree.values(stretch)))
  }

  private mutating func context(_ context: ChangeTree.Context) -> ChangeTree.Context {
    if case .values(let values) = context { .values(stretch(values)) } else { context }
  }

  private mutating func hunk(_ hunk: ChangeTree.Hunk) -> ChangeTree.Hunk {
    var copy = hunk
    copy.before = context(hunk.before)
    copy.old = stretch(hunk.old)
    copy.new = stretch(hunk.new)
    copy.after = context(hunk.after)
    return copy
  }

  mutating func enter(_ item: ChangeTree.Item, at index: ItemIndex, in parent: ItemIndex?) -> Bool {
    switch item {
    case .hunk(let value): open.append(made.open(.hunk(hunk(value))))
    case .move(let value): open.append(made.open(.move(hunk(value))))
    case .set(let old, let new): open.append(made.open(.set(old: stretch(old), new: stretch(new))))
    default: open.append(made.open(item))
    }
    return true
  }

  mutating func leave(_ item: ChangeTree.Item, at index: ItemIndex) {
    if let last = open.popLast() { made.close(last) }
  }
}
