import SZJSON

/// JSON strings in which some characters are escapes.
package enum EscapedString {
  /// The token of `text` with those characters written as `\uXXXX` for which `isEscaped` says so, asked for each in turn.
  package static func token(_ text: String, isEscaped: () -> Bool) -> [UInt8] {
    var token: [UInt8] = [UInt8(ascii: "\"")]
    for scalar in text.unicodeScalars {
      guard isEscaped() else {
        token += JSONString.quoted(String(Character(scalar))).dropFirst().dropLast()
        continue
      }
      for unit in String(Character(scalar)).utf16 {
        let digits = String(unit, radix: 16)
        token += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
      }
    }
    return token + [UInt8(ascii: "\"")]
  }
}
