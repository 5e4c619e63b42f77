/// What a fuzzer makes up inputs for: a part of the program held against its laws or an oracle.
package enum FuzzTarget: String, CaseIterable, Sendable {
  case reader, paths, changes, merges, commands, encode, decode, dates

  /// Tries one input.
  /// - Throws: what is wrong, when a law does not hold.
  package func run(_ bytes: [UInt8]) throws {
    switch self {
    case .reader: try fuzzReader(bytes)
    case .paths: try fuzzPaths(bytes)
    case .changes: try fuzzChanges(bytes)
    case .merges: try fuzzMerges(bytes)
    case .commands: try fuzzCommands(bytes)
    case .encode: try fuzzEncode(bytes)
    case .decode: try fuzzDecode(bytes)
    case .dates: try fuzzDates(bytes)
    }
  }
}
