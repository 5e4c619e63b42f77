public import SZJSON

/// What becomes of the members of two arrays.
public struct MergedMembers {
  /// What stands for each member of CURRENT that goes.
  public var gone: [Int: ContainerRewrite.Slot?] = [:]
  /// Those that come from EDITED: its position there, and what stands for it.
  public var additions: [(position: Int, slot: ContainerRewrite.Slot)] = []
  /// Whether both sides have one that PRISTINE does not have.
  public var bothCreated = false

  public init() {}

  /// The slots of members in their order; those that follow each other in CURRENT as well are one.
  func slots(_ placed: [Int], count: Int) -> [ContainerRewrite.Slot] {
    var slots: [ContainerRewrite.Slot] = []
    var run = 0..<0
    for member in placed {
      if member < count, gone.isEmpty || gone[member] == nil {
        if member != run.upperBound || run.isEmpty {
          if !run.isEmpty { slots.append(.run(run)) }
          run = member..<member
        }
        run = run.lowerBound..<member + 1
      } else {
        if !run.isEmpty { slots.append(.run(run)) }
        run = 0..<0
        if let slot = slot(member, count: count) { slots.append(slot) }
      }
    }
    if !run.isEmpty { slots.append(.run(run)) }
    return slots
  }

  func slot(_ member: Int, count: Int) -> ContainerRewrite.Slot? {
    if member >= count { return additions[member - count].slot }
    return gone.isEmpty ? .kept(member) : gone[member, default: .kept(member)]
  }

  /// Whether one of CURRENT's has gone without leaving anything.
  func isAbsent(_ member: Int) -> Bool { !gone.isEmpty && gone[member, default: .kept(member)] == nil }

  /// The slots with marks around the stretches in which the members stand that contradict each other.
  public func slots(
    _ placed: [Int], count: Int, marks: [(number: Int, members: [Int])]
  ) -> [ContainerRewrite.Slot] {
    if marks.isEmpty { return slots(placed, count: count) }
    var numbers: [Int: Int] = [:]
    for (index, mark) in marks.enumerated() { for member in mark.members { numbers[member] = index } }
    var rest = marks.map(\.members.count)
    var result: [ContainerRewrite.Slot] = []
    for member in placed {
      guard let slot = slot(member, count: count) else { continue }
      guard let index = numbers[member] else {
        result.append(slot)
        continue
      }
      let mark = ContainerRewrite.Slot.textless([.mark(marks[index].number)])
      if rest[index] == marks[index].members.count { result.append(mark) }
      result.append(slot)
      rest[index] -= 1
      if rest[index] == 0 { result.append(mark) }
    }
    return result
  }
}
