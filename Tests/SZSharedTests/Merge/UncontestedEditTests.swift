import SZElements
import SZJSON
import SZMerge
import TestSupport
import Testing

@testable import SZCommand

/// Merges out of public histories lose nothing that only one side touched, whichever branch came into the other.
@Suite(.limited) struct UncontestedEditTests {
  static let folder = RealMergeTests.folder

  /// The folder of each merge, below the folder of all.
  static var merges: [String] {
    guard let folder else { return [] }
    return TestFiles.list(folder, suffix: "/base.json").map {
      String($0.dropFirst(folder.count + 1).dropLast("/base.json".count))
    }
  }

  /// The texts of a merge both ways round: which branch came into the other is not known to documents.
  private static func texts(_ merge: String) throws -> [Three<[UInt8]>] {
    let files = try ["base", "theirs", "ours"].map {
      try TestFiles.read("\(folder ?? "")/\(merge)/\($0).json")
    }
    return [
      Three(pristine: files[0], edited: files[1], current: files[2]),
      Three(pristine: files[0], edited: files[2], current: files[1]),
    ]
  }

  private static func merged(
    _ texts: Three<[UInt8]>, _ options: MergeOptions
  ) throws -> (result: MergeResult, current: Document) {
    let hashing = Hashing()
    func read(_ text: [UInt8]) throws -> Document {
      try Document.read(text, .init(hashing: hashing, allowsDuplicates: true))
    }
    let current = try read(texts.current)
    let documents = Three(
      pristine: try read(texts.pristine), edited: try read(texts.edited), current: current)
    return (Merger.merge(documents, options), current)
  }

  private static func check(
    _ texts: Three<[UInt8]>, _ merged: [UInt8], _ result: MergeResult, _ note: String
  ) throws {
    let documents = Three(
      pristine: try PlainValue(texts.pristine), edited: try PlainValue(texts.edited),
      current: try PlainValue(texts.current))
    let (lost, count) = UncontestedFacts.lost(
      documents, merged: try PlainValue(merged), try MergeReport(ConflictReport.text(result)))
    #expect(lost.isEmpty, "\(note): \(lost.count) of \(count): \(lost.prefix(5))")
  }

  @Test(.enabled(if: folder != nil, "set SZ_SUITES to the folder of the suites"), arguments: merges)
  func noUncontestedEditIsLost(merge: String) throws {
    for (way, texts) in zip(["", ", the other way round"], try UncontestedEditTests.texts(merge)) {
      let (result, current) = try UncontestedEditTests.merged(texts, MergeOptions())
      try UncontestedEditTests.check(texts, result.edits.applied(to: current.bytes), result, merge + way)
    }
  }

  /// Both sides of a conflict have what is in none, and so has the file that git gets.
  @Test(.enabled(if: folder != nil, "set SZ_SUITES to the folder of the suites"), arguments: merges)
  func noUncontestedEditIsLostBetweenMarkers(merge: String) throws {
    var options = MergeOptions()
    options.conflicts = .mark
    for (way, texts) in zip(["", ", the other way round"], try UncontestedEditTests.texts(merge)) {
      let (result, current) = try UncontestedEditTests.merged(texts, options)
      for party in [Party.edited, .current] {
        try UncontestedEditTests.check(
          texts, result.rendering(for: party).applied(to: current.bytes), result,
          "\(merge)\(way), for \(party)")
      }
      try TestFiles.withFolder { folder in
        for (name, text) in [("o", texts.pristine), ("a", texts.current), ("b", texts.edited)] {
          try TestFiles.write(text, "\(folder)/\(name)")
        }
        let words = ["--git-attempt", "o", "a", "b", "7", "p.json", "base", "HEAD", "topic"]
        let run = ToolRunner.run(MergeCommand.self, words, folder: folder)
        // What is left to git's own merge is no merge of this tool.
        if run.code == 2 { return }
        let text = try TestFiles.read("\(folder)/a")
        let halves = MarkedText(text).map { [$0.ours, $0.theirs] } ?? [text]
        for half in halves { try UncontestedEditTests.check(texts, half, result, "\(merge)\(way), by git") }
      }
    }
  }

  /// What the oracle must find: a result without something that one side alone did.
  static let losses: [(pristine: String, edited: String, current: String, merged: String, lost: Int)] = [
    (#"{"a":1,"b":1}"#, #"{"a":2,"b":1}"#, #"{"a":1,"b":2}"#, #"{"a":2,"b":2}"#, 0),
    (#"{"a":1,"b":1}"#, #"{"a":2,"b":1}"#, #"{"a":1,"b":2}"#, #"{"a":1,"b":2}"#, 1),
    (#"{"a":{"b":1}}"#, #"{"a":{}}"#, #"{"a":{"b":1,"c":1}}"#, #"{"a":{"b":1,"c":1}}"#, 1),
    (#"[{"id":1,"n":1}]"#, #"[{"id":1,"n":2}]"#, #"[{"id":2},{"id":1,"n":1}]"#, #"[{"id":1,"n":2}]"#, 1),
    (
      #"[{"id":1},{"id":2}]"#, #"[{"id":2},{"id":1}]"#, #"[{"id":1},{"id":2,"n":1}]"#,
      #"[{"id":1},{"id":2,"n":1}]"#, 1
    ),
    ("[1,2,3]", "[1,2,4,3]", "[0,1,2,3]", "[0,1,2,3]", 3),
    ("[1,2,3]", "[1,2,4,3]", "[0,1,2,3]", "[0,4,1,2,3]", 3),
    ("[1,2,3]", "[1,3]", "[1,2,3,4]", "[1,2,3,4]", 2),
    (#"[{"a":1,"b":1}]"#, #"[{"a":2,"b":1}]"#, #"[{"a":1,"b":2}]"#, #"[{"a":1,"b":2}]"#, 1),
    (#"[{"a":1,"b":1}]"#, #"[{"a":2,"b":1}]"#, #"[{"a":1,"b":2}]"#, #"[{"a":2,"b":2}]"#, 0),
  ]

  @Test(arguments: losses)
  func theOracleSeesLosses(
    _ row: (pristine: String, edited: String, current: String, merged: String, lost: Int)
  ) throws {
    func value(_ text: String) throws -> PlainValue { try PlainValue(Array(text.utf8)) }
    let documents = Three(
      pristine: try value(row.pristine), edited: try value(row.edited), current: try value(row.current))
    let (lost, _) = UncontestedFacts.lost(
      documents, merged: try value(row.merged), try MergeReport(Array("[]".utf8)))
    #expect(lost.count == row.lost, "\(lost)")
  }
}
