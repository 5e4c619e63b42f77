internal import SZJSON
internal import SZModel

/// What hunks say of the elements beside them, where a part of their list change was left out.
extension ChangeSelection {
  /// Gives hunks other neighbours where parts of a list change beside them are left out, or something of such a part: what stands in the
  /// target, or none, when that element is edited still.
  mutating func nameNeighbours(of list: ItemIndex, _ findings: [Finding]) {
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

  /// Whether the target is clear about the places of a list change of the result, also once it has been applied.
  func isClear(_ list: ItemIndex, _ array: Document.Node) -> Bool {
    let hashing = ElementHash(hashing)
    let sequence = ElementSequence(target, Array(target.elements(array)), hashing: hashing)
    let round = ListPlacement(result, list, hashing: hashing, isForced: false).outcome(sequence).round
    return !round.decisions.contains { if case .unclear = $0 { true } else { false } }
  }

  /// Lets the hunks of a list change of the result that stand before elements edited in place say nothing but their index: what is left
  /// of what they insert may pass for such an element.
  mutating func forgetNeighbours(in list: ItemIndex) {
    var previous: ItemIndex?
    for child in result.children(of: list) {
      if case .edit(let at, _) = result[child], let previous, case .hunk(var hunk) = result[previous],
        case .end = hunk.after, hunk.at &+ result.count(hunk.old) == at
      {
        (hunk.before, hunk.after) = (.unsaid, .unsaid)
        result[previous] = .hunk(hunk)
      }
      previous = child
    }
  }
}
