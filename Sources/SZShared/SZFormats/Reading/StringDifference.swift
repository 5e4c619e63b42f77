internal import SZJSON

/// What differs between two strings: stretches of both, equal ones and others by turns.
struct StringDifference {
  enum Stretch: Equatable {
    case equal([UInt8])
    /// What stands in its place in the old and in the new string; one of them may be empty.
    case changed(old: [UInt8], new: [UInt8])
  }

  let stretches: [Stretch]

  /// By words: letters and digits that stand together, blanks that do, each other character. Nearly linear.
  static func words(_ old: [UInt8], _ new: [UInt8]) -> StringDifference {
    StringDifference(tokens(old), tokens(new))
  }

  /// By lines, each with its line end.
  static func lines(_ old: [UInt8], _ new: [UInt8]) -> StringDifference {
    StringDifference(split(old), split(new))
  }

  private init(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) {
    var numbers: [ArraySlice<UInt8>: UInt64] = [:]
    func numbered(_ tokens: [ArraySlice<UInt8>]) -> [UInt64] {
      tokens.map { token in
        if let known = numbers[token] { return known }
        let number = UInt64(numbers.count)
        numbers[token] = number
        return number
      }
    }
    var stretches: [Stretch] = []
    var place = 0
    func equal(upTo end: Int) {
      if place < end { stretches.append(.equal(Array(old[place..<end].joined()))) }
    }
    for gap in SequenceAlignment.gaps(numbered(old), numbered(new)) {
      equal(upTo: gap.old.lowerBound)
      stretches.append(.changed(old: Array(old[gap.old].joined()), new: Array(new[gap.new].joined())))
      place = gap.old.upperBound
    }
    equal(upTo: old.count)
    self.stretches = stretches
  }

  private static func tokens(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    enum Class { case word, blank, other }
    func of(_ byte: UInt8) -> Class {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), 0x80...: .word
      case 0x20, 0x09: .blank
      default: .other
      }
    }
    var tokens: [ArraySlice<UInt8>] = []
    var start = 0
    for index in text.indices.dropFirst() {
      let (last, next) = (of(text[index - 1]), of(text[index]))
      if last == next, next != .other { continue }
      tokens.append(text[start..<index])
      start = index
    }
    if start < text.count { tokens.append(text[start...]) }
    return tokens
  }

  /// The lines of a text, each with its line end.
  static func split(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in text.enumerated() where byte == 0x0A {
      lines.append(text[start...index])
      start = index + 1
    }
    if start < text.count { lines.append(text[start...]) }
    return lines
  }
}
