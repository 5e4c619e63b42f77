/// Reads what `--key` says: keys that may identify elements, or with a path the key for one place.
enum KeyOption {
  static let option = Option(
    "key", short: "k", .required("NAMES|PATH=NAME"),
    help: "what identifies an element of an array of objects: names to try in order, separated by commas, "
      + "or the name for the array at PATH; NAME+NAME is a composite identity, NAME.NAME lies deeper, NAME? may be "
      + "absent (default " + DiffOptions.defaultKeys.joined(separator: ",") + ")")

  static func apply(_ values: [String], to options: inout DiffOptions) throws(UsageError) {
    var keys: [IdentityKey] = []
    for value in values {
      let text = Array(value.utf8)
      guard let equals = separator(text) else {
        var index = 0
        while true {
          keys.append(try key(text, &index, value))
          if index == text.count { break }
          index += 1
        }
        continue
      }
      var index = equals + 1
      let key = try key(text, &index, value)
      if index < text.count {
        throw .invalidValue(
          option: "--key", value: value, expected: "one name behind '=', or several with '+'")
      }
      let path = try path(String(decoding: text[..<equals], as: UTF8.self), option: "--key")
      options.placedKeys.append((path, key))
    }
    if !keys.isEmpty { (options.keys, options.hasOwnKeys) = (keys, true) }
  }

  /// Where a value that begins like a path has the `=` behind it: outside of brackets and quotes, behind a JSONPath the first,
  /// behind a pointer, whose names can have one, the last.
  private static func separator(_ text: [UInt8]) -> Int? {
    guard let first = text.first, "$.[/".utf8.contains(first) else { return nil }
    var found: Int?
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
        if first != UInt8(ascii: "/") { return index }
        found = index
      }
      index += 1
    }
    return found
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
        case .reserved(let name): "names that a change does not use itself, which '\(name)' is"
        }
      throw .invalidValue(option: "--key", value: value, expected: expected)
    }
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
