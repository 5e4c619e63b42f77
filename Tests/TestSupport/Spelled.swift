/// A value that can be written in many ways.
package indirect enum Spelled: Sendable {
  case string([UnicodeScalar])
  /// Digits, and how many zeros follow (or places they are moved right).
  case number(negative: Bool, digits: String, exponent: Int)
  case literal(String)
  case array([Spelled])
  case object([(name: [UnicodeScalar], value: Spelled)])

  package static func random(_ generator: inout SeededGenerator, depth: Int = 2) -> Spelled {
    switch generator.below(depth == 0 ? 7 : 10) {
    case 0, 1, 2: return .string(characters(&generator))
    case 3, 4, 5:
      let count = [1, 1, 2, 17, 18, 19, 20, 40][generator.below(8)]
      let digits = (0..<count).map { _ in String(generator.below(3) == 0 ? 0 : generator.below(10)) }
      return .number(
        negative: generator.chance(3), digits: digits.joined(),
        exponent: generator.chance(2) ? 0 : generator.below(30) - 15)
    case 6: return .literal(["true", "false", "null"][generator.below(3)])
    case 7: return .array((0..<generator.below(4)).map { _ in random(&generator, depth: depth - 1) })
    default:
      var names: Set<[UnicodeScalar]> = []
      for _ in 0..<generator.below(4) { names.insert(characters(&generator)) }
      return .object(
        names.sorted { $0.map(\.value).lexicographicallyPrecedes($1.map(\.value)) }.map {
          ($0, random(&generator, depth: depth - 1))
        })
    }
  }

  private static func characters(_ generator: inout SeededGenerator) -> [UnicodeScalar] {
    let alphabet: [UnicodeScalar] = ["a", "b", "\0", "1", "\"", "\\", "/", "é", "€", "😀", "\u{7F}", "\n"]
    let count =
      generator.chance(12) ? 100 + generator.below(200) : generator.below(generator.chance(2) ? 4 : 40)
    return (0..<count).map { _ in alphabet[generator.below(alphabet.count)] }
  }

  /// The value as JSON, one of the many texts it has.
  package func spelling(_ generator: inout SeededGenerator) -> String {
    switch self {
    case .string(let characters): return Spelled.string(characters, &generator)
    case .literal(let text): return text
    case .number(let negative, let digits, let exponent):
      return (negative ? "-" : "") + Spelled.number(digits, exponent, &generator)
    case .array(let elements):
      var parts: [String] = []
      for element in elements { parts.append(element.spelling(&generator)) }
      return "[" + parts.joined(separator: generator.chance(2) ? "," : " , ") + "]"
    case .object(let members):
      var parts: [String] = []
      for member in members.shuffled(using: &generator) {
        parts.append(Spelled.string(member.name, &generator) + ":" + member.value.spelling(&generator))
      }
      return "{" + parts.joined(separator: ",") + (generator.chance(2) ? "}" : "\n}")
    }
  }

  private static func string(_ characters: [UnicodeScalar], _ generator: inout SeededGenerator) -> String {
    let escapes = [0, 1, 3][generator.below(3)]
    var text = "\""
    for character in characters {
      let must = character == "\"" || character == "\\" || character.value < 0x20
      if must || escapes > 0 && generator.chance(escapes) {
        for unit in String(character).utf16 {
          let digits = String(unit, radix: 16, uppercase: generator.chance(2))
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        text.unicodeScalars.append(character)
      }
    }
    return text + "\""
  }

  /// `digits` times ten to the `exponent`, with the point and the exponent anywhere.
  private static func number(_ digits: String, _ exponent: Int, _ generator: inout SeededGenerator) -> String
  {
    var (digits, exponent) = (digits, exponent)
    let zeros = generator.below(4)
    digits += String(repeating: "0", count: zeros)
    exponent -= zeros
    if exponent > 0, exponent < 30, generator.chance(2) {
      digits += String(repeating: "0", count: exponent)
      exponent = 0
    }
    var fraction = ""
    if exponent < 0, -exponent < digits.count, generator.chance(2) {
      fraction = String(digits.suffix(-exponent))
      digits = String(digits.dropLast(-exponent))
      exponent = 0
    } else if digits.count > 1, generator.chance(3) {
      let places = 1 + generator.below(digits.count - 1)
      fraction = String(digits.suffix(places))
      digits = String(digits.dropLast(places))
      exponent += places
    }
    if generator.chance(4) { fraction += "0" }
    let integer = String(digits.drop { $0 == "0" })
    var text = integer.isEmpty ? "0" : integer
    if !fraction.isEmpty { text += "." + fraction }
    if exponent != 0 || generator.chance(5) {
      text += generator.chance(2) ? "e" : "E"
      if exponent >= 0, generator.chance(2) { text += "+" }
      text += exponent < 0 ? "-" : ""
      text += (generator.chance(3) ? "0" : "") + String(exponent.magnitude)
    }
    return text
  }
}
