import SZJSON
import TestSupport
import Testing

/// Reading a text by its reference gives the document, or the error, that reading it alone gives.
@Suite(.limited) struct IncrementalReadingLawTests {
  private static let long = #"["\#(String(repeating: "a", count: 1 << 20))",{"b":[]}]"#

  /// Two texts each: what a reference may lead astray.
  static let pairs: [(name: String, first: String, second: String)] = [
    ("the same", #"[{"a":[1,{}]},[]]"#, #"[{"a":[1,{}]},[]]"#),
    ("another offset", #"[{"id":1,"a":[2]}]"#, #"  [ {"id":1,"a":[2]} ]"#),
    ("a byte order mark", "[[1],[2]]", "\u{FEFF}[[1],[2]]"),
    ("inserted at the front", "[[1],[2],[3]]", "[[0],[9],[8],[1],[2],[3]]"),
    ("removed at the front", "[[1],[2],[3],[4],[5],[6]]", "[[5],[6]]"),
    ("one text many times", "[[7],[7],[7]]", "[[7],[7],[7],[7],[7]]"),
    ("a longer container with the same beginning", "[[1,2]]", "[[1,2,3],[1,2]]"),
    ("members elsewhere", #"{"a":{"x":1},"b":{"y":2}}"#, #"{"b":{"y":2},"a":{"x":1}}"#),
    ("members of one name", #"{"a":{"x":1},"a":{"x":2}}"#, #"{"a":{"x":1},"a":{"x":2}, "b":0}"#),
    ("rows behind edits", "[[0],[1],[2],[3],5,{},{},[]]", "[[9],[1],[2],[3],5,{},{}]"),
    ("a number behind a row goes on", "[[1],[2],3,[4]]", "[[1],[2],34,[4]]"),
    ("a row goes on", #"{"a":[[1],[2]],"b":[[3]]}"#, #"{"a":[[1],[2],[3]],"b":[[3]]}"#),
    ("another type", #"{"a":[]}"#, #"[{"a":[]}]"#),
    ("a scalar", "1", "[1]"),
    (
      "deep", String(repeating: "[", count: 5000) + "1" + String(repeating: "]", count: 5000),
      String(repeating: "[", count: 5000) + "2" + String(repeating: "]", count: 5000)
    ),
    ("a text longer than a mebibyte", "[\(long),[1],2]", " [\(long),[1],3]"),
    ("cut", "[[1],[2]]", "[[1],[2"),
    ("cut behind what both have", "[[1],[2]]", "[[1],[2]"),
    ("wrong behind what both have", "[[1],[2]]", "[[1],[2]}"),
    ("trailing content", "[[1]]", "[[1]][1]"),
  ]

  @Test(arguments: pairs.indices) func pair(_ index: Int) throws {
    let pair = IncrementalReadingLawTests.pairs[index]
    try check(Array(pair.first.utf8), Array(pair.second.utf8), pair.name)
    try check(Array(pair.second.utf8), Array(pair.first.utf8), pair.name + ", turned round")
  }

  @Test(arguments: 0..<4) func randomEdits(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 8 {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      let first = RandomValue.container(&generator, depth: 5)
      let second = first.edited(&generator, edits: generator.below(6))
      var text = Array((generator.chance(3) ? second.pretty() : second.text).utf8)
      if generator.chance(4), !text.isEmpty { text[generator.below(text.count)] = 0x7D }
      try check(Array((generator.chance(3) ? first.pretty() : first.text).utf8), text, "seed \(seed)")
    }
  }

  /// Pairs that are large enough for two threads, and three documents for as many.
  @Test(arguments: ["alike", "in another order", "cut"], [false, true])
  func large(_ kind: String, isLate: Bool) throws {
    let records = (0..<20_000).map { #"{"id":\#($0),"name":"number \#($0)","tags":["a",["\#($0 * 7)"]]}"# }
    var others = records
    if kind == "in another order" { others.reverse() }
    for index in stride(from: 50, to: others.count, by: 500) {
      others[index] = #"{"id":-\#(index),"tags":[]}"#
    }
    let first = SourceBytes(Array("[\(records.joined(separator: ","))]".utf8))
    let second = SourceBytes(Array("[\(others.joined(separator: ","))\(kind == "cut" ? "" : "]")".utf8))
    var options = Document.ReadOptions(hashing: Hashing())
    if isLate { options.comesLate = { _, _ in true } }
    let alone = ReadNodes.of { () throws(JSONError) in try Document.read(second, options) }
    let pair = DocumentPair.read(first, second, options)
    #expect(alone == ReadNodes.of(pair.1.get))
    let reference = try pair.0.get()
    let versions = DocumentPair.read(second, second, options, reference: reference)
    #expect(alone == ReadNodes.of(versions.0.get))
    #expect(alone == ReadNodes.of(versions.1.get))
  }

  /// A text without its reference, and by it.
  private func check(_ first: [UInt8], _ second: [UInt8], _ name: String) throws {
    for hashing in [nil, Hashing()] {
      let options = Document.ReadOptions(hashing: hashing, allowsDuplicates: true)
      guard let reference = try? Document.read(first, options) else { continue }
      let source = SourceBytes(second)
      let alone = ReadNodes.of { () throws(JSONError) in try Document.read(source, options) }
      let paired = ReadNodes.of { () throws(JSONError) in
        try Document.read(source, options, reference: reference)
      }
      #expect(alone == paired, "\(name)")
    }
  }
}
