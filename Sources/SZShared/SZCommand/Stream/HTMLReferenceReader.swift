internal import SZJSON

/// Reads the character reference that begins at an ampersand, also when JSON escapes spell parts of it.
struct HTMLReferenceReader {
  /// What counts as a reference.
  enum Rules {
    /// With a semicolon; names of HTML 4, and numbers of characters.
    case exact
    /// With a semicolon; any name a browser knows, and numbers of characters.
    case anyName
    /// As a browser reads text: the longest name, old ones also without a semicolon; numbers put right.
    case standard
    /// As a browser reads the value of an attribute: a name without a semicolon is text when a letter, a digit or `=` follows.
    case attribute

    var areStandard: Bool { self == .standard || self == .attribute }
  }

  enum Outcome {
    /// Characters, and where the text goes on.
    case reference([UInt32], end: Int)
    case none
    /// The bytes end before that can be told.
    case cut
  }

  /// A reference has no more characters than this; a longer run of digits is text, unless a browser reads it.
  static let longest = 255
  /// Of a reference that the bytes cut, no more are waited for: what is left of a string in pieces would not fit into one.
  static let longestCut = HTMLDecoder.longestWhole - 16

  private let hasEscapes: Bool
  /// The characters behind the ampersand, and where each of them ends.
  private var characters: [UInt8] = []
  private var ends: [Int] = []
  /// Whether `=` stands behind them.
  private var hasEqualSign = false

  /// `hasEscapes`: the text is the inside of a JSON string.
  init(hasEscapes: Bool) { self.hasEscapes = hasEscapes }

  /// Reads behind the ampersand, from `start` on. With `isLast` nothing follows `end`.
  mutating func read(_ bytes: ByteView, from start: Int, to end: Int, isLast: Bool, _ rules: Rules) -> Outcome
  {
    let isCut = collect(bytes, start, end, rules)
    if isCut, !isLast { return end - start < HTMLReferenceReader.longestCut ? .cut : .none }
    guard let first = characters.first else { return .none }
    return first == UInt8(ascii: "#") ? number(rules) : name(rules)
  }

  /// Takes letters, digits, a number sign in front and a semicolon at the end; answers whether the bytes ended first.
  ///
  /// Of the digits of a number that a browser reads, those that are too many to be kept change nothing: it is too large by then, or
  /// they are zeros in front of it.
  private mutating func collect(_ bytes: ByteView, _ start: Int, _ end: Int, _ rules: Rules) -> Bool {
    characters.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    hasEqualSign = false
    var index = start
    while index < end, characters.count <= HTMLReferenceReader.longest {
      var byte = bytes[index]
      var next = index + 1
      if byte == UInt8(ascii: "\\"), hasEscapes {
        guard let spelled = JSONString.asciiEscape(bytes, at: index) else { return false }
        byte = spelled
        next = index + 6
      }
      let isLetter = (byte | 0x20) &- 0x61 < 26
      let isSign = byte == UInt8(ascii: ";") || (byte == UInt8(ascii: "#") && characters.isEmpty)
      guard isLetter || isSign || ASCII.isDigit(byte) else {
        hasEqualSign = byte == UInt8(ascii: "=")
        return false
      }
      if rules.areStandard, characters.count > 4, isSpare(byte) {
        ends[characters.count - 1] = next
        index = next
        continue
      }
      characters.append(byte)
      ends.append(next)
      if byte == UInt8(ascii: ";") { return false }
      index = next
    }
    return index >= end
  }

  /// Whether a digit behind those of a number so far changes nothing: all of them are zeros, and so is it, or there are many of them.
  private func isSpare(_ byte: UInt8) -> Bool {
    guard characters[0] == UInt8(ascii: "#"), ASCII.hexValue(byte) != nil else { return false }
    let isHex = characters[1] | 0x20 == UInt8(ascii: "x")
    if !isHex, !ASCII.isDigit(byte) { return false }
    let digits = characters.dropFirst(isHex ? 2 : 1)
    if digits.count >= HTMLReferenceReader.mostDigits { return true }
    return byte == UInt8(ascii: "0") && digits.allSatisfy { $0 == UInt8(ascii: "0") }
  }

  /// A number of so many digits that does not begin with zero is no character's.
  private static let mostDigits = 16

  private func number(_ rules: Rules) -> Outcome {
    guard characters.count <= HTMLReferenceReader.longest else { return .none }
    let isHex = characters.count > 1 && characters[1] | 0x20 == UInt8(ascii: "x")
    var index = isHex ? 2 : 1
    let first = index
    var value: UInt32 = 0
    while index < characters.count {
      guard let digit = ASCII.hexValue(characters[index]), isHex || digit < 10 else { break }
      // Once too large, it stays too large.
      value = min(value * (isHex ? 16 : 10) + UInt32(digit), 0x110000)
      index += 1
    }
    guard index > first else { return .none }
    let hasSemicolon = index < characters.count && characters[index] == UInt8(ascii: ";")
    if rules.areStandard {
      return .reference(
        [HTMLReferenceReader.corrected(value)], end: hasSemicolon ? ends[index] : ends[index - 1])
    }
    guard hasSemicolon, Unicode.Scalar(value) != nil else { return .none }
    return .reference([value], end: ends[index])
  }

  private func name(_ rules: Rules) -> Outcome {
    let table = HTMLReferences.all
    if characters.last == UInt8(ascii: ";"), characters.count - 1 <= HTMLReferences.longestName,
      let entry = table.entry(characters[..<(characters.count - 1)]), rules != .exact || !entry.html4.isEmpty
    {
      return .reference(rules == .exact ? entry.html4 : entry.scalars, end: ends[characters.count - 1])
    }
    guard rules.areStandard else { return .none }
    // The longest old name wins: `&notit;` is `&not` and `it;`.
    for length in stride(from: min(characters.count, HTMLReferences.longestName), to: 0, by: -1) {
      if let entry = table.entry(characters[..<length]), entry.isLegacy {
        let isFollowed = length == characters.count ? hasEqualSign : characters[length] != UInt8(ascii: ";")
        if rules == .attribute, isFollowed { return .none }
        return .reference(entry.scalars, end: ends[length - 1])
      }
    }
    return .none
  }

  /// What the HTML standard makes of a number (numeric character reference end state).
  private static func corrected(_ value: UInt32) -> UInt32 {
    switch value {
    case 0, 0x110000...: 0xFFFD
    case 0xD800...0xDFFF: 0xFFFD
    case 0x80...0x9F: windows1252[Int(value - 0x80)] == 0 ? value : windows1252[Int(value - 0x80)]
    default: value
    }
  }

  /// The characters that windows-1252 has at 0x80 to 0x9F; 0 where it has none.
  private static let windows1252: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,
    0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,
    0x017E, 0x0178,
  ]
}
