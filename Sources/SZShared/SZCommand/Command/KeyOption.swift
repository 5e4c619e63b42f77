internal import SZModel
internal import SZPatch

/// Reads what `--key` says: keys that may identify elements, or with a path the key for one place.
enum KeyOption {
  static let option = Option(
    "key", short: "k", .required("NAMES|PATH=NAME"),
    help: "what identifies an element of an array of objects: names to try in order, separated by commas, "
      + "or the name for the array at PATH; NAME+NAME is a composite identity, NAME.NAME lies deeper, NAME? may be "
      + "absent (default " + IdentityNames.defaults.joined(separator: ",") + ")")

  static let noFound = Option(
    "no-found-keys",
    help: "identify elements by the names of --key or the default ones alone, and find no other")

  static func apply(_ values: [String], to options: inout DiffOptions) throws(UsageError) {
    var keys: [IdentityKey] = []
    for value in values {
      var text = Array(value.utf8)
      var index = 0
      guard KeyOption.hasPath(text) else {
        while true {
          keys.append(try key(text, &index, value))
          if index == text.count { break }
          index += 1
        }
        continue
      }
      let (path, rest) = try PathOption.path(value, before: "=", option: "--key")
      text = Array(rest.utf8)
      let key = try key(text, &index, value)
      if index < text.count {
        throw .invalidValue(
          option: "--key", value: value, expected: "one name behind '=', or several with '+'")
      }
      options.placedKeys.append((path, key))
    }
    if !keys.isEmpty { options.names = IdentityNames(keys) }
  }

  /// Whether a value begins like a path and has `=` behind it: one outside of brackets and quotes.
  private static func hasPath(_ text: [UInt8]) -> Bool {
    guard let first = text.first, "$.[/".utf8.contains(first) else { return false }
    var quote: UInt8?
    var depth = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if let open = quote {
        if byte == UInt8(ascii: "\\") { index += 1 } else if byte == open { quote = nil }
      } else if depth > 0, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
      } else if byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: "]") {
        depth -= 1
      } else if byte == UInt8(ascii: "="), depth == 0 {
        return true
      }
      index += 1
    }
    // A path that does not end is told by the reader of paths.
    return first == UInt8(ascii: "$") || first == UInt8(ascii: "/")
  }

  private static func key(_ text: [UInt8], _ index: inout Int, _ value: String) throws(UsageError)
    -> IdentityKey
  {
    do {
      return try IdentityKey.read(text, &index)
    } catch {
      let expected =
        switch error {
        case .malformed: "names such as 'id', 'kind+metadata.name' or \"['a name.with signs']\""
        case .allOptional: "a key of which at least one name has no '?'"
        case .reserved(let name):
          "names that a change does not use itself, which '\(name)' is; in quotes, ['\(name)'], it is meant"
        }
      throw .invalidValue(option: "--key", value: value, expected: expected)
    }
  }
}
