internal import SZJSON
internal import SZModel
internal import SZOperations
internal import SZPatch

/// What `sz-patch` reads as a change, in one of the forms that changes have.
enum PatchForm {
  /// The format of sz-change(5).
  case sz(ChangeTree)
  /// RFC 6902.
  case jsonPatch(JSONPatch)
  /// RFC 7396.
  case mergePatch(Document)
  /// What options of the command line say.
  case edits([PathEdit])

  /// The forms, as `--format` calls them.
  enum Name: String, CaseIterable {
    case sz
    case jsonPatch = "json-patch"
    case mergePatch = "merge-patch"

    /// What messages call it.
    var words: String {
      switch self {
      case .sz: "a change"
      case .jsonPatch: "a JSON Patch"
      case .mergePatch: "a merge patch"
      }
    }
  }

  /// Reads a change; its form is the one that `--format` names, else it is told by its shape.
  ///
  /// - Throws: what is wrong with it, and options that its form has no use for.
  init(_ input: Input, _ arguments: ParsedArguments, _ io: ToolIO) throws(Failure) {
    var document: Document
    do {
      document = try Document.read(input.source, .init(allowsComments: arguments.has(.comments)))
    } catch {
      if let reason = ForeignChange.reason(text: input.source.view) {
        throw .unusable(input, offset: error.offset, reason: reason)
      }
      throw .notJSON(input, error)
    }
    let asked = arguments.value(PatchCommand.format).flatMap(Name.init)
    let name = asked ?? (JSONPatch.isOne(document) ? .jsonPatch : .sz)
    if name != .sz, let option = PatchCommand.ofChanges.first(where: { arguments.has($0) }) {
      throw .usage(.unsuited("--" + option.long, to: name.words))
    }
    do throws(ChangeShapeError) {
      switch name {
      case .sz:
        var exactNumbers = arguments.has(.exactNumbers)
        if let (bare, stamp) = try ChangeStamp.removed(from: document) {
          document = bare
          exactNumbers = exactNumbers || stamp.saysExactNumbers
          let others = stamp.options.map(\.name).filter { $0 != ChangeStamp.exactNumbers }
          if !others.isEmpty, !arguments.has(.quiet) {
            io.say("\(PatchCommand.spec.name): \(input.name): made with \(others.joined(separator: ", "))\n")
          }
        }
        var change = try ChangeReader.read(document, exactNumbers: exactNumbers)
        change.hasExactNumbers = exactNumbers
        if arguments.has(PatchCommand.reverse) { change.reverse() }
        self = .sz(change)
      case .jsonPatch: self = .jsonPatch(try JSONPatch(document))
      case .mergePatch: self = .mergePatch(document)
      }
    } catch {
      let path = PathText.path(to: error.node, in: document)
      throw .unusable(
        input, offset: document.start(error.node),
        reason: "no \(name.words.dropFirst(2)) at \(path): \(error.reason)")
    }
  }

  /// Whether it takes or makes a whole document.
  var isOfWhole: Bool {
    if case .sz(let change) = self { change.isOfWhole } else { false }
  }

  /// The change, where it is one that knows its old values.
  var tree: ChangeTree? {
    if case .sz(let change) = self { change } else { nil }
  }
}
