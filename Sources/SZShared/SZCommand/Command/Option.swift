/// An option of a tool, declared once: the parser and the help read it, and a test holds the man page
/// to it.
public struct Option: Sendable {
  /// Whether the option takes a value, and what the help calls it.
  public enum Argument: Equatable, Sendable {
    case none
    case required(String, Values = .any)
    /// Only as `--long=VALUE` or `-xVALUE`.
    case optional(String, Values = .any)
  }

  /// Which values an option takes.
  public enum Values: Equatable, Sendable {
    case any
    case words([String])
    /// What is for the system, and so may be any bytes: a file's name, a command.
    case bytes
  }

  /// The name behind `--`.
  public let long: String
  public let short: Character?
  public let argument: Argument
  /// One line or a few for the help, without a full stop at the end.
  public let help: String
  /// What other programs call this, and how it is written here; it is said, not taken.
  public let foreignNames: [String: String]
  /// How many operands the tool takes with an option with which it does another job; empty when there is no such number.
  public private(set) var operandCounts: [Int] = []
  /// What those are called.
  public private(set) var operands = ""

  public init(
    _ long: String, short: Character? = nil, _ argument: Argument = .none, help: String,
    foreignNames: [String: String] = [:]
  ) {
    self.foreignNames = foreignNames
    self.long = long
    self.short = short
    self.argument = argument
    self.help = help
  }

  /// The same, with which the tool does another job, on other operands.
  public func withOperands(_ names: String, counts: [Int]) -> Option {
    var option = self
    (option.operands, option.operandCounts) = (names, counts)
    return option
  }

  /// The same, with which the tool does another job, on no operands.
  public var withoutOperands: Option { withOperands("", counts: [0]) }

  private var allowed: Values {
    switch argument {
    case .none: .any
    case .required(_, let values), .optional(_, let values): values
    }
  }

  /// The values that are allowed; empty when any is.
  public var values: [String] {
    if case .words(let words) = allowed { words } else { [] }
  }

  /// Whether the value may be any bytes.
  public var takesBytes: Bool { allowed == .bytes }
}

extension Option {
  // The options that more than one tool has.
  public static let help = Option("help", short: "h", help: "print this help and exit")
  public static let version = Option("version", short: "V", help: "print the version and exit")
  public static let output = Option(
    "output", short: "o", .required("FILE", .bytes),
    help: "write to FILE, which is replaced whole or not at all")
  public static let inPlace = Option(
    "in-place", short: "i", .optional("SUFFIX", .bytes),
    help: "edit the file in place; with SUFFIX the old one is kept under its name with SUFFIX behind",
    foreignNames: ["--backup": "--in-place=.orig", "-b": "--in-place=.orig", "--write": "--in-place"])
  public static let indent = Option(
    "indent", .required("N"), help: "reformat the whole output, N spaces a level")
  public static let tab = Option("tab", help: "reformat the whole output, a tab a level")
  public static let compact = Option("compact", help: "reformat the whole output without white space")
  public static let sortKeys = Option("sort-keys", help: "order the members of every object by name")
  public static let allowDuplicateKeys = Option(
    "allow-duplicate-keys", help: "let an object have two members of one name; the last one counts")
  public static let comments = Option(
    "comments", help: "take comments (// and /* */) and commas before closing brackets, and keep them",
    foreignNames: ["--jsonc": "--comments", "--json5": "--comments"])
  public static let exactNumbers = Option(
    "exact-numbers", help: "compare numbers by their text: 1 and 1.0 are not equal")
  public static let streamOnly = Option(
    "only", .required("PATH"), help: "change only what is at or below PATH, as in sz-path(7); can be repeated"
  )
  public static let streamIgnore = Option(
    "ignore", .required("PATH"),
    help: "leave alone what is at or below PATH, as in sz-path(7); can be repeated")
  public static let keys = Option("keys", help: "change the names of members too")
  public static let skipInvalid = Option(
    "skip-invalid",
    help:
      "read each line on its own, pass one that is no JSON as it is, and say at the end how many; exit with 1"
  )
  public static let wouldChange = Option(
    "check", help: "write nothing; say where each file would change first, and exit with 1 if any would",
    foreignNames: ["--dry-run": "--check", "-n": "--check"])
  public static let list = Option(
    "list", short: "l",
    help: "with --check: print the names of the files in which anything would change, a line each")
  public static let count = Option("count", help: "say on the standard error how many strings were changed")
  public static let quiet = Option("quiet", short: "q", help: "print nothing but errors")
}
