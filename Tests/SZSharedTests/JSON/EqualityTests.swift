import TestSupport
import Testing

@testable import SZJSON
@testable import SZModel

/// Hashes agree where values are equal, and nowhere else: what is structured so that a weak hash would mix it up.
@Suite(.limited) struct EqualityTests {
  static let seeds: UInt64 = 40

  /// The two documents that counted as equal for every seed, by lengths that were mixed into the words.
  @Test func theForgedPair() throws {
    let (first, second) = (
      Array(#"{"name":"  \u0820   x"}"#.utf8), Array(#"{"name":"\u001d\u05fcA\u03a1\u001d9x\u0000"}"#.utf8)
    )
    for seed in 0..<EqualityTests.seeds {
      #expect(try hash(first, Hashing(seed: seed)) != hash(second, Hashing(seed: seed)))
    }
  }

  /// Texts of different values, in families; all of a family differ.
  static let families: [(name: String, texts: [String])] = [
    ("lengths", (0...140).map { quoted([UInt8](repeating: 0x61, count: $0)) }),
    (
      "tails of zeros",
      (0...64).flatMap { length in
        (0...9).map { quoted([UInt8](repeating: 1, count: length) + [UInt8](repeating: 0, count: $0)) }
      }
    ),
    (
      "a flipped bit",
      [7, 8, 9, 15, 16, 17, 63, 64, 127, 128, 129, 255, 256, 300].flatMap { length in
        (0..<length).map { place in
          var bytes = [UInt8](repeating: 0x40, count: length)
          bytes[place] ^= 1
          return quoted(bytes)
        }
      }
    ),
    (
      "words that change places",
      permutations(["aaaaaaaa", "bbbbbbbb", "cccccccc", "dddddddd"]).map { "\"\($0.joined())\"" }
    ),
    (
      "blocks that change places",
      permutations(["a", "b", "c", "d"]).map {
        "\"" + $0.map { String(repeating: $0, count: 128) }.joined() + "\""
      }
    ),
    (
      "blocks and their number",
      (1...6).map { "\"" + String(repeating: "\\u0000", count: 128 * $0) + "\"" }
        + (1...6).map { "\"" + String(repeating: "\\u0000", count: 128 * $0 - 1) + "x\"" }
    ),
    (
      "types",
      [
        "1", "\"1\"", "-1", "true", "\"true\"", "null", "\"null\"", "false", "0", "\"\"", "[]", "{}", "[[]]",
        "[{}]",
        "{\"\":null}", "[null]", "[0]", "[\"\"]", "[1]", "{\"1\":1}", "[\"1\",1]", "[1,\"1\"]", "\"[]\"",
        "\"{}\"",
      ]
    ),
    (
      "numbers",
      [
        "0", "1", "-1", "10", "100", "0.1", "-0.1", "1e400", "-1e400", "1e-400", "11", "12",
        "123456789012345678",
        "1234567890123456789", "1234567890123456788", "-1234567890123456789", "12345678901234567890123456789",
        "12345678901234567890123456780", "1.2345678901234567890123456789", "1e1000000000000000000",
        "-1e1000000000000000000", "1e1000000000000000001", "2e1000000000000000000", "18446744073709551616",
        "18446744073709551615", "18446744073709551617", "9223372036854775808",
      ]
    ),
    ("digits and exponents", (1...9).flatMap { digit in (-40...40).map { "\(digit)e\($0)" } }),
    ("signs and exponents", (-40...40).flatMap { ["3e\($0)", "-3e\($0)", "31e\($0)", "-31e\($0)"] }),
    (
      "places of values",
      permutations(["1", "2", "3", "4"]).map { #"{"a":\#($0[0]),"b":\#($0[1]),"c":\#($0[2]),"d":\#($0[3])}"# }
    ),
    (
      "values of a row of names",
      (0..<81).map { number in
        let digits = (0..<4).map { [1, 3, 9, 27][$0] }.map { number / $0 % 3 }
        return #"{"a":\#(digits[0]),"b":\#(digits[1]),"c":\#(digits[2]),"d":\#(digits[3])}"#
      }
    ),
    (
      "names and values",
      [
        #"{"a":"b"}"#, #"{"b":"a"}"#, #"{"a":"a"}"#, #"{"b":"b"}"#, #"{"ab":""}"#, #"{"":"ab"}"#,
        #"["a","b"]"#,
        #"{"a":"a","b":"b"}"#, #"{"a":"b","b":"a"}"#, #"{"a":"a","b":"a"}"#, #"{"a":"b","b":"b"}"#,
      ]
    ),
    (
      "ends of strings",
      (0...16).map {
        #"["\#(String(repeating: "x", count: $0))","\#(String(repeating: "x", count: 16 - $0))"]"#
      }
    ),
    ("order", permutations(["1", "2", "3", "[4]", "{}"]).map { "[" + $0.joined(separator: ",") + "]" }),
    (
      "length of arrays", (0...40).map { "[" + Array(repeating: "0", count: $0).joined(separator: ",") + "]" }
    ),
    (
      "boundaries of arrays",
      [
        "[[1],[2]]", "[[],[1,2]]", "[[1,2],[]]", "[[1,2]]", "[1,[2]]", "[[1],2]", "[[[1]],[2]]",
        "[[1],[[2]]]",
        "[[[1],[2]]]", "[[1],[2],[]]", "[[],[1],[2]]",
      ]
    ),
    (
      "names at levels",
      [
        #"{"a":{"b":1}}"#, #"{"b":{"a":1}}"#, #"{"a":{"a":1}}"#, #"{"a":1,"b":{}}"#, #"{"a":{},"b":1}"#,
        #"{"a":{"b":{}},"c":1}"#, #"{"a":{"b":1},"c":{}}"#, #"{"a":{"b":1,"c":{}}}"#,
        #"{"a":{"x":1},"b":{"x":2}}"#,
        #"{"a":{"x":2},"b":{"x":1}}"#, #"{"b":{"x":2},"a":[{"x":1}]}"#,
      ]
    ),
    ("nesting", (1...40).map { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }),
    (
      "nesting of objects",
      (0...40).map { String(repeating: #"{"a":"#, count: $0) + "1" + String(repeating: "}", count: $0) }
    ),
  ]

  @Test(arguments: families.indices) func differentValues(_ index: Int) throws {
    let (name, texts) = EqualityTests.families[index]
    let documents = try texts.map { try Document.read(Array($0.utf8)) }
    for seed in 0..<EqualityTests.seeds {
      let hashing = Hashing(seed: seed)
      var seen: [UInt64: Int] = [:]
      for (number, text) in texts.enumerated() {
        let hash = try hash(Array(text.utf8), hashing)
        if let other = seen.updateValue(number, forKey: hash) {
          let (left, right) = (documents[other], documents[number])
          let equal = left.isEqual(left.root, right, right.root)
          #expect(equal, "\(name), seed \(seed): \(texts[other]) and \(text)")
        }
      }
    }
  }

  /// As identities of one and of two parts: different ones are different.
  @Test func compositeIdentities() throws {
    let parts = [
      "1", "\"1\"", "\"\"", "\"a\"", "\"b\"", "\"ab\"", "true", "\"true\"", "2", "-1", "10", "\"a\\u0000\"",
    ]
    let records = parts.flatMap { a in parts.map { #"{"a":\#(a),"b":\#($0)}"# } }
    let document = try Document.read(Array(("[" + records.joined(separator: ",") + "]").utf8))
    for seed in 0..<EqualityTests.seeds {
      let hashing = Hashing(seed: seed)
      for names in [["a", "b"], ["b", "a"], ["a", "b", "a", "b", "a", "b"]] {
        let key = IdentityKey(names: names.map { Array($0.utf8) })
        let hashes = document.elements(document.root).compactMap { key.hash(document, $0, hashing)?.hash }
        #expect(hashes.count == records.count && Set(hashes).count == hashes.count, "seed \(seed)")
      }
    }
  }

  /// All spellings of one value have one hash, and other values others.
  @Test(arguments: 0..<4) func hashLaw(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 16 {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      let hashing = Hashing(seed: seed)
      let values = (0..<6).map { _ in Spelled.random(&generator) }
      var texts: [[UInt8]] = []
      for value in values {
        for _ in 0..<3 { texts.append(Array(value.spelling(&generator).utf8)) }
      }
      let documents = try texts.map { try Document.read($0, .init(hashing: hashing)) }
      for (left, leftText) in zip(documents, texts) {
        for (right, rightText) in zip(documents, texts) {
          let equal = left.isEqual(left.root, right, right.root)
          #expect(
            (left.hash(left.root) == right.hash(right.root)) == equal,
            "seed \(seed): \(String(decoding: leftText, as: UTF8.self)) \(String(decoding: rightText, as: UTF8.self))"
          )
        }
      }
      for (number, document) in documents.enumerated() {
        #expect(
          document.isEqual(document.root, documents[number / 3 * 3], documents[number / 3 * 3].root),
          "seed \(seed): \(String(decoding: texts[number], as: UTF8.self))")
        // The other way of hashing, and an element of its own height in another place.
        let inside = Array("[{\"\":".utf8) + texts[number] + Array("}]".utf8)
        let outer = try Document.read(inside, .init(hashing: hashing))
        let element = outer.next(outer.firstChild(outer.firstChild(outer.root)))
        #expect(outer.hash(element) == document.hash(document.root), "seed \(seed)")
        #expect(
          ValueHash.of(try Document.read(inside), element, hashing) == document.hash(document.root),
          "seed \(seed)")
      }
    }
  }

  /// What a member adds does not hang on the members before it, and what is hidden does not count.
  @Test func hiddenMembers() throws {
    let hashing = Hashing()
    let options = Document.ReadOptions(hashing: hashing, allowsDuplicates: true)
    let pairs = [
      (#"{"a":[[[[[[[[[1]]]]]]]]],"b":2,"a":3}"#, #"{"b":2,"a":3}"#),
      (#"[{"a":[[1]],"a":1}]"#, #"[{"a":1}]"#),
      (
        #"{"x":{"a":[[[[[[[[[[1]]]]]]]]]],"a":[]},"x":{"a":[[[[[[[[[[2]]]]]]]]]],"a":[]}}"#,
        #"{"x":{"a":[]}}"#
      ),
    ]
    for (text, plain) in pairs {
      let (left, right) = (
        try Document.read(Array(text.utf8), options), try Document.read(Array(plain.utf8), options)
      )
      #expect(left.hash(left.root) == right.hash(right.root), "\(text)")
      #expect(ValueHash.of(left, left.root, hashing) == right.hash(right.root), "\(text)")
    }
  }

  /// A set of names with a duplicate is not taken for a known one, however regular the names are.
  @Test func regularDuplicates() throws {
    let pairs = [
      (["a", "c"], ["b", "b"]), (["aa", "ad"], ["ab", "ab"]),
      (["aaaaaaaa1", "aaaaaaaa3"], ["aaaaaaaa2", "aaaaaaaa2"]),
      (["a", "e", "f"], ["b", "b", "i"]), (["0", "4", "5"], ["1", "1", "7"]),
    ]
    func object(_ names: [String]) -> String {
      "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
    }
    for (good, bad) in pairs {
      let text = Array("[\(object(good)),\(object(good)),\(object(bad))]".utf8)
      #expect(throws: JSONError.self) { try Document.read(text) }
    }
  }

  /// The block of RFC 8439, 2.3.2.
  @Test func keyStream() {
    let stream = KeyStream(
      (0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908, 0x1716_1514_1312_1110, 0x1F1E_1D1C_1B1A_1918))
    #expect(
      stream.block(0x0900_0000_0000_0001, of: 0x4A00_0000) == [
        0x1559_3BD1_E4E7_F110, 0xC471_20A3_1FDD_0F50, 0x0368_C033_C7F4_D1C7, 0x4E6C_D4C3_9AAA_2204,
        0x09AA_9F07_4664_82D2, 0xA202_8BD9_05D7_C214, 0xB94E_16DE_D19C_12B5, 0x4E3C_50A2_E883_D0CB,
      ])
  }

  private func hash(_ text: [UInt8], _ hashing: Hashing) throws -> UInt64 {
    let document = try Document.read(text, .init(hashing: hashing))
    return document.hash(document.root)
  }

  private static func quoted(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    JSONString.append(bytes, quotedTo: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private static func permutations(_ items: [String]) -> [[String]] {
    guard let first = items.first else { return [[]] }
    return permutations(Array(items.dropFirst())).flatMap { rest in
      (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
    }
  }
}
