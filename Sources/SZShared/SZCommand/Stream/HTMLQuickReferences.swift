internal import SZJSON

/// The references that are met most, looked up by the word that they are: names of at most eight letters and decimal numbers,
/// each with its semicolon and without JSON escapes.
///
/// What is not found here may still be a reference; ``HTMLReferenceReader`` knows.
struct HTMLQuickReferences {
  /// The text of a reference in the lowest bytes, at most seven, and its length in the highest one; 0 for none.
  typealias Answer = UInt64

  static let none: Answer = 0
  @inline(__always) static func length(of answer: Answer) -> Int { Int(truncatingIfNeeded: answer &>> 56) }

  private static let slotBits: UInt64 = 13
  /// Names, the first letter lowest, at the slot that their hash says or behind it; 0 where there is none.
  private var names: [UInt64]
  private var answers: [Answer]
  /// What the first 128 numbers stand for.
  private var ascii: [Answer]
  private let areStandard: Bool

  private static let exact = HTMLQuickReferences(areStandard: false, isJSON: true)
  private static let exactRaw = HTMLQuickReferences(areStandard: false, isJSON: false)
  private static let standard = HTMLQuickReferences(areStandard: true, isJSON: true)
  private static let standardRaw = HTMLQuickReferences(areStandard: true, isJSON: false)

  /// The table for some rules, made when it is first asked for. `isJSON`: the text is written as the inside of a JSON
  /// string.
  static func table(_ rules: HTMLReferenceReader.Rules, isJSON: Bool) -> HTMLQuickReferences {
    // With its semicolon a name means the same in text and in attributes.
    rules.areStandard ? isJSON ? standard : standardRaw : isJSON ? exact : exactRaw
  }

  private init(areStandard: Bool, isJSON: Bool) {
    let slots = 1 << Int(HTMLQuickReferences.slotBits)
    names = [UInt64](repeating: 0, count: slots)
    answers = [Answer](repeating: HTMLQuickReferences.none, count: slots)
    self.areStandard = areStandard
    ascii = (0..<128).map { HTMLQuickReferences.answer([$0], isJSON: isJSON) }
    // In the standard NUL is another character.
    if areStandard { ascii[0] = HTMLQuickReferences.none }
    HTMLReferences.all.forEach { name, entry in
      let scalars = areStandard ? entry.scalars : entry.html4
      guard name.count <= 8, !scalars.isEmpty else { return }
      let key = name.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      var slot = HTMLQuickReferences.slot(key)
      while names[slot] != 0 { slot = (slot + 1) & (slots - 1) }
      names[slot] = key
      answers[slot] = HTMLQuickReferences.answer(scalars, isJSON: isJSON)
    }
  }

  @inline(__always) private static func slot(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> (64 &- slotBits))
  }

  private static func answer(_ scalars: [UInt32], isJSON: Bool) -> Answer {
    var text: [UInt8] = []
    for scalar in scalars { JSONString.append(scalar, to: &text) }
    if isJSON {
      let characters = text
      text = []
      for byte in characters { JSONString.appendEscaped(byte, to: &text) }
    }
    guard text.count <= 7 else { return none }
    return text.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) } | UInt64(text.count) << 56
  }

  /// The answer for what stands behind the ampersand, at `start`, and where the text goes on; ``none`` when it is not found
  /// here, or does not end before `end`.
  @inline(__always) func find(_ bytes: ByteView, from start: Int, to end: Int) -> (Answer, end: Int) {
    let word = bytes.word(at: start)
    if word & 0xFF == 0x23 { return number(bytes, start &+ 1, end) }
    // The lowest byte that is a semicolon is marked, and perhaps others above it.
    let difference = word ^ 0x3B3B_3B3B_3B3B_3B3B
    let hits = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
    var count = 8
    var key = word
    if hits != 0 {
      count = hits.trailingZeroBitCount &>> 3
      key = word & ~(UInt64.max &<< UInt64(truncatingIfNeeded: count &* 8))
    } else if bytes[start &+ 8] != UInt8(ascii: ";") {
      return (HTMLQuickReferences.none, start)
    }
    // Plain text may hold NUL, which must not count as the end of a name.
    guard count > 0, key &>> UInt64(truncatingIfNeeded: count &* 8 &- 8) != 0, start &+ count < end else {
      return (HTMLQuickReferences.none, start)
    }
    var slot = HTMLQuickReferences.slot(key)
    while names[slot] != key {
      if names[slot] == 0 { return (HTMLQuickReferences.none, start) }
      slot = (slot &+ 1) & (names.count &- 1)
    }
    return (answers[slot], start &+ count &+ 1)
  }

  /// A decimal number of at most seven digits.
  @inline(__always) private func number(_ bytes: ByteView, _ start: Int, _ end: Int) -> (Answer, end: Int) {
    var index = start
    var value: UInt32 = 0
    while ASCII.isDigit(bytes[index]), index &- start < 7 {
      value = value &* 10 &+ UInt32(bytes[index] &- 0x30)
      index &+= 1
    }
    guard index > start, index < end, bytes[index] == UInt8(ascii: ";") else {
      return (HTMLQuickReferences.none, start)
    }
    let answer: Answer
    if value < 0x80 {
      answer = ascii[Int(value)]
    } else if value < 0x800 {
      // The standard has other ideas of these.
      if areStandard, value < 0xA0 { return (HTMLQuickReferences.none, start) }
      answer = 2 &<< 56 | 0x80C0 | UInt64(value &>> 6) | UInt64(value & 0x3F) &<< 8
    } else if value < 0x10000 {
      if value & 0xF800 == 0xD800 { return (HTMLQuickReferences.none, start) }
      answer =
        3 &<< 56 | 0x80_80E0 | UInt64(value &>> 12) | UInt64(value &>> 6 & 0x3F) &<< 8
        | UInt64(value & 0x3F) &<< 16
    } else {
      if value > 0x10FFFF { return (HTMLQuickReferences.none, start) }
      answer =
        4 &<< 56 | 0x8080_80F0 | UInt64(value &>> 18) | UInt64(value &>> 12 & 0x3F) &<< 8
        | UInt64(value &>> 6 & 0x3F) &<< 16 | UInt64(value & 0x3F) &<< 24
    }
    return (answer, index &+ 1)
  }
}
