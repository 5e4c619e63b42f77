import SZJSON
import TestSupport
import Testing

/// The laws on neighbouring versions of real files, where the suites are at hand.
@Suite(.limited) struct HistoryTests {
  static let folder = TestFiles.suites.map { $0 + "/histories" }
  static let neighbours: [(String, String)] = {
    let files = folder.map { TestFiles.list($0, suffix: ".json") } ?? []
    return zip(files, files.dropFirst()).filter { pair in
      pair.0.split(separator: "/").dropLast() == pair.1.split(separator: "/").dropLast()
    }
  }()

  @Test(.enabled(if: folder != nil, "set SZ_SUITES to the folder of the suites"))
  func lawsHoldOnNeighbours() throws {
    #expect(HistoryTests.neighbours.count > 50)
    for (old, new) in HistoryTests.neighbours {
      let (a, b) = (try TestFiles.read(old), try TestFiles.read(new))
      // Some versions are no JSON: merge markers and the like were committed.
      guard (try? Document.read(a)) != nil, (try? Document.read(b)) != nil else { continue }
      try ChangeLaws.check(a, b, note: new)
      try ChangeLaws.check(b, a, note: new)
    }
  }
}
