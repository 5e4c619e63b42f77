internal import SZJSON
internal import SZLines

/// The options of the tools that take documents as sets of entities, a line each.
enum LineOption {
  static let lines = Option(
    "lines",
    help: "the inputs are NDJSON, an entity a line in any order, told apart by identity; see sz-lines(7)",
    foreignNames: ["--ndjson": "--lines", "--jsonl": "--lines", "--json-lines": "--lines"])
  static let shard = Option(
    "shard", .required("I/N"),
    help:
      "only entities that fall into shard I of N by the hash of their identity; the N results together are the whole"
  )
  static let memory = Option(
    "memory", .required("BYTES"),
    help:
      "with --lines: what the index may take, also as 500M or 2G; with more lines than that, they are read several times "
      + "(default: half of what is free)")
  static let skipInvalid = Option(
    "skip-invalid",
    help: "with --lines: pass over a line that is no entity, and say at the end how many; exit with 1")
  static let deletesAnyway = Option(
    "deletes-anyway",
    help: "with --skip-invalid: what is missing counts as deleted although lines were passed over")
  static let progress = Option(
    "progress", help: "with --lines: say on the standard error how far it is; a terminal is told anyway")

  /// Those of all the tools.
  static let common = [lines, shard, memory, skipInvalid, progress]

  /// What the command line says of memory.
  static func memory(_ arguments: ParsedArguments) throws(UsageError) -> Int {
    guard let text = arguments.value(memory) else { return FreeMemory.bytes / 2 }
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
    let unit = text.last.flatMap { units[Character($0.uppercased())] }
    let digits = unit == nil ? text[...] : text.dropLast()
    guard digits.utf8.allSatisfy(ASCII.isDigit), let number = Int(digits), number > 0 else {
      throw .invalidValue(
        option: "--memory", value: text, expected: "a number of bytes, such as 500000000, 500M or 2G")
    }
    let (bytes, isHuge) = number.multipliedReportingOverflow(by: unit ?? 1)
    return isHuge ? Int.max : bytes
  }

  static func shard(_ arguments: ParsedArguments) throws(UsageError) -> Shard? {
    guard let text = arguments.value(shard) else { return nil }
    guard let shard = Shard(text) else {
      throw .invalidValue(option: "--shard", value: text, expected: "I/N, I from 1 to N")
    }
    return shard
  }

  /// Checks what can stand beside `--lines` and `--shard`, and that the others do not stand without.
  static func check(_ arguments: ParsedArguments, excluded: [Option]) throws(UsageError) {
    let mode = arguments.has(lines) ? lines : shard
    for option in [memory, skipInvalid, progress] where arguments.has(option) && !arguments.areOfLines {
      throw .needs("--" + option.long, "--lines")
    }
    if arguments.has(skipInvalid), !arguments.has(lines) { throw .needs("--skip-invalid", "--lines") }
    if arguments.has(deletesAnyway), !arguments.has(skipInvalid) {
      throw .needs("--deletes-anyway", "--skip-invalid")
    }
    for option in [.comments] + excluded where arguments.areOfLines && arguments.has(option) {
      throw .conflicting("--" + mode.long, "--" + option.long)
    }
  }
}

extension ParsedArguments {
  /// Whether the inputs are sets of entities, so that paths lead into each of them.
  var areOfLines: Bool { has(LineOption.lines) || has(LineOption.shard) }
}
