/// Reads what `--key` says: names that may identify elements, or with a path the name for one place.
enum KeyOption {
  static let option = Option(
    "key", short: "k", .required("NAMES|PATH=NAME"),
    help: "what identifies an element of an array of objects: names to try in order, separated by commas, "
      + "or the name for the array at PATH; NAME+NAME is a composite identity (default "
      + DiffOptions.defaultKeys.joined(separator: ",") + ")")

  static func apply(_ values: [String], to options: inout DiffOptions) throws(UsageError) {
    var names: [[UInt8]] = []
    for value in values {
      guard let first = value.first, "$.[".contains(first), let equals = value.lastIndex(of: "=") else {
        for name in value.split(separator: ",") { names.append(try checked(String(name), value)) }
        continue
      }
      var parts: [[UInt8]] = []
      for name in value[value.index(after: equals)...].split(separator: "+") {
        parts.append(try checked(String(name), value))
      }
      if parts.isEmpty { throw .invalidValue(option: "--key", value: value, expected: "a name behind '='") }
      options.placedKeys.append((try path(String(value[..<equals]), option: "--key"), IdentityKey(parts)))
    }
    if !names.isEmpty { options.keys = names.map { IdentityKey([$0]) } }
  }

  private static func checked(_ name: String, _ value: String) throws(UsageError) -> [UInt8] {
    let characters = Array(name.utf8)
    if ReservedWord.isReserved(characters) {
      throw .invalidValue(
        option: "--key", value: value, expected: "names that a change does not use itself, which '\(name)' is"
      )
    }
    return characters
  }

  /// A path from the command line.
  static func path(_ text: String, option: String) throws(UsageError) -> JSONPath {
    do {
      return try JSONPath(text)
    } catch {
      throw .invalidValue(
        option: option, value: text,
        expected:
          "a JSONPath of names, wildcards, indexes, slices and descendants: \(error.reason) at character "
          + "\(error.offset + 1)")
    }
  }
}
