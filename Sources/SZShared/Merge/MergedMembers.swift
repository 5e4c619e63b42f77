/// What becomes of the members of two arrays.
struct MergedMembers {
  /// What stands for each member of CURRENT that goes.
  var gone: [Int: ContainerRewrite.Slot?] = [:]
  /// Those that come from EDITED: its position there, and what stands for it.
  var additions: [(position: Int, slot: ContainerRewrite.Slot)] = []
  /// Whether both sides have one that PRISTINE does not have.
  var bothCreated = false

  func slot(_ member: Int, count: Int) -> ContainerRewrite.Slot? {
    if member >= count { return additions[member - count].slot }
    return gone.isEmpty ? .kept(member) : gone[member, default: .kept(member)]
  }

  /// Whether one of CURRENT's has gone without leaving anything.
  func isAbsent(_ member: Int) -> Bool { !gone.isEmpty && gone[member, default: .kept(member)] == nil }
}
