/// A stretch of one sequence and what it became in another.
public struct SequenceHunk {
  public var old: Range<Int>
  public var new: Range<Int>
  /// One element on each side, edited in place.
  public var isEdit = false

  public init(old: Range<Int>, new: Range<Int>, isEdit: Bool = false) {
    self.old = old
    self.new = new
    self.isEdit = isEdit
  }

  /// Whether something only goes, or only comes.
  public var isPure: Bool { old.isEmpty != new.isEmpty }

  /// Where the first of two hunks begins, of which there may be one or none.
  static func start(_ one: SequenceHunk?, _ other: SequenceHunk?) -> Int? {
    guard let one, let other else { return (one ?? other)?.old.lowerBound }
    return min(one.old.lowerBound, other.old.lowerBound)
  }
}
