internal import SZJSON
internal import SZModel

/// Says which paths of an option lead nowhere in any of the documents: most likely they are misspelt.
enum UnusedPaths {
  /// What to say of them, in the order in which they were given, with the first part of each that leads nowhere. Linear in the documents,
  /// and short where the paths are found early.
  static func notes(_ option: Option, _ paths: [JSONPath], _ documents: [Document]) -> [String] {
    missing(paths, documents).map { number in
      let path = paths[number]
      let note = "--\(option.long) '\(path.text)': nothing stands at that path"
      let parts = beginnings(path)
      guard let first = missing(parts, documents).first else { return note }
      return note + ", nor at '\(parts[first].text)'"
    }
  }

  /// The numbers of the paths at which nothing stands.
  private static func missing(_ paths: [JSONPath], _ documents: [Document]) -> [Int] {
    if paths.isEmpty { return [] }
    let matcher = PathMatcher(paths)
    var missing = Set(paths.indices)
    for document in documents where !missing.isEmpty {
      matcher.walk(document) { _, state in
        missing.subtract(matcher.matches(state))
        return !missing.isEmpty && !state.isDead
      }
    }
    return missing.sorted()
  }

  /// The paths that lead to this one, as they were written.
  private static func beginnings(_ path: JSONPath) -> [JSONPath] {
    var beginnings: [JSONPath] = []
    for end in path.text.indices.dropFirst() where beginnings.count + 1 < path.segments.count {
      guard let beginning = try? JSONPath(String(path.text[..<end])),
        beginning.segments == Array(path.segments[...beginnings.count])
      else { continue }
      beginnings.append(beginning)
    }
    return beginnings
  }
}
