package import SZCommand
internal import SZJSON

/// What must hold of the tools on sets of lines: the same as of those on arrays of them, in any order, in any number of shards, with any
/// memory.
package enum LineLaws {
  package static let tools: [any Tool.Type] = [DiffCommand.self, PatchCommand.self, MergeCommand.self]

  /// A law that is broken, with what repeats it.
  package struct Broken: Error, CustomStringConvertible {
    package let description: String
  }

  /// Runs a tool over files that hold these texts; their names are a, b and so on.
  static func run(
    _ tool: any Tool.Type, _ options: [String], _ files: [[UInt8]], input: [UInt8] = [], seed: UInt64
  ) throws -> [UInt8] {
    try TestFiles.withFolder { folder in
      let names = ["a", "b", "c"].prefix(files.count)
      for (name, text) in zip(names, files) { try TestFiles.write(text, folder + "/" + name) }
      let result = ToolRunner.run(tool, options + names, input: input, folder: folder)
      if result.code != 0 {
        throw broken(seed, "\(tool.spec.name) \(options): \(result.code) \(result.errors)", files + [input])
      }
      return result.output
    }
  }

  static func broken(_ seed: UInt64, _ law: String, _ texts: [[UInt8]]) -> Broken {
    let shown = texts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n--\n")
    return Broken(description: "SZ_SEED=\(seed): \(law)\n\(shown)")
  }

  /// The lines of an output that hold anything, without space around them, sorted.
  static func lines(_ text: [UInt8]) -> [[UInt8]] {
    rawLines(text).map { line in
      Array(line.drop { $0 == 0x20 }.prefix { $0 != 0x0D })
    }
    .sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The lines of a text that hold anything, with all that is in them.
  static func rawLines(_ text: [UInt8]) -> [[UInt8]] {
    text.drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }.split(separator: 0x0A).map { Array($0) }
      .filter { !$0.allSatisfy { $0 == 0x20 || $0 == 0x0D } }
  }

  /// The identity of each line, as a number.
  static func identities(_ text: [UInt8]) throws -> [String] {
    try rawLines(text).map { line in
      let document = try Document.read(line)
      guard let id = document.member(document.root, named: Array("id".utf8))?.value else { return "" }
      if document.kind(id).isString { return document.string(id) }
      return String(describing: DecimalNumber(document.bytes, document.range(id)))
    }
  }

  /// The elements of an array, compact, sorted; none where nothing was written, as the change was refused.
  static func elements(_ text: [UInt8]) throws -> [[UInt8]] {
    if text.isEmpty { return [] }
    let document = try Document.read(text)
    guard document.kind(document.root) == .array else { return [] }
    return document.elements(document.root).map { document.text($0) }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  static func array(_ texts: [String]) -> [UInt8] { Array(("[" + texts.joined(separator: ",") + "]").utf8) }

  /// The laws of `sz-diff --lines`.
  package static func checkDiff(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let old = RandomLines.random(&generator)
    let new = old.edited(&generator, created: 100)
    let (oldTexts, newTexts) = (old.texts(&generator), new.texts(&generator))
    let files = [RandomLines.ndjson(oldTexts, &generator), RandomLines.ndjson(newTexts, &generator)]
    let whole = try run(
      DiffCommand.self, ["--unordered", "--key", "$=id"], [array(oldTexts), array(newTexts)], seed: seed)
    let changes = lines(try run(DiffCommand.self, ["--lines", "--unordered"], files, seed: seed))
    guard try changes == elements(whole) else { throw broken(seed, "lines as an array", files + [whole]) }
    let shuffled = [oldTexts, newTexts].map { texts in
      RandomLines.ndjson(texts.shuffled(using: &generator), &generator)
    }
    guard changes == lines(try run(DiffCommand.self, ["--lines", "--unordered"], shuffled, seed: seed)) else {
      throw broken(seed, "in any order", files)
    }
    let little = ["--lines", "--unordered", "--memory", "\(1 + generator.below(200))"]
    guard changes == lines(try run(DiffCommand.self, little, files, seed: seed)) else {
      throw broken(seed, "\(little)", files)
    }
    for count in [1, 2, 7, 64] {
      let shards = try (1...count).flatMap { number in
        try run(
          DiffCommand.self, ["--lines", "--unordered", "--shard", "\(number)/\(count)"], files, seed: seed)
      }
      guard changes == lines(shards) else { throw broken(seed, "\(count) shards", files) }
    }
  }

  /// The laws of `sz-patch --lines`.
  package static func checkPatch(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let old = RandomLines.random(&generator)
    let new = old.edited(&generator, created: 100)
    // Another version of OLD that the change was not made for.
    let third = generator.chance(3) ? old : old.edited(&generator, created: generator.chance(2) ? 100 : 200)
    let texts = [old.texts(&generator), new.texts(&generator), third.texts(&generator)]
    let files = texts.map { RandomLines.ndjson($0, &generator) }
    let change = try run(DiffCommand.self, ["--lines"], Array(files[..<2]), seed: seed)
    let made = try run(PatchCommand.self, ["--lines"], [files[0]], input: change, seed: seed)
    guard try run(DiffCommand.self, ["--lines"], [made, files[1]], seed: seed).isEmpty else {
      throw broken(seed, "patch(a, diff(a, b)) = b", files + [change, made])
    }
    guard made == (try run(PatchCommand.self, ["--lines", "--quiet"], [made], input: change, seed: seed))
    else {
      throw broken(seed, "applied twice", files + [change, made])
    }
    let back = try run(PatchCommand.self, ["--lines", "--reverse"], [made], input: change, seed: seed)
    guard try run(DiffCommand.self, ["--lines"], [files[0], back], seed: seed).isEmpty else {
      throw broken(seed, "and back", files + [change, made, back])
    }
    // What the change does not name is as it was, in the order in which it was.
    let named = Set(try identities(change))
    let untouched = { (text: [UInt8]) in try rawLines(text).filter { try !named.contains(identities($0)[0]) }
    }
    let before = try untouched(files[0])
    var after = try untouched(made)
    // A last line without an end gets the end of the others when one comes behind it.
    if files[0].last != 0x0A, let last = before.last, after.last == last + [0x0D] {
      after[after.count - 1] = last
    }
    guard before == after else {
      throw broken(seed, "untouched lines", files + [change, made])
    }
    try checkThird(files[2], texts[2], change, &generator, seed: seed)
  }

  /// A change on lines that it was not made for does what it does to an array of them, and is refused where that is; so it is in shards
  /// and with little memory.
  private static func checkThird(
    _ file: [UInt8], _ texts: [String], _ change: [UInt8], _ generator: inout SeededGenerator, seed: UInt64
  ) throws {
    let policy = ["--skip", "--force"][generator.below(2)]
    let changes = lines(change)
    let whole = Array("[".utf8) + changes.joined(separator: [0x2C]) + Array("]".utf8)
    func result(_ options: [String], _ target: [UInt8], _ change: [UInt8]) throws -> ToolRunner.Result {
      try TestFiles.withFolder { folder in
        try TestFiles.write(target, folder + "/c")
        return ToolRunner.run(
          PatchCommand.self, options + ["--quiet", policy, "c"], input: change, folder: folder)
      }
    }
    let wanted = try result([], array(texts), changes.isEmpty ? Array("{}".utf8) : whole)
    let found = try result(["--lines"], file, change)
    guard found.code == wanted.code, try lines(found.output) == elements(wanted.output) else {
      throw broken(
        seed, "lines as an array, \(policy): \(found.code) \(wanted.code) \(found.errors) \(wanted.errors)",
        [file, change, found.output, wanted.output])
    }
    let little = try result(["--lines", "--memory", "\(1 + generator.below(200))"], file, change)
    guard little.output == found.output, little.code == found.code else {
      throw broken(seed, "little memory", [file, change, found.output, little.output])
    }
    // What is refused as a whole may not be in each shard.
    if found.code != 0, found.output.isEmpty { return }
    for count in [1, 2, 7, 64] {
      let shards = try (1...count).map { try result(["--lines", "--shard", "\($0)/\(count)"], file, change) }
      guard lines(shards.flatMap(\.output)) == lines(found.output),
        shards.map(\.code).max() == found.code
      else { throw broken(seed, "\(count) shards", [file, change, found.output] + shards.map(\.output)) }
    }
  }

  /// The laws of `sz-merge --lines`.
  package static func checkMerge(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pristine = RandomLines.random(&generator)
    let edited = pristine.edited(&generator, created: 100)
    let current = pristine.edited(&generator, created: generator.chance(2) ? 100 : 200)
    let texts = [pristine, edited, current].map { $0.texts(&generator) }
    let files = texts.map { RandomLines.ndjson($0, &generator) }
    func merge(_ files: [[UInt8]], _ options: [String] = []) throws -> [UInt8] {
      try run(MergeCommand.self, ["--lines", "--quiet"] + options, files, seed: seed)
    }
    let merged = try merge(files)
    let whole = try run(MergeCommand.self, ["--quiet", "--key", "$=id"], texts.map { array($0) }, seed: seed)
    let together = Array(try elements(whole).joined(separator: [0x0A]))
    guard try run(DiffCommand.self, ["--lines"], [together, merged], seed: seed).isEmpty else {
      throw broken(seed, "lines as an array", files + [merged, whole])
    }
    try checkOracle(files, merged, seed: seed)
    guard try merge([files[0], files[0], files[2]]) == files[2] else {
      throw broken(seed, "merge(p, p, c) = c", files)
    }
    guard
      try run(DiffCommand.self, ["--lines"], [files[1], merge([files[0], files[1], files[0]])], seed: seed)
        .isEmpty
    else { throw broken(seed, "merge(p, e, p) = e", files) }
    let hasRepeats = try texts.joined().contains { try MergeLaws.hasRepeats(Array($0.utf8)) }
    let again = try merge([files[0], files[1], merged])
    guard hasRepeats || again == merged else {
      throw broken(seed, "a push that arrives twice", files + [merged])
    }
    let change = try merge(files, ["--as-change"])
    let patched = try run(PatchCommand.self, ["--lines", "--quiet"], [files[2]], input: change, seed: seed)
    guard try run(DiffCommand.self, ["--lines"], [patched, merged], seed: seed).isEmpty else {
      throw broken(seed, "--as-change", files + [change, patched, merged])
    }
    guard lines(try merge(files, ["--memory", "\(1 + generator.below(200))"])) == lines(merged) else {
      throw broken(seed, "little memory", files + [merged])
    }
    for count in [1, 2, 7, 64] {
      let shards = try (1...count).flatMap { try merge(files, ["--shard", "\($0)/\(count)"]) }
      guard lines(shards) == lines(merged) else {
        throw broken(seed, "\(count) shards", files + [merged, shards])
      }
    }
  }

  /// What a merge by dictionaries comes to, where only one side changed an entity or both did alike; CURRENT's order.
  private static func checkOracle(_ files: [[UInt8]], _ merged: [UInt8], seed: UInt64) throws {
    func entities(_ text: [UInt8]) throws -> [String: Value] {
      let documents = try rawLines(text).map { try Document.read($0) }
      return Dictionary(
        uniqueKeysWithValues: try zip(identities(text), documents).map { ($0, Value($1, $1.root)) })
    }
    func equal(_ left: Value?, _ right: Value?) -> Bool {
      guard let left, let right else { return left == nil && right == nil }
      return left.isEqual(right)
    }
    let (pristine, edited, current) = (try entities(files[0]), try entities(files[1]), try entities(files[2]))
    let result = try entities(merged)
    for id in Set(pristine.keys).union(edited.keys).union(current.keys) {
      let versions = (pristine[id], edited[id], current[id])
      let wanted: Value?
      if equal(versions.0, versions.1) {
        wanted = versions.2
      } else if equal(versions.0, versions.2) || equal(versions.1, versions.2) {
        wanted = versions.1
      } else {
        continue
      }
      guard equal(result[id], wanted) else {
        throw broken(seed, "by dictionaries, \(id)", files + [merged])
      }
    }
    let order = try identities(merged)
    let old = try identities(files[2])
    let kept = Set(order)
    guard Array(order.prefix { old.contains($0) }) == old.filter({ kept.contains($0) }) else {
      throw broken(seed, "CURRENT's order", files + [merged])
    }
  }
}
