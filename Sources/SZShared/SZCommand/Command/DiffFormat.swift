/// What `sz-diff --format` can write.
public enum DiffFormat: String, CaseIterable, Sendable {
  case sz
  case jsonPatch = "json-patch"
  case mergePatch = "merge-patch"
  case text, markdown, brief, values, changes, keys

  /// The one that a command line asks for.
  init(_ arguments: ParsedArguments) {
    self = arguments.value(DiffCommand.format).flatMap(DiffFormat.init) ?? .sz
  }

  /// The one in which `sz-patch` is to say what changes; nil where it is to print the result.
  init?(ofPatch arguments: ParsedArguments) {
    if arguments.has(PatchCommand.asChange) {
      self = .sz
    } else if let name = arguments.value(PatchCommand.to), let format = DiffFormat(rawValue: name) {
      self = format
    } else {
      return nil
    }
  }

  /// Whether nothing applies it.
  var isForReading: Bool { !isOneText }

  /// Whether it is one JSON text, which can be laid out.
  var isOneText: Bool {
    switch self {
    case .sz, .jsonPatch, .mergePatch: true
    case .text, .markdown, .brief, .values, .changes, .keys: false
    }
  }
}
