internal import SZFormats
internal import SZJSON
internal import SZModel
internal import SZPatch

/// `--tolerance`, of every tool that compares.
enum ToleranceOption {
  static let option = Option(
    "tolerance", .required("PATH=N"),
    help:
      "numbers at or below PATH, as in sz-path(7), count as equal when they differ by at most N, or by N% of the larger; can be "
      + "repeated")

  /// What the command line says, in its order.
  static func tolerances(_ arguments: ParsedArguments) throws(UsageError) -> [Tolerance] {
    var tolerances: [Tolerance] = []
    for text in arguments.values(option) {
      let (path, rest) = try PathOption.path(text, before: "=", option: "--" + option.long)
      guard let amount = NumberTolerance(Array(rest.utf8)) else {
        throw .invalidValue(
          option: "--" + option.long, value: text,
          expected: "a path, '=' and a number that is not negative, such as 0.01 or 5%")
      }
      tolerances.append(Tolerance(path: arguments.areOfLines ? path.inElements : path, amount: amount))
    }
    return tolerances
  }
}
