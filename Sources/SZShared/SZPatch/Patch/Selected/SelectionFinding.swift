internal import SZModel

/// What becomes of an item of a change where parts are left out, found on the way back from what is below it.
struct SelectionFinding {
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

  /// Of each item of a change, by the parts that are out with all below them. Dropped is what is out, and what says nothing without that.
  static func all(_ tree: ChangeTree, isOut: [Bool]) -> [SelectionFinding] {
    var findings = [SelectionFinding](repeating: SelectionFinding(), count: tree.endIndex.number)
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
}
