import SZJSON
import SZModel
import SZPatch
import TestSupport
import Testing

/// Hashes that come late are those that come at once, and two documents that have them differ by the same change.
@Suite(.limited) struct LateHashTests {
  private static let hashing = Hashing()

  private static func options(late: Bool, exact: Bool = false) -> Document.ReadOptions {
    var options = Document.ReadOptions(
      hashing: exact ? Hashing(exactNumbers: true) : hashing, allowsDuplicates: true, allowsComments: true)
    if late { options.comesLate = { _, _ in true } }
    return options
  }

  /// Elements that are more than a few.
  private static func array(_ elements: [String]) -> String {
    "[" + (0..<40).map { #"{"id":\#(1000 + $0)}"# }.joined(separator: ",") + ","
      + elements.joined(separator: ",") + "]"
  }

  /// What is read otherwise than most.
  static let texts: [(name: String, text: String)] = [
    ("numbers of one value", array(["1", "1.0", "1e0", "[1,1.0]", #"{"a":10e-1}"#])),
    ("members of one name", array([#"{"a":1,"b":{},"a":2}"#, #"{"a":{"a":1,"\u0061":2}}"#])),
    ("empty", array(["{}", "[]", "[[]]", "[{}]", #"{"":{}}"#])),
    ("escapes", array([#"{"\u0061":"\u00e9","b":"é"}"#, #"{"a":"\ud83d\ude00"}"#, #"["\"\\"]"#])),
    (
      "long strings",
      array([#"{"\#(String(repeating: "n", count: 300))":"\#(String(repeating: "v", count: 300))"}"#])
    ),
    ("deep", array([String(repeating: "[", count: 600) + String(repeating: "]", count: 600)])),
    (
      "deep objects",
      array([String(repeating: #"{"a":"#, count: 600) + "1" + String(repeating: "}", count: 600)])
    ),
    ("many names", array((0..<100).map { #"{"id":\#($0),"n\#($0)":{"m\#($0)":[1]}}"# })),
    (
      "in objects",
      #"{"a":{"b":\#(array(["{}"]))},"c":[{"d":\#(array(["[1]"]))}],"e":\#(array(["2"])),"f":{"g":[]}}"#
    ),
    ("a member hidden by a late one", #"{"a":1,"b":2,"b":\#(array(["{}"])),"c":[],"c":[[]]}"#),
    ("a late one that is hidden", #"{"b":\#(array(["{}"])),"b":2,"c":{"a":[1]}}"#),
    ("comments", array(["/* one */ {}", "[1, /* two */ 2] // three\n"])),
  ]

  @Test(arguments: texts.indices) func hashes(_ index: Int) throws {
    let (name, text) = LateHashTests.texts[index]
    let (other, second) = LateHashTests.texts[(index + 1) % LateHashTests.texts.count]
    for (other, second) in [(name, text), (other, second)] {
      try check(text, second, "\(name), \(other)", SeededGenerator(seed: UInt64(index)))
    }
  }

  /// Only what comes late has no hash yet, and what it stands in: what is beside it is hashed at once.
  @Test func beside() throws {
    let text = #"{"a":\#(LateHashTests.array(["{}"])),"b":{"c":[1]}}"#
    let document = try Document.read(
      SourceBytes(Array(text.utf8)), LateHashTests.options(late: true))
    let members = document.members(document.root).map(\.value)
    #expect([document.root, members[0]].map(document.hashAtHand) == [0, 0])
    #expect(document.hashAtHand(members[1]) != 0)
  }

  @Test(arguments: 0..<4) func laws(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 100 {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      let old = records(&generator)
      var new = old
      for _ in 0..<generator.below(8) {
        let index = generator.below(new.count)
        new[index] = new[index].edited(&generator, edits: 1)
      }
      if generator.chance(3) { new.removeSubrange(3..<3 + generator.below(9)) }
      if generator.chance(3) { new.insert(new[generator.below(new.count)], at: generator.below(new.count)) }
      if generator.chance(3) { new.shuffle(using: &generator) }
      if generator.chance(3) { new = new.map { $0.shuffled(&generator) } }
      let isWrapped = generator.chance(2)
      let both = [old, new].map { records in
        let list = RandomValue.array(records)
        let value =
          isWrapped
          ? .object([("a", .scalar("1")), ("items", list), ("b", .array(Array(records[..<3])))]) : list
        return generator.chance(3) ? value.pretty() : value.text
      }
      try check(both[0], both[1], "seed \(seed)", generator)
    }
  }

  /// Objects that an identity tells apart, more than a few.
  private func records(_ generator: inout SeededGenerator) -> [RandomValue] {
    (0..<50 + generator.below(10)).map { number in
      let rest = RandomValue.object(&generator, 4)
      guard case .object(let members) = rest else { return rest }
      return .object([("guid", .scalar("\(number)"))] + members)
    }
  }

  /// Compares two documents that have their hashes late with the same ones that have them at once.
  private func check(_ first: String, _ second: String, _ name: String, _ generator: SeededGenerator) throws {
    var generator = generator
    let exact = generator.chance(4)
    let (old, new) = (SourceBytes(Array(first.utf8)), SourceBytes(Array(second.utf8)))
    let atOnce = LateHashTests.options(late: false, exact: exact)
    let late = LateHashTests.options(late: true, exact: exact)
    func lateOnes() throws -> [Document] {
      let reference = try Document.read(old, late)
      return [reference, try Document.read(new, late), try Document.read(new, late, reference: reference)]
    }
    let hashed = [try Document.read(old, atOnce), try Document.read(new, atOnce)]
    let documents = try lateOnes()
    for (document, other) in zip(documents, [hashed[0], hashed[1], hashed[1]]) {
      let isLate = document.hashAtHand(document.root) == 0
      #expect(isLate, "\(name)")
      var nodes: [Document.Node] = []
      var node = other.root
      while node < other.next(other.root) {
        nodes.append(node)
        node = other.kind(node).isContainer ? other.firstChild(node) : other.next(node)
      }
      for node in nodes.shuffled(using: &generator).prefix(20) + nodes {
        #expect(document.hash(node) == other.hash(node), "\(name): the node at \(other.start(node))")
      }
      let copy = try Document.read(document.source, late, reference: document)
      #expect(copy.hash(copy.root) == other.hash(other.root), "\(name)")
    }
    var options = DiffOptions()
    options.exactNumbers = exact
    options.fullOld = generator.chance(3)
    if generator.chance(3), let path = try? JSONPath("$..b") { options.ignored = [path] }
    let change = String(
      decoding: ChangeWriter.text(Differ.change(from: hashed[0], to: hashed[1], options)), as: UTF8.self)
    let versions = try lateOnes()
    for version in versions[1...] {
      let found = ChangeWriter.text(Differ.change(from: versions[0], to: version, options))
      #expect(String(decoding: found, as: UTF8.self) == change, "\(name)")
    }
    options.stopsAtFirst = true
    let isEmpty = Differ.change(from: hashed[0], to: hashed[1], options).isEmpty
    let asked = try lateOnes()
    #expect(Differ.change(from: asked[0], to: asked[1], options).isEmpty == isEmpty, "\(name)")
  }
}
