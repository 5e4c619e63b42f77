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
}

extension ChangeSelection {
  /// What was found of an item on the way back from what is below it.
  struct Finding {
    var parent: ItemIndex?
    var isDropped = false
    /// Whether something below it is left, and whether something was left out.
    var says = false
    var hasLost = false
    var hasAttribute = false
    /// Of a to-many: whether something of its order is left, whether something was left out, and whether a member is left.
    var hasMoves = false
    var hasLostMoves = false
    var hasMembers = false
  }

  /// Which items are dropped: what is out, and what says nothing without that.
  func findings() -> [Finding] {
    var findings = [Finding](repeating: Finding(), count: tree.endIndex.number)
    for item in tree.indices {
      for child in tree.children(of: item) {
        findings[child.number].parent = item
        findings[child.number].isDropped = findings[item.number].isDropped || isOut[child.number]
      }
      if item == .root { findings[item.number].isDropped = isOut[item.number] }
    }
    for number in findings.indices.reversed() {
      let (item, found) = (ItemIndex(number), findings[number])
      let parent = found.parent?.number
      var isKept = !found.isDropped
      if isKept {
        switch tree[item] {
        case .entity:
          isKept = found.says || tree.isWhole(item) || !found.hasLost
          if let parent, tree.isBare(item), findings[parent].hasLostMoves, !findings[parent].hasMoves {
            isKept = false
          }
        case .relationship, .edit, .toMany, .list, .replacement: isKept = found.says || !found.hasLost
        case .context, .identity, .entityName: continue
        case .value, .from, .to, .instead, .attribute, .move, .hunk, .set: break
        }
      }
      findings[number].isDropped = !isKept
      guard let parent else { continue }
      if isKept { findings[parent].says = true }
      if !isKept || findings[number].hasLost { findings[parent].hasLost = true }
      switch tree[item] {
      case .attribute: findings[parent].hasAttribute = findings[parent].hasAttribute || isKept
      case .move:
        if isKept { findings[parent].hasMoves = true } else { findings[parent].hasLostMoves = true }
      case .entity: findings[parent].hasMembers = findings[parent].hasMembers || isKept
      default: break
      }
    }
    return findings
  }

  /// The change without what is out.
  private mutating func copied() -> ChangeTree {
    let findings = findings()
    var open: [(index: ItemIndex, end: ItemIndex)] = []
    var lists: [(item: ItemIndex, array: Document.Node)] = []
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
        let list = result.open(.list)
        if let array = editedArrays[item],
          found.hasLost || tree.children(of: item).contains(where: { divided[$0] != nil })
        {
          lists.append((list, array))
        }
        open.append((list, tree.end(of: item)))
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
    for list in lists where !isClear(list.item, list.array) { forgetNeighbours(in: list.item) }
    return result
  }

  /// Names one of the members that move, where no other member is left to say what identifies them.
  private mutating func nameKey(of toMany: ItemIndex, _ findings: [Finding]) {
    let children = tree.children(of: toMany)
    guard let first = children.first(where: { tree.kind(of: $0) == .entity }) else { return }
    for child in children where !findings[child.number].isDropped {
      let items = divided[child] ?? [tree[child]]
      guard case .move(let hunk)? = items.first,
        let member = result.values(hunk.new).first ?? result.values(hunk.old).first
      else { continue }
      let parts =
        member.kind == .array
        ? member.document.elements(member.node).map { Value(member.document, $0) } : [member]
      let index = result.open(.entity(.init()))
      for (name, part) in zip(tree.identity(of: first).map(\.name), parts) {
        result.add(.identity(name: Value(jsonString: name), part))
      }
      result.close(index)
      return
    }
  }
}
