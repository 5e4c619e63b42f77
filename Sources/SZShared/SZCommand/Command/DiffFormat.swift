/// What `sz-diff --format` can write.
public enum DiffFormat: String, CaseIterable, Sendable {
  case sz
  case jsonPatch = "json-patch"
  case mergePatch = "merge-patch"
  case text, changes, keys

  /// The one that a command line asks for.
  init(_ arguments: ParsedArguments) {
    self = arguments.value(DiffCommand.format).flatMap(DiffFormat.init) ?? .sz
  }

  /// Whether it is one JSON text, which can be laid out.
  var isOneText: Bool {
    switch self {
    case .sz, .jsonPatch, .mergePatch: true
    case .text, .changes, .keys: false
    }
  }
}
