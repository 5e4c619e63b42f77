internal import SZJSON

/// Merges two edits of a list whose elements have no identity, by what can be proved: sz-lists(7) has the rules, with an example of each.
///
/// Each side is aligned with PRISTINE (``ProvenAlignment``). Hunks of the two sides that do not meet (``HunkGroups``) are both applied.
/// What both did alike counts once. Of others that meet:
/// 1. Both only insert (``JointInsertions``).
/// 2. One side removes and puts all that the other does, in order, in its place, and more, and puts nothing that the other removes,
///    nor again what stands twice in PRISTINE: the one that does more stands. But a removal against something new, or against
///    something that resembles what was removed, is a deletion against an edit.
/// 3. As many elements on both sides as PRISTINE had, none moved, none standing twice in a version: one by one; a container by its
///    members only where what is the same in all three tells it from the others (``ListElements``), else whole, and with the
///    others of the hunk where a side exchanged the strings that tell them.
/// 4. All else is a conflict of the hunks.
public struct ListMerge {
  /// A part of the result, in order.
  public enum Step: Equatable {
    /// Elements of CURRENT.
    case run(Range<Int>)
    /// An element of EDITED.
    case take(Int)
    /// A value that EDITED alone edited: what it becomes is EDITED's, but the bytes in it and around it are CURRENT's where they can be.
    case edit(pristine: Int, edited: Int, current: Int)
    /// A container that both sides edited, by its members.
    case merge(pristine: Int, edited: Int, current: Int)
    /// Stretches that contradict each other.
    case conflict(Contradiction, pristine: Range<Int>, edited: Range<Int>, current: Range<Int>)
  }

  /// What the sides did to the stretches of a conflict: EDITED first.
  public enum Contradiction: Sendable { case hunkHunk, editDelete, deleteEdit }

  let rows: Three<ListElements>
  public private(set) var steps: [Step] = []
  /// What each side did.
  let inEdited: [SequenceHunk]
  let inCurrent: [SequenceHunk]
  /// Where hunks stand in each version, in order: between them nobody changed anything.
  public private(set) var regions: [Three<Range<Int>>] = []

  /// Linear in the elements, but for a logarithm, and in the members of those that both sides edited.
  public init(_ rows: Three<ListElements>) {
    self.rows = rows
    inEdited = rows.pristine.hunks(to: rows.edited)
    inCurrent = rows.pristine.hunks(to: rows.current)
    let groups = HunkGroups.of(rows, inEdited, inCurrent)
    var next = 0
    for group in groups {
      steps.keep(next..<group.ranges.current.lowerBound)
      join(group)
      regions.append(group.ranges)
      next = group.ranges.current.upperBound
    }
    steps.keep(next..<rows.current.count)
  }

  /// The elements of EDITED that are in the result, outside of conflicts, as EDITED or both made them.
  public var ofEdited: [Int] {
    steps.compactMap { step in
      switch step {
      case .take(let position), .edit(_, let position, _), .merge(_, let position, _): position
      case .run, .conflict: nil
      }
    }
  }

  /// How many elements the result has outside of conflicts, and whether there are any.
  var size: (settled: Int, hasConflicts: Bool) {
    steps.reduce(into: (0, false)) { size, step in
      switch step {
      case .run(let range): size.0 += range.count
      case .take, .edit, .merge: size.0 += 1
      case .conflict: size.1 = true
      }
    }
  }

  /// For elements of EDITED that the result takes, those of CURRENT that mean the same and are not in it: equal ones in order.
  /// Under a model they are the same, and what it leaves out of changes is CURRENT's. Linear.
  public var moved: [Int: Int] {
    var gone = [Bool](repeating: true, count: rows.current.count)
    var taken: [Int] = []
    for step in steps {
      switch step {
      case .run(let range): for position in range { gone[position] = false }
      case .take(let position): taken.append(position)
      case .edit(_, _, let current), .merge(_, _, let current): gone[current] = false
      case .conflict(_, _, _, let current): for position in current { gone[position] = false }
      }
    }
    if taken.isEmpty { return [:] }
    var free: [UInt64: [Int]] = [:]
    for position in gone.indices.reversed() where gone[position] {
      free[rows.current.hashes[position], default: []].append(position)
    }
    var moved: [Int: Int] = [:]
    for position in taken {
      if let own = free[rows.edited.hashes[position]]?.popLast() { moved[position] = own }
    }
    return moved
  }

  private mutating func join(_ group: HunkGroup) {
    let (ranges, inEdited, inCurrent) = (group.ranges, group.edited, group.current)
    let isAlike = rows.edited.hashes[ranges.edited].elementsEqual(rows.current.hashes[ranges.current])
    if inEdited.isIdle || isAlike { return steps.keep(ranges.current) }
    if inCurrent.isIdle { return edit(inEdited, inCurrent) }
    if inEdited.removed.isEmpty, inCurrent.removed.isEmpty {
      guard let insertions = JointInsertions(rows, ranges) else { return conflict(.hunkHunk, ranges) }
      steps += insertions.steps
      return
    }
    if let rest = inEdited.doesMore(than: inCurrent, rows.edited, rows.current, rows.pristine) {
      if edits(inEdited, rest, of: rows.edited, against: inCurrent, rows.current) {
        return conflict(.editDelete, ranges)
      }
      return take(inEdited, inCurrent)
    }
    if let rest = inCurrent.doesMore(than: inEdited, rows.current, rows.edited, rows.pristine) {
      if edits(inCurrent, rest, of: rows.current, against: inEdited, rows.edited) {
        return conflict(.deleteEdit, ranges)
      }
      return steps.keep(ranges.current)
    }
    if !oneByOne(ranges) { conflict(.hunkHunk, ranges) }
  }

  private mutating func conflict(_ kind: Contradiction, _ ranges: Three<Range<Int>>) {
    steps.append(.conflict(kind, pristine: ranges.pristine, edited: ranges.edited, current: ranges.current))
  }

  /// What EDITED alone made of a stretch.
  private mutating func edit(_ inEdited: SideOfGroup, _ inCurrent: SideOfGroup) {
    var all = rows.pristine.likenesses(inEdited.removed, rows.edited, inEdited.put)
    // Plain values that replace each other one by one keep what stands around them.
    if inEdited.removed.count == inEdited.put.count {
      all += zip(inEdited.removed, inEdited.put).filter {
        !rows.pristine.isContainer($0) && !rows.edited.isContainer($1)
      }.map { (old: $0, new: $1) }
      all.sort { $0.new < $1.new }
    }
    // What stands in both is no edit of another one.
    var pairs = all.filter { pair in
      rows.edited.only(rows.pristine.hashes[pair.old]) == nil
        && rows.pristine.only(rows.edited.hashes[pair.new]) == nil
    }[...]
    for position in inEdited.put {
      if let pair = pairs.first, pair.new == position, let own = inCurrent.position(of: pair.old) {
        steps.append(.edit(pristine: pair.old, edited: position, current: own))
        pairs = pairs.dropFirst()
      } else {
        steps.append(.take(position))
      }
    }
  }

  /// EDITED's elements of a stretch, in CURRENT's own text where both sides have one.
  private mutating func take(_ inEdited: SideOfGroup, _ inCurrent: SideOfGroup) {
    var rest = inCurrent.put[...]
    for position in inEdited.range {
      if let kept = inEdited.original(of: position) {
        if let own = inCurrent.position(of: kept) { steps.keep(own..<own + 1) }
      } else if let own = rest.first, rows.current.hashes[own] == rows.edited.hashes[position] {
        steps.keep(own..<own + 1)
        rest = rest.dropFirst()
      } else {
        steps.append(.take(position))
      }
    }
  }

  /// Whether what the side that does more puts, at the positions `rest` that the other side does not put, may be an edit of what the
  /// other one only removes: where that took out more somewhere than it put there, or than it put anew, all that is new; else what
  /// resembles it, or stood in it.
  private func edits(
    _ side: SideOfGroup, _ rest: [Int], of row: ListElements, against other: SideOfGroup,
    _ otherRow: ListElements
  ) -> Bool {
    if rest.isEmpty { return false }
    let containers = other.removed.filter(rows.pristine.isContainer)
    lazy var inside = InnerValues(rows.pristine, containers, withPlain: true)
    // What the other side only moved, or took out of an object or array, replaces nothing.
    let takesOutMore = other.hunks.contains { hunk in
      if hunk.old.count > hunk.new.count { return true }
      let put = hunk.new.filter { rows.pristine.only(otherRow.hashes[$0]) == nil }
      let holders = put.map { inside.holders(of: $0, otherRow).equal }
      let apart = holders.reduce(into: Set<Int>()) { $0.formUnion($1) }
      return hunk.old.count { otherRow.only(rows.pristine.hashes[$0]) == nil && !apart.contains($0) }
        > holders.count(where: \.isEmpty)
    }
    if takesOutMore {
      let removed = Set(side.removed.map { rows.pristine.hashes[$0] })
      if rest.contains(where: { !removed.contains(row.hashes[$0]) }) { return true }
    }
    // What stood in an object or array that both took out, the other one took out with it.
    return rows.pristine.isAnyLike(other.removed, row, rest)
      || rest.contains { !inside.holders(of: $0, row, besides: otherRow).isEmpty }
      || hasLeftPart(of: containers, other.put.map { otherRow.hashes[$0] })
  }

  /// Whether a side put some elements of an array in an object or array of PRISTINE, but left one of it that neither side has.
  private func hasLeftPart(of containers: [Int], _ put: [UInt64]) -> Bool {
    let (pristine, put) = (rows.pristine, HashSet(put))
    let document = pristine.document
    return containers.flatMap(pristine.containers).contains { node in
      if document.kind(node) != .array { return false }
      let parts = document.elements(node).map(document.hash)
      return parts.contains(where: put.contains)
        && parts.contains { rows.edited.only($0) == nil && rows.current.only($0) == nil }
    }
  }

  /// Rule 3; false, and nothing is done, where it does not hold.
  private mutating func oneByOne(_ ranges: Three<Range<Int>>) -> Bool {
    let count = ranges.pristine.count
    guard ranges.edited.count == count, ranges.current.count == count,
      !isMovedOrDouble(ranges.pristine, rows.edited, ranges.edited),
      !isMovedOrDouble(ranges.pristine, rows.current, ranges.current)
    else { return false }
    let start = steps.count
    for offset in 0..<count {
      let at = ranges.map { $0.lowerBound + offset }
      let hashes = Three { rows[$0].hashes[at[$0]] }
      if hashes.edited == hashes.current || hashes.edited == hashes.pristine {
        steps.keep(at.current..<at.current + 1)
      } else if hashes.current == hashes.pristine {
        steps.append(.take(at.edited))
      } else if ListElements.areSingledOut(rows, at) {
        steps.append(.merge(pristine: at.pristine, edited: at.edited, current: at.current))
      } else if ListElements.haveExchanged(rows, at) {
        steps.removeSubrange(start...)
        return false
      } else {
        conflict(.hunkHunk, at.map { $0..<$0 + 1 })
      }
    }
    return true
  }

  /// Whether an element of two stretches of one length stands twice in its version, or at another place in the other one.
  private func isMovedOrDouble(_ inPristine: Range<Int>, _ row: ListElements, _ range: Range<Int>) -> Bool {
    zip(inPristine, range).contains { old, new in
      let (before, after) = (rows.pristine.hashes[old], row.hashes[new])
      guard rows.pristine.only(before) == old, row.only(after) == new else { return true }
      return row.only(before).map { $0 != new } ?? false
        || rows.pristine.only(after).map { $0 != old } ?? false
    }
  }
}

extension [ListMerge.Step] {
  /// Elements of CURRENT, if any.
  mutating func keep(_ range: Range<Int>) {
    if !range.isEmpty { append(.run(range)) }
  }
}
