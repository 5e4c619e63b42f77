/// What a text that is not JSON looks like: the mistake that somebody probably made.
///
/// It is looked for only when a reader has found an error, so good input pays nothing. Constant time, but for white space
/// before the error.
public enum Mistake: Equatable, Sendable {
  // The whole input is something else.
  case compressed(Compression)
  case utf16(UTF16Order?)
  case propertyList
  case xml
  case html
  case yaml
  /// Lines as `diff -u` and git print them.
  case unifiedDiff
  case plainText
  // A place in it is.
  case conflictMarker
  case comment
  /// A comment that begins with `#`, as in YAML or a shell.
  case hashComment
  case trailingComma(before: UInt8)
  case singleQuotes(isName: Bool)
  case typographicQuotes
  case bareName(String)
  case bareString(String)
  /// A number that JSON does not have, such as `NaN`.
  case unknownNumber(String)
  case undefined
  /// A word that JSON writes in another way.
  case literal(String, wanted: String)
  case hexadecimal
  case digitSeparator
  case plusSign
  case pointWithoutDigits(isBefore: Bool)
  case secondText
  /// White space of other alphabets.
  case foreignSpace(UInt32)

  public enum Compression: String, Sendable { case gzip, zstd, bzip2, xz, zip }

  /// The order of the bytes in UTF-16 that no mark says.
  public enum UTF16Order: String, Sendable { case bigEndian = "BE", littleEndian = "LE" }
}

extension Mistake {
  /// The mistake behind `error`, which was thrown for `bytes`; nil when it is none of those.
  ///
  /// `start` is where the input begins in `bytes`, when these hold its beginning; an error at the first thing in it means that
  /// the whole is no JSON. With `isBetweenTexts` the reader was not inside of a text.
  public static func behind(
    _ error: JSONError, in bytes: ByteView, start: Int?, isBetweenTexts: Bool = false
  ) -> Mistake? {
    let place = Place(bytes: bytes, offset: error.offset)
    let isFirst = start.map(place.isFirst) ?? false
    if error.reason == .utf16 { return .utf16(byteOrder(bytes)) }
    if place.isConflictMarker { return .conflictMarker }
    if isFirst, let format = format(place, error.reason) { return format }
    if let mistake = place.foreignCharacter { return mistake }
    switch error.reason {
    case .expectedValue: return value(place, isBetweenTexts || isFirst)
    case .invalidLiteral:
      let isMistyped = NearestName.of(place.word, in: ["true", "false", "null"]) != nil
      return word(place, isBetweenTexts || isFirst || isMistyped)
    case .invalidNumber: return number(place)
    case .expectedName, .expectedNameOrClose: return name(place)
    case .expectedColon: return place.comment
    case .expectedCommaOrClose: return place.comment ?? behindNumber(place)
    // Texts of a stream that touch are no mistake of this kind.
    case .trailingContent: return isBetweenTexts ? nil : trailing(place)
    default: return nil
    }
  }

  private static func byteOrder(_ bytes: ByteView) -> UTF16Order? {
    if bytes[0] >= 0xFE { return nil }
    return bytes[0] == 0 ? .bigEndian : .littleEndian
  }

  private static func value(_ place: Place, _ isBetweenTexts: Bool) -> Mistake? {
    if let comment = place.comment { return comment }
    switch place.byte {
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      return place.byteBefore == UInt8(ascii: ",") ? .trailingComma(before: place.byte) : nil
    case UInt8(ascii: "'"): return .singleQuotes(isName: false)
    case UInt8(ascii: "+"): return .plusSign
    case UInt8(ascii: "."):
      return ASCII.isDigit(place.bytes[place.offset + 1]) ? .pointWithoutDigits(isBefore: true) : nil
    default: return word(place, isBetweenTexts)
    }
  }

  private static func word(_ place: Place, _ isBetweenTexts: Bool) -> Mistake? {
    let word = place.word
    switch word.lowercased() {
    case "": return nil
    case "nan", "infinity", "inf": return .unknownNumber(word)
    case "undefined": return .undefined
    case "true", "false", "null": return .literal(word, wanted: word.lowercased())
    case "none", "nil": return .literal(word, wanted: "null")
    default: return isBetweenTexts ? nil : .bareString(word)
    }
  }

  private static func number(_ place: Place) -> Mistake? {
    let next = place.bytes[place.offset + 1]
    if place.byte == UInt8(ascii: "-"), next | 0x20 == UInt8(ascii: "i") || next | 0x20 == UInt8(ascii: "n") {
      return .unknownNumber("-" + Place(bytes: place.bytes, offset: place.offset + 1).word)
    }
    var index = place.offset
    if place.byte == UInt8(ascii: "-") { index += 1 }
    if place.bytes[index] == UInt8(ascii: ".") { return .pointWithoutDigits(isBefore: true) }
    while ASCII.isDigit(place.bytes[index]) { index += 1 }
    return place.bytes[index] == UInt8(ascii: ".") && !ASCII.isDigit(place.bytes[index + 1])
      ? .pointWithoutDigits(isBefore: false) : nil
  }

  private static func name(_ place: Place) -> Mistake? {
    if let comment = place.comment { return comment }
    switch place.byte {
    case UInt8(ascii: "}"): return .trailingComma(before: place.byte)
    case UInt8(ascii: "'"): return .singleQuotes(isName: true)
    default: return place.word.isEmpty ? nil : .bareName(place.word)
    }
  }

  /// What a number goes on with that is none of it.
  private static func behindNumber(_ place: Place) -> Mistake? {
    guard place.offset > 0, ASCII.isDigit(place.bytes[place.offset - 1]) else { return nil }
    if place.byte == UInt8(ascii: "_") { return .digitSeparator }
    return place.byte | 0x20 == UInt8(ascii: "x") && place.bytes[place.offset - 1] == UInt8(ascii: "0")
      ? .hexadecimal : nil
  }

  private static func trailing(_ place: Place) -> Mistake? {
    if let mistake = place.comment ?? behindNumber(place) { return mistake }
    switch place.byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .secondText
    default: return ["true", "false", "null"].contains(place.word) ? .secondText : nil
    }
  }
}
