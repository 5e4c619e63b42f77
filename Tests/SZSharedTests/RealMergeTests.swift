import SZShared
import TestSupport
import Testing

/// Merges out of public histories, against what people made of them: EDITED is the branch that came in, CURRENT the one
/// it came into.
@Suite struct RealMergeTests {
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
    for (kind, score) in scores.sorted(by: { $0.key < $1.key }) {
      print(
        "class \(kind): \(score.total) merges, \(score.clean) without conflict, \(score.likePeople) as people made them; others: \(score.others)"
      )
    }
    let (a, b, c) = (scores["A"], scores["B"], scores["C"])
    #expect(a?.clean == a?.total && b?.clean == b?.total && c?.clean == 0)
  }
}
