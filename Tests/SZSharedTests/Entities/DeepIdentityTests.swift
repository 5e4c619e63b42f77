import TestSupport
import Testing

@testable import SZCommand
@testable import SZJSON
@testable import SZModel
@testable import SZPatch

/// The laws of changes where identities lie deeper than the entity's own members, and parts of them may be absent.
@Suite(.limited) struct DeepIdentityTests {
  /// An object as a cluster has it: every part of what identifies it can be there, absent, or something that does not identify.
  static func entity(_ generator: inout SeededGenerator) -> RandomValue {
    var metadata: [(String, RandomValue)] = []
    if !generator.chance(12) {
      metadata.append(("name", scalar(["\"a\"", "\"b\"", "\"c\"", "1", "1.0"], &generator)))
    }
    switch generator.below(9) {
    case 0...3: metadata.append(("namespace", scalar(["\"p\"", "\"q\""], &generator)))
    case 4 where generator.chance(3): metadata.append(("namespace", scalar(["null", "{}"], &generator)))
    default: break
    }
    if generator.chance(2) { metadata.append(("labels", .object([("app", .random(&generator, depth: 1))]))) }
    var members: [(String, RandomValue)] = [("kind", scalar(["\"Pod\"", "\"Node\""], &generator))]
    if generator.chance(30) {
      members.append(("metadata", .random(&generator, depth: 1)))
    } else if !generator.chance(20) {
      members.append(("metadata", .object(metadata.shuffled(using: &generator))))
    }
    if generator.chance(2) { members.append(("spec", .random(&generator, depth: 2))) }
    if generator.chance(8) { members.append(("metadata.name", .scalar("\"d\""))) }
    return .object(members.shuffled(using: &generator))
  }

  private static func scalar(_ texts: [String], _ generator: inout SeededGenerator) -> RandomValue {
    .scalar(texts[generator.below(texts.count)])
  }

  static func edited(_ elements: [RandomValue], _ generator: inout SeededGenerator) -> [RandomValue] {
    var elements = elements
    for _ in 0..<1 + generator.below(5) {
      let index = generator.below(max(1, elements.count))
      switch generator.below(6) {
      case 0: elements.insert(entity(&generator), at: min(index, elements.count))
      case 1 where !elements.isEmpty: elements.remove(at: index)
      case 2 where !elements.isEmpty:
        elements.insert(elements.remove(at: index), at: generator.below(elements.count + 1))
      case 3 where generator.chance(4): elements.shuffle(using: &generator)
      default:
        if !elements.isEmpty {
          elements[index] = elements[index].edited(&generator, edits: 1 + generator.below(2))
        }
      }
    }
    return elements
  }

  /// The elements without those that would share an identity with one before: most pairs should be to-many relationships.
  static func distinct(_ elements: [RandomValue], _ key: IdentityKey) throws -> [RandomValue] {
    var seen: Set<UInt64> = []
    let hashing = Hashing()
    return try elements.filter { element in
      let document = try Document.read(Array(element.text.utf8))
      guard let hash = key.hash(document, document.root, hashing) else { return false }
      return seen.insert(hash.hash).inserted
    }
  }

  @Test(arguments: 0..<4) func laws(part: UInt64) throws {
    let keys = [
      "kind+metadata.namespace?+metadata.name", "metadata.name", "metadata.namespace?+metadata.name",
      "metadata['name']+kind?", "['metadata.name']?+kind+metadata.name",
    ]
    var relationships = 0
    for round in 0..<ChangeLawTests.rounds / 8 {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      var options = DiffOptions()
      let text = keys[generator.below(keys.count)]
      let isPlaced = generator.chance(2)
      try KeyOption.apply([(isPlaced ? "$.items=" : "") + text], to: &options)
      options.fullOld = generator.chance(4)
      options.exactNumbers = generator.chance(4)
      if generator.chance(4) { options.context = generator.below(3) }
      let key = isPlaced ? options.placedKeys[0].key : options.names.named[0]
      var old = (0..<generator.below(7)).map { _ in DeepIdentityTests.entity(&generator) }
      if !generator.chance(6) { old = try DeepIdentityTests.distinct(old, key) }
      var new = DeepIdentityTests.edited(old, &generator)
      if !generator.chance(6) { new = try DeepIdentityTests.distinct(new, key) }
      func document(_ elements: [RandomValue]) -> [UInt8] {
        let root = RandomValue.object([("items", .array(elements))])
        return Array((generator.chance(2) ? root.pretty() : root.text).utf8)
      }
      let (a, b) = (document(old), document(new))
      try ChangeLaws.check(a, b, options, note: "seed \(seed), key \(text)")
      let hashing = Hashing()
      let (left, right) = (
        try Document.read(a, .init(hashing: hashing)), try Document.read(b, .init(hashing: hashing))
      )
      let change = Differ.change(from: left, to: right, options)
      let hasToMany = change.indices.contains { if case .toMany = change[$0] { true } else { false } }
      if hasToMany { relationships += 1 }
    }
    // The laws hold for lists as well; most of these must not be lists.
    #expect(relationships * 2 > Int(ChangeLawTests.rounds / 8), "\(relationships)")
  }

  /// A path is read from its own text, whatever the names.
  @Test(arguments: [
    ["a"], ["a", "b"], ["a.b"], ["", "x"], ["['"], ["'", "\\", "\"]"], ["é\n"], ["a[0]", "b"],
  ])
  func textOfPaths(names: [String]) throws {
    let path = IdentityPath(names.map { Array($0.utf8) })
    #expect(IdentityPath(path.text) == path)
    var index = 0
    #expect(try IdentityKey.read(path.text, &index).parts.map(\.path) == [path])
  }

  @Test(arguments: ["a.", ".a", "a..b", "['a", "['a'", "a['b']c", "['\\q']"]) func textsThatAreNone(
    text: String
  ) {
    #expect(IdentityPath(Array(text.utf8)) == nil)
  }
}
