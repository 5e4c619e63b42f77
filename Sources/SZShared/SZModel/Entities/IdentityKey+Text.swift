internal import SZJSON

/// A key as the command line writes it: `kind+metadata.namespace?+metadata.name`.
extension IdentityKey {
  /// What is wrong with a key on the command line.
  public enum TextError: Error {
    /// It does not read as one.
    case malformed
    /// All of it may be absent.
    case allOptional
    /// A name that changes use themselves.
    case reserved(String)
  }

  /// The key as it was given.
  public var text: String {
    parts.map { String(decoding: $0.path.text, as: UTF8.self) + ($0.isOptional ? "?" : "") }
      .joined(separator: "+")
  }

  /// Reads one key from `index` on, up to a comma or the end.
  public static func read(_ text: [UInt8], _ index: inout Int) throws(TextError) -> IdentityKey {
    let ends = Set("+?,".utf8)
    var parts: [Part] = []
    while true {
      // A name in quotes is meant, also one that changes use themselves.
      let isQuoted = index < text.count && text[index] == UInt8(ascii: "[")
      guard let path = IdentityPath.read(text, &index, until: ends) else { throw .malformed }
      if path.isName, !isQuoted, ReservedWord.isReserved(path.steps[0].characters) {
        throw .reserved(String(decoding: path.steps[0].characters, as: UTF8.self))
      }
      let isOptional = index < text.count && text[index] == UInt8(ascii: "?")
      if isOptional { index += 1 }
      if parts.contains(where: { $0.path == path }) { throw .malformed }
      parts.append(Part(path, isOptional: isOptional))
      guard index < text.count, text[index] != UInt8(ascii: ",") else { break }
      guard text[index] == UInt8(ascii: "+") else { throw .malformed }
      index += 1
    }
    if parts.allSatisfy(\.isOptional) { throw .allOptional }
    return IdentityKey(parts)
  }
}
