/// Something that looks at every item of a change, such as a format that writes it.
///
/// ``walk(_:from:)`` is the one walk that all of them share. An item that is added to the grammar is a case more in each
/// visitor that writes changes, which the compiler asks for; visitors that look for a few items have a default.
public protocol ChangeVisitor {
  /// Comes to an item, before its children. Answers whether the walk goes below it, and then comes to its end.
  ///
  /// `parent` is the item around it, nil for the one that the walk began with.
  mutating func enter(_ item: ChangeTree.Item, at index: ItemIndex, in parent: ItemIndex?) -> Bool

  /// Comes to the end of an item that was entered, behind its children.
  mutating func leave(_ item: ChangeTree.Item, at index: ItemIndex)
}

extension ChangeVisitor {
  public mutating func leave(_ item: ChangeTree.Item, at index: ItemIndex) {}

  /// Walks over the items of a change from `root` on in pre-order. Linear in the items that are entered; without recursion.
  public mutating func walk(_ tree: ChangeTree, from root: ItemIndex = .root) {
    guard root < tree.endIndex else { return }
    let end = tree.end(of: root)
    var open: [(index: ItemIndex, end: ItemIndex)] = []
    var index = root
    while index < end {
      let behind = tree.end(of: index)
      let goesBelow = enter(tree[index], at: index, in: open.last?.index)
      if goesBelow, index.next < behind {
        open.append((index, behind))
        index = index.next
        continue
      }
      if goesBelow { leave(tree[index], at: index) }
      index = behind
      while let last = open.last, last.end <= index {
        leave(tree[last.index], at: last.index)
        open.removeLast()
      }
    }
  }
}
