internal import SZFormats
internal import SZModel

/// What the options of `sz-diff` say of the formats that people read.
struct ReadingOptions {
  static let words = Option(
    "words",
    help: "with --format=text: show a string that changed once, with [-old-]{+new+} where it differs",
    foreignNames: ["--word-diff": "--words"])
  static let full = Option(
    "full", help: "with --format=text or markdown: show all of what comes or goes, however long it is")
  static let width = Option(
    "width", short: "w", .required("N"),
    help: "with --format=text or markdown: cut lines behind N characters, and say how much was cut")
  static let tsv = Option(
    "tsv", help: "with --format=brief: path, old value, new value and operation with tabs between them")
  static let limit = Option(
    "limit", .required("BYTES"),
    help: "with --format=markdown: leave out what would make it longer, and say how much")
  static let show = Option(
    "show", .required("KINDS"),
    help:
      "with --format=text, markdown, brief or values: only what is created, deleted, changed or moved; several with commas "
      + "between them")
  static let mask = Option(
    "mask", .required("PATH"),
    help:
      "in formats for reading: show a hash in the place of the values at PATH, as in sz-path(7), by which one sees "
      + "whether they changed; can be repeated")

  static let all = [words, full, width, tsv, limit, show, mask]

  var styling = TextStyling()
  var limit: Int?
  /// Empty for all.
  var shown: Set<ShownChanges> = []
  var masked: [JSONPath] = []

  init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
    styling.marksWords = arguments.has(ReadingOptions.words)
    styling.isFull = arguments.has(ReadingOptions.full)
    styling.width = try arguments.integer(ReadingOptions.width, in: 24...Int.max)
    limit = try arguments.integer(ReadingOptions.limit, in: 200...Int.max)
    for value in arguments.values(ReadingOptions.show) {
      for word in value.split(separator: ",", omittingEmptySubsequences: false) {
        guard let kind = ShownChanges(rawValue: String(word)) else {
          throw .invalidValue(
            option: "--show", value: value,
            expected: ShownChanges.allCases.map(\.rawValue).joined(separator: ", "))
        }
        shown.insert(kind)
      }
    }
    masked = try PathOption.paths(arguments, ReadingOptions.mask)
    if !masked.isEmpty, !DiffFormat(arguments).isForReading {
      throw .needs("--mask", "a format for reading: --format=text, markdown, brief, values, changes or keys")
    }
  }
}
