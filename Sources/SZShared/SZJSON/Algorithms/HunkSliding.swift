/// Moves pure insertions and deletions down as far as they go, as diff and git do.
///
/// An insertion among equal elements could stand at several places. At the last of them the element behind it is another
/// one than the first inserted (and so for deletions), which is how a patch tells a list that already has the hunk from one
/// that does not.
public enum HunkSliding {
  /// The same difference, every pure hunk at its last place; neighbours that meet become one.
  ///
  /// `mayBeTaken` says whether the first element of a pure hunk may be taken for the element that an edit directly behind it is
  /// for. Then both become one hunk: the edit would find its element in a list with the hunk and in one without.
  public static func slid(
    _ hunks: [SequenceHunk], _ old: [UInt64], _ new: [UInt64],
    mayBeTaken: (SequenceHunk, SequenceHunk) -> Bool = { _, _ in false }
  ) -> [SequenceHunk] {
    // From the last to the first, so that what is behind a hunk is done. Kept in reverse.
    var slid: [SequenceHunk] = []
    for hunk in hunks.reversed() {
      var hunk = hunk
      while true {
        let next = slid.last
        if !hunk.isEdit { slide(&hunk, before: next?.old.lowerBound ?? old.count, old, new) }
        guard let next, next.old.lowerBound == hunk.old.upperBound, touches(hunk, next, old, new, mayBeTaken)
        else {
          break
        }
        slid.removeLast()
        hunk = joined(hunk, next, old, new)
        if hunk.old.isEmpty, hunk.new.isEmpty { break }
      }
      if !hunk.old.isEmpty || !hunk.new.isEmpty { slid.append(hunk) }
    }
    return slid.reversed()
  }

  private static func slide(_ hunk: inout SequenceHunk, before limit: Int, _ old: [UInt64], _ new: [UInt64]) {
    guard hunk.isPure else { return }
    while hunk.old.upperBound < limit {
      let first = hunk.old.isEmpty ? new[hunk.new.lowerBound] : old[hunk.old.lowerBound]
      guard first == old[hunk.old.upperBound] else { return }
      hunk.old = hunk.old.lowerBound + 1..<hunk.old.upperBound + 1
      hunk.new = hunk.new.lowerBound + 1..<hunk.new.upperBound + 1
    }
  }

  /// Whether two neighbours must be one hunk.
  private static func touches(
    _ hunk: SequenceHunk, _ next: SequenceHunk, _ old: [UInt64], _ new: [UInt64],
    _ mayBeTaken: (SequenceHunk, SequenceHunk) -> Bool
  ) -> Bool {
    if !hunk.isEdit, !next.isEdit { return true }
    // An insertion before an edited element that begins with what that element was could be taken for it.
    if hunk.old.isEmpty, next.isEdit, new[hunk.new.lowerBound] == old[next.old.lowerBound] { return true }
    return hunk.isPure && next.isEdit && mayBeTaken(hunk, next)
  }

  private static func joined(
    _ hunk: SequenceHunk, _ next: SequenceHunk, _ old: [UInt64], _ new: [UInt64]
  ) -> SequenceHunk {
    var (oldRange, newRange) = (
      hunk.old.lowerBound..<next.old.upperBound, hunk.new.lowerBound..<next.new.upperBound
    )
    while !oldRange.isEmpty, !newRange.isEmpty, old[oldRange.lowerBound] == new[newRange.lowerBound] {
      oldRange = oldRange.lowerBound + 1..<oldRange.upperBound
      newRange = newRange.lowerBound + 1..<newRange.upperBound
    }
    while !oldRange.isEmpty, !newRange.isEmpty, old[oldRange.upperBound - 1] == new[newRange.upperBound - 1] {
      oldRange = oldRange.lowerBound..<oldRange.upperBound - 1
      newRange = newRange.lowerBound..<newRange.upperBound - 1
    }
    return SequenceHunk(old: oldRange, new: newRange)
  }
}
