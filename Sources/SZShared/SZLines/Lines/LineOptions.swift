public import SZJSON

/// What is taken as given where lines are read.
public struct LineOptions: Sendable {
  public var key: LineKey
  /// For identities, and what is read with hashes.
  public var hashing: Hashing
  public var allowsDuplicates = false
  /// Whether a line that is no entity is passed over.
  public var skipsInvalid = false
  /// Whether what is not in NEW counts as deleted although lines of it were passed over.
  public var deletesAnyway = false
  /// Only what falls into this shard; nil for all.
  public var shard: Shard?
  /// How many bytes an index may take.
  public var memory = Int.max
  /// Told how far the reading has come.
  public var progress: LineProgress?

  public init(key: LineKey, hashing: Hashing) { (self.key, self.hashing) = (key, hashing) }
}

/// Counts what has been read, and says so now and then.
public final class LineProgress: @unchecked Sendable {
  private static let stride = 1 << 20
  public private(set) var done = 0
  private var next = LineProgress.stride
  private let report: (Int) -> Void

  /// `report` is told the number of bytes, about each mebibyte.
  public init(_ report: @escaping (Int) -> Void) { self.report = report }

  @inline(__always) func add(_ bytes: Int) {
    done += bytes
    if done >= next {
      next = done + LineProgress.stride
      report(done)
    }
  }
}
