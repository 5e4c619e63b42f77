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

  /// The lines of an output that hold anything, sorted.
  static func lines(_ text: [UInt8]) -> [[UInt8]] {
    text.split { $0 == 0x0A || $0 == 0x0D }.map { Array($0) }.filter { !$0.allSatisfy { $0 == 0x20 } }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The elements of an array, compact, sorted.
  static func elements(_ text: [UInt8]) throws -> [[UInt8]] {
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
}
