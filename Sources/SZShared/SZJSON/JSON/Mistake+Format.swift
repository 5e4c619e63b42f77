extension Mistake {
  /// A place in a text at which a reader gave up.
  struct Place {
    let bytes: ByteView
    let offset: Int

    var byte: UInt8 { bytes[min(offset, bytes.count)] }

    /// The last byte before the place that is no white space; 0 when there is none.
    var byteBefore: UInt8 {
      var index = offset - 1
      while index >= 0, bytes[index] == 0x20 || (0x09...0x0D).contains(bytes[index]) { index -= 1 }
      return index < 0 ? 0 : bytes[index]
    }

    /// Whether nothing but white space stands between `start` and the place.
    func isFirst(from start: Int) -> Bool {
      Lexer.skipWhitespace(bytes, from: start) == min(offset, bytes.count)
    }

    /// Whether `text` stands at the place.
    func stands(_ text: StaticString, ignoringCase: Bool = false) -> Bool {
      let fold: UInt8 = ignoringCase ? 0x20 : 0
      guard offset + text.utf8CodeUnitCount <= bytes.count else { return false }
      return StaticText.bytes(text).enumerated().allSatisfy { bytes[offset + $0] | fold == $1 | fold }
    }

    /// The letters, digits, `_` and `$` that begin here with a letter, `_` or `$`; at most 40.
    var word: String {
      var index = offset
      func isWord(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      }
      guard index < bytes.count, isWord(bytes[index]) else { return "" }
      while index < bytes.count, index - offset < 40, isWord(bytes[index]) || ASCII.isDigit(bytes[index]) {
        index += 1
      }
      return String(decoding: bytes.array(offset..<index), as: UTF8.self)
    }

    var comment: Mistake? {
      if stands("//") || stands("/*") { return .comment }
      return byte == UInt8(ascii: "#") ? .hashComment : nil
    }

    /// Whether a line begins here as git marks what it could not merge.
    var isConflictMarker: Bool {
      guard offset == 0 || bytes[offset - 1] == 0x0A || bytes[offset - 1] == 0x0D else { return false }
      return stands("<<<<<<<") || stands("=======") || stands(">>>>>>>") || stands("|||||||")
    }

    /// A quotation mark or a space that JSON does not know.
    var foreignCharacter: Mistake? {
      guard byte >= 0x80, offset < bytes.count, UTF8Check.length(bytes, at: offset) > 1 else { return nil }
      let scalar = UTF8Check.scalar(bytes, at: offset).0
      switch scalar {
      case 0x2018...0x201F, 0xAB, 0xBB: return .typographicQuotes
      case 0xA0, 0x1680, 0x2000...0x200D, 0x2028, 0x2029, 0x202F, 0x205F, 0x2060, 0x3000, 0xFEFF:
        return .foreignSpace(scalar)
      default: return nil
      }
    }
  }

  /// What an input that does not begin like JSON begins like.
  static func format(_ place: Place, _ reason: JSONError.Reason) -> Mistake? {
    if let packed = compression(place) { return .compressed(packed) }
    if place.stands("bplist") { return .propertyList }
    if place.stands("<!doctype html", ignoringCase: true) || place.stands("<html", ignoringCase: true) {
      return .html
    }
    if place.byte == UInt8(ascii: "<") { return .xml }
    if place.stands("--- a/") || place.stands("diff --git ") || place.stands("Index: ")
      || isUnifiedDiff(place)
    {
      return .unifiedDiff
    }
    if place.stands("---") || place.stands("%YAML") || place.stands("- ") || isYAMLMember(place) {
      return .yaml
    }
    if reason == .expectedValue || reason == .invalidLiteral, isProse(place) { return .plainText }
    return nil
  }

  private static func compression(_ place: Place) -> Compression? {
    let bytes = place.bytes
    switch (bytes[place.offset], bytes[place.offset + 1], bytes[place.offset + 2], bytes[place.offset + 3]) {
    case (0x1F, 0x8B, _, _): return .gzip
    case (0x28, 0xB5, 0x2F, 0xFD): return .zstd
    case (0x42, 0x5A, 0x68, 0x31...0x39): return .bzip2
    case (0xFD, 0x37, 0x7A, 0x58): return .xz
    case (0x50, 0x4B, 0x03, 0x04): return .zip
    default: return nil
    }
  }

  /// Whether a line `--- NAME` is followed by a line `+++ NAME`.
  private static func isUnifiedDiff(_ place: Place) -> Bool {
    guard place.stands("--- ") else { return false }
    var index = place.offset
    while index < place.bytes.count, place.bytes[index] != 0x0A { index += 1 }
    return index < place.bytes.count && Place(bytes: place.bytes, offset: index + 1).stands("+++ ")
  }

  /// Whether the line is a plain word and a colon with a blank or the line's end behind it.
  private static func isYAMLMember(_ place: Place) -> Bool {
    let bytes = place.bytes
    var index = place.offset
    while index < bytes.count,
      (bytes[index] | 0x20) &- 0x61 < 26 || ASCII.isDigit(bytes[index])
        || bytes[index] == UInt8(ascii: "_") || bytes[index] == UInt8(ascii: "-")
    {
      index += 1
    }
    guard index > place.offset, index < bytes.count, bytes[index] == UInt8(ascii: ":") else { return false }
    return index + 1 >= bytes.count || bytes[index + 1] <= 0x20
  }

  /// Whether a word stands here with a blank and another one behind it.
  private static func isProse(_ place: Place) -> Bool {
    let word = place.word
    let behind = place.offset + word.utf8.count
    guard !word.isEmpty, behind + 1 < place.bytes.count, place.bytes[behind] == 0x20 else { return false }
    return !Place(bytes: place.bytes, offset: behind + 1).word.isEmpty
  }
}
