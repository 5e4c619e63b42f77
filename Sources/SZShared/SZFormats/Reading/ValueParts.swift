internal import SZJSON

/// What differs between two objects, or two arrays, part by part.
enum ValueParts {
  static func of(_ old: Value, _ new: Value) -> [ChangedValue.Task] {
    old.kind == .object ? members(old, new) : elements(old, new)
  }

  private static func members(_ old: Value, _ new: Value) -> [ChangedValue.Task] {
    var parts: [ChangedValue.Task] = []
    var removed: [[UInt8]: Value] = [:]
    var gone = MemberPairing(old.document, old.node, new.document, new.node)
    while let (member, match) = gone.next() {
      let label = MemberLabel.text(old.document.characters(member.name))
      let before = Value(old.document, member.value)
      guard let match else {
        parts.append(.whole(.removed, label, before))
        removed[old.document.characters(member.name)] = before
        continue
      }
      let after = Value(new.document, match.value)
      if !before.isEqual(after, exactNumbers: true) { parts.append(.replaced(label, before, after)) }
    }
    var come = MemberPairing(new.document, new.node, old.document, old.node)
    while let (member, match) = come.next() {
      if match != nil { continue }
      let label = MemberLabel.text(new.document.characters(member.name))
      let value = Value(new.document, member.value)
      parts.append(.whole(.added, label, value))
      if let names = MovedMembers.names(in: value, of: removed) { parts.append(.movedInto(names)) }
    }
    return parts
  }

  /// Elements that go and come at one place replace each other, one by one.
  private static func elements(_ old: Value, _ new: Value) -> [ChangedValue.Task] {
    let before = old.document.elements(old.node).map { Value(old.document, $0) }
    let after = new.document.elements(new.node).map { Value(new.document, $0) }
    let hashing = Hashing(exactNumbers: true)
    func hashes(_ values: [Value]) -> [UInt64] {
      values.map { ValueHash.of($0.document, $0.node, hashing) }
    }
    var parts: [ChangedValue.Task] = []
    for gap in SequenceAlignment.gaps(hashes(before), hashes(after)) {
      for number in 0..<max(gap.old.count, gap.new.count) {
        let (left, right) = (gap.old.lowerBound + number, gap.new.lowerBound + number)
        let (hasOld, hasNew) = (number < gap.old.count, number < gap.new.count)
        let label = Array("[\(hasOld ? left : right)]".utf8)
        if hasOld, hasNew {
          parts.append(.replaced(label, before[left], after[right]))
        } else {
          parts.append(hasOld ? .whole(.removed, label, before[left]) : .whole(.added, label, after[right]))
        }
      }
    }
    return parts
  }
}

/// Members that an object had and that stand in a new member of it now.
enum MovedMembers {
  /// The names of an object's members where all of them were `removed` around it, as they are; else nil.
  static func names(in value: Value, of removed: [[UInt8]: Value]) -> [[UInt8]]? {
    guard value.kind == .object, !removed.isEmpty else { return nil }
    var names: [[UInt8]] = []
    for member in value.document.members(value.node) {
      let name = value.document.characters(member.name)
      guard let old = removed[name], old.isEqual(Value(value.document, member.value), exactNumbers: true)
      else {
        return nil
      }
      names.append(name)
    }
    return names.isEmpty ? nil : names
  }
}
