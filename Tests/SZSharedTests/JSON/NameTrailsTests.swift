import TestSupport
import Testing

@testable import SZJSON

/// Objects whose names are known from others are read as if each were the first.
@Suite(.limited) struct NameTrailsTests {
  /// Names around the lengths at which they are compared in another way, one a prefix of the other, and one with escapes.
  static let names = [
    "", "a", "b", "id", "idx", "sixchr", "seven77", "fourteen chars", "fifteen charact", "sixteen characts",
    "a name that is longer than two words", "a name that is longer than two words too", #"es\u0063aped"#,
    "Zürich",
  ]

  /// A value of objects in a few shapes, now and then another.
  private static func value(_ depth: Int, _ generator: inout SeededGenerator) -> String {
    switch generator.below(depth > 3 ? 2 : 6) {
    case 0: return "\(generator.below(3))"
    case 1: return "\"\(generator.below(3))\""
    case 2:
      return "[" + (0..<generator.below(4)).map { _ in value(depth + 1, &generator) }.joined(separator: ",")
        + "]"
    default:
      let first = generator.below(4) * 3
      var members = Array(names[first..<min(first + 2 + generator.below(3), names.count)])
      if generator.chance(4) { members.shuffle(using: &generator) }
      if generator.chance(4) { members.append("own \(generator.below(1000))") }
      return "{" + members.map { "\"\($0)\":\(value(depth + 1, &generator))" }.joined(separator: ",") + "}"
    }
  }

  /// Law: every value has the hash that it has on its own, and that it has when the document was read without hashes.
  @Test func hashes() throws {
    for round in 0..<ChangeLawTests.rounds / 8 {
      let seed = SeededGenerator.runSeed &+ round
      var generator = SeededGenerator(seed: seed)
      let text = "[" + (0..<12).map { _ in NameTrailsTests.value(0, &generator) }.joined(separator: ",") + "]"
      let hashing = Hashing(seed: seed)
      let document = try Document.read(Array(text.utf8), .init(hashing: hashing))
      let plain = try Document.read(Array(text.utf8))
      for element in document.elements(document.root) {
        let alone = try Document.read(document.text(element), .init(hashing: hashing))
        #expect(alone.hash(alone.root) == document.hash(element), "seed \(seed): \(text)")
        #expect(ValueHash.of(plain, element, hashing) == document.hash(element), "seed \(seed): \(text)")
      }
    }
  }

  /// Law: a name that comes twice in one object is found, whatever objects came before, and none is where there is none.
  @Test func duplicates() throws {
    for round in 0..<ChangeLawTests.rounds / 8 {
      let seed = SeededGenerator.runSeed &+ round
      var generator = SeededGenerator(seed: seed)
      var objects = (0..<6).map { _ in
        (0..<1 + generator.below(4)).map { _ in NameTrailsTests.names[generator.below(6)] }
      }
      objects += objects.map { $0.shuffled(using: &generator) }
      let hasDuplicate = objects.contains { Set($0).count < $0.count }
      let text = Array(
        ("["
          + objects.map { "{" + $0.map { "\"\($0)\":{\"a\":1}" }.joined(separator: ",") + "}" }
          .joined(separator: ",") + "]").utf8)
      for hashing in [nil, Hashing(seed: seed)] {
        let result = Result { try Document.read(text, .init(hashing: hashing)) }
        #expect(
          ((try? result.get()) == nil) == hasDuplicate,
          "seed \(seed): \(String(decoding: text, as: UTF8.self))")
      }
    }
  }

  /// More names in an object, more shapes and more levels than are kept, and a duplicate behind all of them.
  @Test func limits() throws {
    let hashing = Hashing()
    let wide = "{" + (0..<300).map { "\"n\($0)\":{\"a\":\($0)}" }.joined(separator: ",") + "}"
    let shapes =
      "["
      + (0..<6000).map { "{\"s\($0 % 3000)\":0,\"x\":{\"t\($0 / 2)\":[{\"a\":1}]}}" }.joined(separator: ",")
      + "]"
    let deep = String(repeating: "{\"a\":", count: 5000) + "1" + String(repeating: "}", count: 5000)
    for text in [wide, shapes, deep, "[\(wide),\(shapes),\(deep),\(wide)]"] {
      let document = try Document.read(Array(text.utf8), .init(hashing: hashing))
      let plain = try Document.read(Array(text.utf8))
      #expect(ValueHash.of(plain, plain.root, hashing) == document.hash(document.root))
      let bad = "[\(text),{\"a\":1,\"x\":1,\"a\":1}]"
      #expect(throws: JSONError.self) { try Document.read(Array(bad.utf8), .init(hashing: hashing)) }
    }
  }
}
