/// A stretch of one sequence and what it became in another.
struct SequenceHunk {
  var old: Range<Int>
  var new: Range<Int>
  /// One element on each side, edited in place.
  var isEdit = false

  /// Whether something only goes, or only comes.
  var isPure: Bool { old.isEmpty != new.isEmpty }
}
