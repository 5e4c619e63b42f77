internal import SZJSON
internal import SZModel
internal import SZOperations
internal import SZPatch

/// Reads the options of `sz-patch` that say themselves what to change, in the order in which they are given.
enum PathEditOptions {
  static let put = Option(
    "put", .required("PATH=JSON"),
    help:
      "without a change: let the value at PATH, as in sz-path(7), be JSON; what is missing on the way is made; can be repeated",
    foreignNames: ["--set": "--put"])
  static let putString = Option(
    "put-string", .required("PATH=TEXT"), help: "like --put, with a string of the characters of TEXT")
  static let was = Option(
    "was", .required("JSON"),
    help: "what must stand at the PATH of the --put before this, unless its value does already")
  static let remove = Option(
    "remove", .required("PATH"), help: "without a change: take out what stands at PATH; can be repeated",
    foreignNames: ["--delete": "--remove"])
  static let append = Option(
    "append", .required("PATH=JSON"),
    help: "without a change: put JSON at the end of the array at PATH; can be repeated")

  static let all = [put, putString, was, remove, append]

  /// What the options of a command line come to; empty without any.
  static func edits(_ arguments: ParsedArguments) throws(UsageError) -> [PathEdit] {
    var edits: [PathEdit] = []
    /// Whether the last option was one that an old value can be given for.
    var mayHaveBeen = false
    for occurrence in arguments.occurrences {
      guard let text = occurrence.value, all.contains(where: { $0.long == occurrence.option.long }) else {
        continue
      }
      let name = "--" + occurrence.option.long
      switch occurrence.option.long {
      case put.long, append.long:
        let (path, rest) = try PathOption.path(text, before: "=", option: name)
        let value = try json(rest, name, text, hint: occurrence.option.long == put.long)
        edits.append(PathEdit(path, occurrence.option.long == put.long ? .put(value) : .append(value)))
      case putString.long:
        let (path, rest) = try PathOption.path(text, before: "=", option: name)
        edits.append(PathEdit(path, .put(Value(jsonString: Array(rest.utf8)))))
      case remove.long: edits.append(PathEdit(try PathOption.path(text, option: name), .remove))
      default:
        guard mayHaveBeen, !edits.isEmpty else { throw .needs("--was", "a --put before it") }
        edits[edits.count - 1].was = try json(text, name, text, hint: false)
      }
      mayHaveBeen = [put.long, putString.long].contains(occurrence.option.long)
    }
    return edits
  }

  private static func json(
    _ text: String, _ option: String, _ value: String, hint: Bool
  ) throws(UsageError) -> Value {
    do {
      let document = try Document.read(Array(text.utf8))
      return Value(document, document.root)
    } catch {
      throw .invalidValue(
        option: option, value: value,
        expected: "JSON, and " + JSONString.shown(text) + " is none"
          + (hint ? "; for text there is --put-string" : ""))
    }
  }
}
