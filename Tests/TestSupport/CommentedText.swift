/// A value written with comments, blanks and commas wherever they may stand; each comment is the only one with its number.
package struct CommentedText {
  package private(set) var text = ""
  /// How many comments there are.
  package private(set) var count = 0
  private var chance: Int

  /// A gap holds a comment once in `chance` times.
  package init(_ value: RandomValue, _ generator: inout SeededGenerator, chance: Int = 3) {
    self.chance = chance
    gap(&generator)
    append(value, &generator)
    gap(&generator)
  }

  package var bytes: [UInt8] { Array(text.utf8) }

  private mutating func append(_ value: RandomValue, _ generator: inout SeededGenerator) {
    switch value {
    case .scalar(let scalar): text += scalar
    case .array(let elements):
      text += "["
      for (number, element) in elements.enumerated() {
        gap(&generator)
        append(element, &generator)
        gap(&generator)
        if number < elements.count - 1 || generator.chance(4) { text += "," }
      }
      gap(&generator)
      text += "]"
    case .object(let members):
      text += "{"
      for (number, member) in members.enumerated() {
        gap(&generator)
        text += "\"\(member.0)\""
        if generator.chance(8) { gap(&generator) }
        text += ":"
        if generator.chance(4) { gap(&generator) }
        append(member.1, &generator)
        gap(&generator)
        if number < members.count - 1 || generator.chance(4) { text += "," }
      }
      gap(&generator)
      text += "}"
    }
  }

  private mutating func gap(_ generator: inout SeededGenerator) {
    let blanks = ["", "", " ", "\n", "\n  ", "\r\n\t", "  \n\n    "]
    text += blanks[generator.below(blanks.count)]
    while generator.chance(chance) {
      let tails = ["", " ]}", "\"", ",", " //", " é*", "/*", "\\"]
      let words = "c\(count);" + tails[generator.below(tails.count)]
      count += 1
      switch generator.below(4) {
      case 0: text += "// \(words)\n"
      case 1: text += "//\(words)\r\n"
      case 2: text += "/* \(words) */"
      default: text += "/*\(words)\n  * more */"
      }
      text += blanks[generator.below(blanks.count)]
    }
  }

  /// The numbers of the comments in `text`, sorted.
  package static func numbers(_ text: [UInt8]) -> [Int] {
    let words = String(decoding: text, as: UTF8.self).split(separator: ";")
    return words.compactMap { word -> Int? in
      let digits = word.reversed().prefix { $0.isNumber }
      guard word.dropLast(digits.count).last == "c" else { return nil }
      return Int(String(digits.reversed()))
    }.sorted()
  }
}
