internal import SZJSON

/// The values that change, by what holds them, in the order in which that is first come to.
struct ValueGroups {
  struct Group {
    let path: [UInt8]
    var entityName: String?
    var changes: [ValueChange] = []
    /// Elements that go and come, nine tenths alike: by the position of the change that is the one that comes, the one that goes.
    var renamed: [Int: ValueChange] = [:]
    /// Objects that come with members which the object around them has no more, by the positions of their changes: the names of these.
    var taken: [Int: [[UInt8]]] = [:]
  }

  private(set) var groups: [Group] = []

  /// Linear, but for the pairs of elements that come and go in one array, of which few are looked at.
  init(_ changes: [ValueChange]) {
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    for change in changes {
      let owner = change.owner
      let number = numbers[owner] ?? groups.count
      if number == groups.count {
        numbers[owner] = number
        groups.append(Group(path: Array(owner)))
      }
      groups[number].changes.append(change)
      // What holds a member of a to-many is its array.
      if !change.isMember, let name = change.entityName { groups[number].entityName = name }
    }
    for number in groups.indices {
      ValueGroups.findRenamed(&groups[number])
      ValueGroups.findTaken(&groups[number])
    }
  }

  /// Finds the added objects all of whose members have been removed beside them.
  private static func findTaken(_ group: inout Group) {
    var gone: [[UInt8]: Value] = [:]
    for change in group.changes where change.operation == .remove && !change.isMember {
      if let name = change.memberName, let old = change.old { gone[name] = old }
    }
    if gone.isEmpty { return }
    for (number, change) in group.changes.enumerated() where change.operation == .add {
      guard change.memberName != nil, !change.isMember, let new = change.new else { continue }
      group.taken[number] = MovedMembers.names(in: new, of: gone)
    }
  }

  /// How many pairs of elements are compared at most.
  private static let pairLimit = 10_000

  private static func findRenamed(_ group: inout Group) {
    func isObject(_ value: Value?) -> Bool { value?.kind == .object }
    let gone = group.changes.indices.filter {
      group.changes[$0].operation == .remove && isObject(group.changes[$0].old)
        && isElement(group.changes[$0])
    }
    let come = group.changes.indices.filter {
      group.changes[$0].operation == .add && isObject(group.changes[$0].new) && isElement(group.changes[$0])
    }
    if gone.isEmpty || come.isEmpty || gone.count * come.count > pairLimit { return }
    var taken: Set<Int> = []
    for number in come {
      guard let new = group.changes[number].new else { continue }
      let best = gone.first { candidate in
        guard !taken.contains(candidate), let old = group.changes[candidate].old else { return false }
        return isAlike(old, new)
      }
      guard let best else { continue }
      taken.insert(best)
      group.renamed[number] = group.changes[best]
    }
    if taken.isEmpty { return }
    var renamed: [Int: ValueChange] = [:]
    var kept: [ValueChange] = []
    for (number, change) in group.changes.enumerated() where !taken.contains(number) {
      if let source = group.renamed[number] { renamed[kept.count] = source }
      kept.append(change)
    }
    (group.changes, group.renamed) = (kept, renamed)
  }

  private static func isElement(_ change: ValueChange) -> Bool {
    change.isMember || change.step.first == UInt8(ascii: "[")
  }

  /// Whether nine tenths of the members of the larger one are equal, of objects with few members all but one of at least three.
  private static func isAlike(_ old: Value, _ new: Value) -> Bool {
    let (left, right) = (old.document, new.document)
    var (count, equal) = (0, 0)
    var pairing = MemberPairing(left, old.node, right, new.node)
    while let (member, match) = pairing.next() {
      count += 1
      if let match, left.isEqual(member.value, right, match.value) { equal += 1 }
    }
    let larger = max(count, right.count(of: new.node))
    return larger >= 3 && equal * 10 >= larger * 9 || larger >= 3 && larger < 10 && equal == larger - 1
  }
}
