internal import SZJSON
internal import SZModel

/// Says which paths of an option lead nowhere in any of the documents: most likely they are misspelt.
enum UnusedPaths {
  /// What to say of them, in the order in which they were given. Linear in the documents, and short where the paths are found early.
  static func notes(_ option: Option, _ paths: [JSONPath], _ documents: [Document]) -> [String] {
    if paths.isEmpty { return [] }
    let matcher = PathMatcher(paths)
    var missing = Set(paths.indices)
    for document in documents where !missing.isEmpty {
      matcher.walk(document) { _, state in
        missing.subtract(matcher.matches(state))
        return !missing.isEmpty && !state.isDead
      }
    }
    return missing.sorted().map { "--\(option.long) '\(paths[$0].text)': nothing stands at that path" }
  }
}
