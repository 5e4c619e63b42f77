import SZElements
import SZJSON
import SZMerge
import TestSupport
import Testing

/// Merges out of public histories, against what people made of them: EDITED is the branch that came in, CURRENT the one
/// it came into.
@Suite(.limited) struct RealMergeTests {
  static let folder = TestFiles.suites.map { $0 + "/three-way" }

  struct Score {
    var total = 0
    var clean = 0
    var likePeople = 0
    var others: [String] = []
  }

  static func document(_ path: String, _ hashing: Hashing) throws -> Document {
    try Document.read(try TestFiles.read(path), .init(hashing: hashing, allowsDuplicates: true))
  }

  @Test(.enabled(if: folder != nil, "set SZ_SUITES to the folder of the suites"))
  func peopleAgree() throws {
    let folder = try #require(RealMergeTests.folder)
    var scores: [String: Score] = [:]
    for base in TestFiles.list(folder, suffix: "/base.json") {
      let place = String(base.dropLast("/base.json".count))
      let name = place.split(separator: "/").suffix(2).joined(separator: "/")
      let kind = String(place.split(separator: "/").last?.first ?? "?")
      let hashing = Hashing()
      let documents = try ["base", "theirs", "ours", "human"].map {
        try RealMergeTests.document("\(place)/\($0).json", hashing)
      }
      let merger = Merger.merge(
        Three(pristine: documents[0], edited: documents[1], current: documents[2]), MergeOptions())
      let text = merger.edits.applied(to: documents[2].bytes)
      let merged = try Document.read(text, .init(hashing: hashing, allowsDuplicates: true))
      let human = documents[3]
      var score = scores[kind, default: Score()]
      score.total += 1
      if merger.conflicts.isEmpty { score.clean += 1 }
      if merged.isEqual(merged.root, human, human.root) {
        score.likePeople += 1
      } else {
        score.others.append(name)
      }
      scores[kind] = score
      if let repeated = try? Document.read(text, .init(hashing: hashing, allowsDuplicates: true)) {
        let again = Merger.merge(
          Three(pristine: documents[0], edited: documents[1], current: repeated), MergeOptions())
        #expect(again.edits.isEmpty, "\(name)")
      }
    }
    // What README says.
    let readme = String(decoding: try TestFiles.read(TestFiles.packageRoot + "/README.md"), as: UTF8.self)
      .replacing("\n", with: " ")
    let (a, b, c) = (try #require(scores["A"]), try #require(scores["B"]), try #require(scores["C"]))
    let total = scores.values.reduce(0) { $0 + $1.total }
    #expect(readme.contains("Of \(total) merges out of public histories"))
    #expect(readme.contains("all \(a.total + b.total) whose structures do not conflict just as people did"))
    #expect(readme.contains("\(a.total) of them merges that git's text merge left to a person"))
    #expect(readme.contains("a conflict in each of the \(c.total) that have one"))
    #expect(
      readme.contains("The other \(total - a.total - b.total - c.total) are merges in which people did"))
    #expect(a.clean == a.total && b.clean == b.total && c.clean == 0)
    #expect(a.likePeople == a.total && b.likePeople == b.total, "\(a.others + b.others)")
  }
}
