internal import SZJSON
public import SZModel

/// The part of a change that was left out, as a change of its own.
public struct Rejects {
  private let tree: ChangeTree
  private let rejected: Set<ItemIndex>
  /// Items that belong to it without what is below them.
  private let bare: Set<ItemIndex>
  private var included: [Bool]
  private var open: [Open] = []

  private struct Open {
    let index: ItemIndex
    /// All below it belongs to the rejects.
    let isWhole: Bool
    /// Its moves do.
    var takesMoves = false
  }

  /// What was left out of `tree`, in the format of changes. Of a change turned round it is for turning round again.
  ///
  /// Where it has one half of a move it has the other, too, with nothing but who moves; and so with what takes the place of another
  /// entity.
  /// Laws: it fits what the whole change makes, and is applied there already; with the indexes of lists it fits what was made without it.
  public static func text(
    _ tree: ChangeTree, rejected: Set<ItemIndex>, moves: [(arrival: ItemIndex, departure: ItemIndex)] = [],
    replacements: [(gone: ItemIndex, come: ItemIndex)] = []
  ) -> [UInt8] {
    var tree = tree
    var rejected = rejected
    addCreations(around: &rejected, tree)
    let isReversed = tree.isReversed
    if isReversed { tree.reverse() }
    addEdits(besides: &rejected, tree)
    if !isReversed { shift(&tree, past: rejected) }
    return ChangeWriter.text(tree, included: included(tree, rejected: rejected, moves, replacements))
  }

  /// Adds the entities that are created with something that was left out: they come whole or not at all. Linear, but for logarithms.
  private static func addCreations(around rejected: inout Set<ItemIndex>, _ tree: ChangeTree) {
    let all = rejected.sorted()
    for index in tree.indices {
      guard tree.state(of: index) == .created, tree.heading(of: index).from == nil else { continue }
      let first = Bisection.count(all) { $0 < index }
      if first < all.count, all[first] < tree.end(of: index) { rejected.insert(index) }
    }
  }

  /// Which items belong to it, by their index: those that were rejected, all below them, and what leads down to them. Linear in the
  /// change, for each time that halves take along others.
  ///
  /// That ends: both halves that differed are included from then on, as nothing is taken out again. So each move, and each replacement,
  /// has it go through once more at most.
  private static func included(
    _ tree: ChangeTree, rejected: Set<ItemIndex>, _ moves: [(arrival: ItemIndex, departure: ItemIndex)],
    _ replacements: [(gone: ItemIndex, come: ItemIndex)]
  ) -> [Bool] {
    var rejected = rejected
    var bare: Set<ItemIndex> = []
    while true {
      var rejects = Rejects(tree, rejected, bare)
      rejects.walk(tree)
      let included = rejects.included
      let halves = moves.filter { included[$0.arrival.number] != included[$0.departure.number] }
      let others = replacements.filter { included[$0.gone.number] != included[$0.come.number] }
      if halves.isEmpty, others.isEmpty { return included }
      bare.formUnion(halves.flatMap { [$0.arrival, $0.departure] })
      rejected.formUnion(others.map { included[$0.gone.number] ? $0.come : $0.gone })
    }
  }

  private init(_ tree: ChangeTree, _ rejected: Set<ItemIndex>, _ bare: Set<ItemIndex>) {
    self.tree = tree
    (self.rejected, self.bare) = (rejected, bare)
    included = [Bool](repeating: false, count: tree.endIndex.number)
  }
}

extension Rejects: ChangeVisitor {
  public mutating func enter(_ item: ChangeTree.Item, at index: ItemIndex, in parent: ItemIndex?) -> Bool {
    var entry = Open(index: index, isWhole: open.last?.isWhole ?? false || rejected.contains(index))
    switch item {
    case .toMany:
      // A member that is named for the order only says nothing without it.
      entry.takesMoves = tree.children(of: index).contains { rejected.contains($0) && tree.isBare($0) }
    case .move:
      if open.last?.takesMoves ?? false { include(index) }
    default: break
    }
    if entry.isWhole || bare.contains(index) { include(index) }
    open.append(entry)
    return true
  }

  public mutating func leave(_ item: ChangeTree.Item, at index: ItemIndex) { open.removeLast() }

  private mutating func include(_ index: ItemIndex) {
    included[index.number] = true
    for parent in open.reversed() {
      if included[parent.index.number] { break }
      included[parent.index.number] = true
    }
  }
}

// MARK: Lists

extension Rejects {
  /// Adds the elements that are edited beside a hunk: they are its context, and without them it would stand at the end of the list.
  private static func addEdits(besides rejected: inout Set<ItemIndex>, _ tree: ChangeTree) {
    for index in tree.indices {
      guard case .list = tree[index] else { continue }
      var previous: (index: ItemIndex, item: ChangeTree.Item)?
      for child in tree.children(of: index) {
        let item = tree[child]
        switch (previous?.item, item) {
        case (.edit(let at, _)?, .hunk(let hunk)):
          if let edit = previous?.index, rejected.contains(child), case .end = hunk.before, hunk.at == at + 1
          {
            rejected.insert(edit)
          }
        case (.hunk(let hunk)?, .edit(let at, _)):
          if let before = previous?.index, rejected.contains(before), case .end = hunk.after,
            at == hunk.at + tree.count(hunk.old)
          {
            rejected.insert(child)
          }
        default: break
        }
        previous = (child, item)
      }
    }
  }

  /// Moves the indexes of what was left out of lists on by what was applied before it there, so that they are those of the result.
  /// Linear.
  private static func shift(_ tree: inout ChangeTree, past rejected: Set<ItemIndex>) {
    // Up to here everything was left out.
    var end = ItemIndex.root
    for index in tree.indices {
      if rejected.contains(index) { end = max(end, tree.end(of: index)) }
      guard case .list = tree[index], index >= end else { continue }
      var shift = 0
      for child in tree.children(of: index) {
        switch tree[child] {
        case .hunk(var hunk) where rejected.contains(child):
          hunk.at += shift
          tree[child] = .hunk(hunk)
        case .hunk(let hunk): shift += tree.count(hunk.new) - tree.count(hunk.old)
        case .edit(let at, let traits): tree[child] = .edit(at: at + shift, is: traits)
        default: break
        }
      }
    }
  }
}
