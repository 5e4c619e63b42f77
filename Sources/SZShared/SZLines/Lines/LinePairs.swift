public import SZJSON

/// Pairs of lines that were found to differ, kept outside of the memory where they are many.
public final class LinePairs {
  private let spool = Spool()
  private var source: SourceBytes?
  public private(set) var count = 0
  private static let size = 24

  public init() {}

  /// Adds a pair, with the hash of its identity.
  public func append(_ hash: UInt64, old: LineSet.Line?, new: LineSet.Line?) throws(SystemError) {
    var record: [UInt8] = []
    for word in [hash, UInt64((old?.position ?? -1) + 1), UInt64((new?.position ?? -1) + 1)] {
      for shift in 0..<8 { record.append(UInt8(truncatingIfNeeded: word >> UInt64(shift * 8))) }
    }
    try spool.append(record)
    count += 1
  }

  /// Ends the adding.
  public func finish() throws(SystemError) { source = try spool.contents() }

  private func word(_ number: Int, _ part: Int) -> UInt64 {
    source?.view.word(at: number * LinePairs.size + part * 8) ?? 0
  }

  public func hash(_ number: Int) -> UInt64 { word(number, 0) }

  /// The lines of a pair in their sets.
  public func lines(_ number: Int, _ old: LineSet, _ new: LineSet) -> (old: LineSet.Line?, new: LineSet.Line?)
  {
    let (first, second) = (Int(word(number, 1)), Int(word(number, 2)))
    return (first > 0 ? old.line(at: first - 1) : nil, second > 0 ? new.line(at: second - 1) : nil)
  }
}
