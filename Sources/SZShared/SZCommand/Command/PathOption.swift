internal import SZModel

/// Reads the paths of options, each in the one language of `sz-path(7)`.
enum PathOption {
  /// The paths of an option that can be repeated.
  static func paths(_ arguments: ParsedArguments, _ option: Option) throws(UsageError) -> [JSONPath] {
    var paths: [JSONPath] = []
    for text in arguments.values(option) {
      let path = try path(text, option: "--" + option.long)
      paths.append(arguments.areOfLines ? path.inElements : path)
    }
    return paths
  }

  /// A path that is the whole value.
  static func path(_ text: String, option: String) throws(UsageError) -> JSONPath {
    do { return try JSONPath(text) } catch { throw mistake(error, text, option) }
  }

  /// A path and what stands behind the separator that ends it: a JSONPath is read as far as it goes, a pointer ends at the last
  /// separator.
  static func path(_ text: String, before separator: Character, option: String) throws(UsageError)
    -> (path: JSONPath, rest: String)
  {
    var rest: [UInt8] = []
    do {
      let path = try JSONPath(text, before: separator.asciiValue ?? 0, rest: &rest)
      return (path, String(decoding: rest, as: UTF8.self))
    } catch { throw mistake(error, text, option) }
  }

  private static func mistake(_ error: JSONPath.SyntaxError, _ text: String, _ option: String) -> UsageError {
    let character =
      String(decoding: Array(text.utf8)[..<error.offset], as: UTF8.self).unicodeScalars.count + 1
    return .invalidValue(
      option: option, value: text,
      expected: "a path as in sz-path(7): \(error.reason) at character \(character)")
  }
}
