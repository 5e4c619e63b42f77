extension ListMerge {
  /// Merges a region of one hunk of one side, or of one that both have, or of one element that both edited; false where it is another
  /// one. `first` are the hunks with which it begins.
  mutating func single(_ first: (Int, Int), _ span: Range<Int>, _ isContested: Bool) -> Bool {
    let own = edited.next == first.0 + 1 ? edited.hunks[first.0] : nil
    let other = current.next == first.1 + 1 ? current.hunks[first.1] : nil
    guard edited.next <= first.0 + 1, current.next <= first.1 + 1 else { return false }
    let ranges = Three(
      pristine: span, edited: own?.new ?? span.lowerBound + edited.shift..<span.upperBound + edited.shift,
      current: other?.new ?? span.lowerBound + current.shift..<span.upperBound + current.shift)
    let firstStep = steps.count
    let edit = Step.merge(
      pristine: span.lowerBound, edited: ranges.edited.lowerBound, current: ranges.current.lowerBound)
    switch (own, other) {
    case (let own?, let other?):
      guard own.old == other.old else { return false }
      if edited.hashes[own.new].elementsEqual(current.hashes[other.new]) {
        steps += other.new.map { .keep($0) }
      } else {
        guard own.isEdit, other.isEdit else { return false }
        steps.append(
          isContested ? .conflict(pristine: span, edited: own.new, current: other.new) : edit)
      }
    case (let own?, nil):
      if own.isEdit { steps.append(edit) } else { steps += own.new.map { .take($0) } }
    case (nil, let other?):
      if other.isEdit { steps.append(edit) } else { steps += other.new.map { .keep($0) } }
    case (nil, nil): return false
    }
    if let own { edited.shift = own.new.upperBound - own.old.upperBound }
    if let other { current.shift = other.new.upperBound - other.old.upperBound }
    regions.append(Region(ranges: ranges, steps: firstStep..<steps.count))
    return true
  }
}
