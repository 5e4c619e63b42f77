internal import SZModel

extension StreamPlaces {
  /// What `--only`, `--ignore` and `--keys` say.
  public init(_ arguments: ParsedArguments) throws(UsageError) {
    self.init()
    only = try StreamPlaces.paths(arguments, .streamOnly)
    ignored = try StreamPlaces.paths(arguments, .streamIgnore)
    includesNames = arguments.has(.keys)
    allowsComments = arguments.has(.comments)
    skipsInvalid = arguments.has(.skipInvalid)
  }

  private static func paths(_ arguments: ParsedArguments, _ option: Option) throws(UsageError) -> [JSONPath] {
    var paths: [JSONPath] = []
    for text in arguments.values(option) {
      let path = try PathOption.path(text, option: "--" + option.long)
      if path.countsFromEnd {
        throw .invalidValue(
          option: "--" + option.long, value: text,
          expected: "paths that count from the front, as a stream does not know where an array ends")
      }
      if path.asksForValues {
        throw .invalidValue(
          option: "--" + option.long, value: text,
          expected:
            "paths without conditions, as a stream has not seen what stands behind the place it judges")
      }
      paths.append(path)
    }
    return paths
  }
}
