public import SZJSON
internal import SZModel

/// Says which keys from the command line name nothing in any of the documents, as when they are misspelt, and which cannot serve at
/// their place.
public struct UnusedKeys {
  private let matcher: PathMatcher
  private let placed: [(path: JSONPath, key: IdentityKey)]
  private let keys: [IdentityKey]
  /// For each placed key, what has been seen where its path leads.
  private var seen: [Seen]
  private var isNameFound: Bool
  /// For each placed key of several parts, which of them the first object does not have that lacks it.
  private var missing: [Int: String] = [:]
  /// For each placed key the first array that it does not serve.
  private var flaws: [Int: KeyFlaw] = [:]

  private enum Seen: Int, Comparable {
    case nothing
    /// Something that has no place for an identity, such as an empty array.
    case place
    /// Objects, none with the key.
    case objects
    case key

    static func < (left: Seen, right: Seen) -> Bool { left.rawValue < right.rawValue }
  }

  /// What to say of the keys of `options`, in the order in which they were given; linear in the documents, and short where the
  /// keys are found early.
  public static func notes(_ options: DiffOptions, _ documents: [Document]) -> [String] {
    if options.placedKeys.isEmpty, !options.names.areOwn { return [] }
    var search = UnusedKeys(options)
    for document in documents where !search.isDone { search.walk(document) }
    return search.notes
  }

  private init(_ options: DiffOptions) {
    placed = options.placedKeys
    keys = options.names.named
    matcher = PathMatcher(placed.map(\.path))
    seen = placed.map { _ in .nothing }
    isNameFound = !options.names.areOwn
  }

  private var isDone: Bool { isNameFound && seen.allSatisfy { $0 == .key } }

  private var notes: [String] {
    var notes: [String] = []
    if !isNameFound {
      let text = keys.map(\.text).joined(separator: ",")
      notes.append("--key '\(text)' names nothing: no element of an array has it")
    }
    for (number, entry) in placed.enumerated() {
      let option = "--key '\(entry.path.text)=\(entry.key.text)' names nothing: "
      switch seen[number] {
      case .nothing: notes.append(option + "nothing stands at that path")
      case .objects:
        notes.append(option + "no object at that path has \(missing[number] ?? "'\(entry.key.text)'")")
      case .key:
        if let flaw = flaws[number] {
          notes.append("--key '\(entry.path.text)=\(entry.key.text)': \(flaw.words); compared as a list")
        }
      case .place: continue
      }
    }
    return notes
  }

  private mutating func walk(_ document: Document) {
    let matcher = matcher
    matcher.walk(document) { node, state in
      if isDone { return false }
      look(document, node, state)
      return !(isNameFound && state.isDead)
    }
  }

  private mutating func look(_ document: Document, _ node: Document.Node, _ state: PathMatcher.State) {
    let kind = document.kind(node)
    if !isNameFound, kind == .array {
      isNameFound = document.elements(node).contains { element in
        keys.contains { $0.values(document, element) != nil }
      }
    }
    for (number, entry) in placed.enumerated()
    where seen[number] < .key && matcher.matches(state).contains(number) {
      var found = Seen.place
      let objects = kind == .array ? Array(document.elements(node)) : [node]
      if kind == .array, flaws[number] == nil {
        flaws[number] = KeyFlaw(entry.key, Value(document, node), objects)
      }
      for object in objects where document.kind(object) == .object && found < .key {
        found = entry.key.values(document, object) == nil ? .objects : .key
        if found == .objects, missing[number] == nil, entry.key.parts.count > 1 {
          missing[number] = entry.key.parts.filter { part in
            !part.isOptional && IdentityKey([part]).values(document, object) == nil
          }.map { "'\(String(decoding: $0.path.text, as: UTF8.self))'" }.joined(separator: " and ")
        }
      }
      seen[number] = max(seen[number], found)
    }
  }
}
