internal import SZJSON
internal import SZModel

/// Says which paths of an option lead nowhere in any of the documents: most likely they are misspelt.
enum UnusedPaths {
  /// What to say of them, in the order in which they were given, with the first part of each that leads nowhere. Linear in the documents,
  /// and short where the paths are found early.
  ///
  /// Those that lead somewhere in what `more` gives, which is asked when one leads nowhere in the documents, are not said.
  static func notes(
    _ option: Option, _ paths: [JSONPath], _ documents: [Document],
    more: () -> Document? = { nil }
  ) -> [String] {
    var numbers = missing(paths, documents)
    var documents = documents
    if !numbers.isEmpty, let more = more() {
      documents.append(more)
      numbers = missing(paths, documents)
    }
    return numbers.map { number in
      let path = paths[number]
      let parts = beginnings(path)
      return words(option, path.text, nor: missing(parts, documents).first.map { parts[$0].text })
    }
  }

  /// What to say of one path; a star in quotes is most likely meant as one without.
  static func words(_ option: Option, _ path: String, nor beginning: String? = nil) -> String {
    let hasQuotedStar = ["'*'", "\"*\""].contains { path.contains("[\($0)]") }
    return "--\(option.long) '\(path)': nothing stands at that path"
      + (beginning.map { ", nor at '\($0)'" } ?? "")
      + (hasQuotedStar ? "; a star in quotes is a name, and [*] is all members or elements" : "")
  }

  /// What to say of a member that is ignored, and by which entities come, go or move nevertheless.
  static func ignoredKey(_ name: String) -> String {
    "'\(name)' is ignored, but identifies elements: who comes and goes is told by it"
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
