internal import SZJSON
internal import SZModel

extension ChangeSelection {
  var ignoredKeyNames: [String] { ignoredKeys.map { String(decoding: $0, as: UTF8.self) } }

  /// What is left of the whole change, of the root of which a model declares `declared`.
  mutating func part(from declared: Rules.Declared?) -> ChangeTree {
    guard !tree.isEmpty, let root = rules.root(declared) else { return tree }
    if rules.isLeftOut(root) { return ChangeTree() }
    run(from: root)
    if let schema = rules.schema { leaveOutHalfMoves(schema) }
    return copied()
  }

  /// The change without what is out.
  private mutating func copied() -> ChangeTree {
    let findings = SelectionFinding.all(tree, isOut: isOut)
    var open: [(index: ItemIndex, end: ItemIndex)] = []
    var item = ItemIndex.root
    while item < tree.endIndex {
      while let last = open.last, last.end <= item {
        result.close(last.index)
        open.removeLast()
      }
      let found = findings[item.number]
      if found.isDropped {
        item = tree.end(of: item)
        continue
      }
      switch tree[item] {
      case .entity(var entity):
        if entity.state == .updated, !found.hasAttribute, found.hasLost { entity.state = .untouched }
        entity.oldIndex = oldIndexes[item] ?? entity.oldIndex
        open.append((result.open(.entity(entity)), tree.end(of: item)))
      case .context:
        if found.parent.map({ findings[$0.number].hasAttribute || !findings[$0.number].hasLost }) ?? true {
          result.add(tree[item])
        }
      case .toMany:
        let toMany = result.open(.toMany)
        if tree.inferredToManys.contains(item) { result.inferredToManys.insert(toMany) }
        open.append((toMany, tree.end(of: item)))
        if found.hasMoves, !found.hasMembers { nameKey(of: item, findings) }
      case .list:
        nameNeighbours(of: item, findings)
        if found.hasLost || tree.hasEdits(item)
          || tree.children(of: item).contains(where: { divided[$0] != nil })
        {
          hasPartialLists = true
        }
        open.append((result.open(.list), tree.end(of: item)))
      default:
        if let parts = divided[item] {
          for part in parts { result.add(part) }
        } else {
          open.append((result.open(tree[item]), tree.end(of: item)))
        }
      }
      item = item.next
    }
    for last in open.reversed() { result.close(last.index) }
    return result
  }

  /// Names one of the members that move, where no other member is left to say what identifies them.
  private mutating func nameKey(of toMany: ItemIndex, _ findings: [SelectionFinding]) {
    let names = keyNames(of: toMany)
    if names.isEmpty { return }
    for child in tree.children(of: toMany) where !findings[child.number].isDropped {
      let items = divided[child] ?? [tree[child]]
      guard case .move(let hunk)? = items.first,
        let member = result.values(hunk.new).first ?? result.values(hunk.old).first
      else { continue }
      let index = result.open(.entity(.init()))
      for (name, part) in zip(names, ChangeSelection.parts(ofMember: member)) {
        result.add(.identity(name: Value(jsonString: name), part))
      }
      result.close(index)
      return
    }
  }
}

/// What hunks say of the elements beside them, where a part of their list change was left out.
extension ChangeSelection {
  /// Gives hunks other neighbours where parts of a list change beside them are left out, or something of such a part: what stands in the
  /// target, or none, when that element is edited still.
  private mutating func nameNeighbours(of list: ItemIndex, _ findings: [SelectionFinding]) {
    var previous: ItemIndex?
    for child in tree.children(of: list) {
      defer { previous = child }
      guard let previous, end(of: previous) == start(of: child) else { continue }
      let (before, behind) = (findings[previous.number], findings[child.number])
      if !behind.isDropped, before.isDropped || before.hasLost {
        setNeighbour(
          of: child, isBefore: true, before.isDropped ? neighbour(previous, isLast: true) : nil)
      }
      if !before.isDropped, behind.isDropped || behind.hasLost {
        setNeighbour(
          of: previous, isBefore: false, behind.isDropped ? neighbour(child, isLast: false) : nil)
      }
    }
  }

  private func start(of item: ItemIndex) -> Int? {
    switch tree[item] {
    case .hunk(let hunk): hunk.at
    case .edit(let at, _): at
    default: nil
    }
  }

  private func end(of item: ItemIndex) -> Int? {
    switch tree[item] {
    case .hunk(let hunk): hunk.at &+ tree.count(hunk.old)
    case .edit(let at, _): at &+ 1
    default: nil
    }
  }

  /// An element that a dropped part of a list change is about, which stays as it is.
  private func neighbour(_ item: ItemIndex, isLast: Bool) -> Value? {
    switch tree[item] {
    case .edit: edited[item].map { Value(target, $0) }
    case .hunk(let hunk): isLast ? tree.values(hunk.old).last : tree.values(hunk.old).first
    default: nil
    }
  }

  private mutating func setNeighbour(of item: ItemIndex, isBefore: Bool, _ value: Value?) {
    guard case .hunk(var hunk)? = (divided[item] ?? [tree[item]]).first, divided[item]?.count ?? 1 == 1,
      case .end = isBefore ? hunk.before : hunk.after
    else { return }
    let isPure = result.count(hunk.old) == 0 || result.count(hunk.new) == 0
    // A replacement without any context says nothing as it is.
    if !isPure, hunk.before.stretch.isEmpty, hunk.after.stretch.isEmpty { return }
    if let value {
      let context = ChangeTree.Context.values(result.add([value]))
      if isBefore { hunk.before = context } else { hunk.after = context }
    } else if isPure {
      (hunk.before, hunk.after) = (.unsaid, .unsaid)
    } else if isBefore {
      hunk.before = .unsaid
    } else {
      hunk.after = .unsaid
    }
    divided[item] = [.hunk(hunk)]
  }
}
