/// A stretch of one sequence and what it became in another.
struct SequenceHunk {
  var old: Range<Int>
  var new: Range<Int>
  /// One element on each side, edited in place.
  var isEdit = false

  /// Whether something only goes, or only comes.
  var isPure: Bool { old.isEmpty != new.isEmpty }

  /// Where the first of two hunks begins, of which there may be one or none.
  static func start(_ one: SequenceHunk?, _ other: SequenceHunk?) -> Int? {
    guard let one, let other else { return (one ?? other)?.old.lowerBound }
    return min(one.old.lowerBound, other.old.lowerBound)
  }
}
