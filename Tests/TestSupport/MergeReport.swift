import SZElements
import SZJSON
import SZMerge

/// A report of conflicts, read to be asked what it names.
package struct MergeReport {
  private struct Entry {
    let pointers: Three<String?>
    /// How often each value is in what the report shows of the conflict.
    var shown: [String: Int] = [:]
  }

  private var entries: [Entry] = []

  /// - Throws: when `text` is no report.
  package init(_ text: [UInt8]) throws {
    for element in try PlainValue(text).elements ?? [] {
      let pointers = element.members?["pointers"]
      func pointer(_ party: Party) throws -> String? {
        guard let text = pointers?.members?[party.rawValue]?.text else { return nil }
        let document = try Document.read(Array(text.utf8))
        return String(decoding: document.characters(document.root), as: UTF8.self)
      }
      var entry = Entry(
        pointers: Three(
          pristine: try pointer(.pristine), edited: try pointer(.edited), current: try pointer(.current)))
      for party in Party.allCases {
        var shown: [String: Int] = [:]
        element.members?[party.rawValue]?.parts(&shown)
        entry.shown.merge(shown, uniquingKeysWith: max)
      }
      entries.append(entry)
    }
  }

  /// Whether a conflict is at, in or around a place.
  func names(_ place: UncontestedFacts.Place) -> Bool {
    entries.contains { MergeReport.isAbout($0, place) }
  }

  /// Whether conflicts at, in or around a place show a value so often.
  func names(_ place: UncontestedFacts.Place, _ value: String, times: Int) -> Bool {
    entries.filter { MergeReport.isAbout($0, place) }.reduce(0) { $0 + ($1.shown[value] ?? 0) } >= times
  }

  private static func isAbout(_ entry: Entry, _ place: UncontestedFacts.Place) -> Bool {
    Party.allCases.contains { party in
      guard let left = entry.pointers[party], let right = place.pointers[party] else { return false }
      return "\(left)/".hasPrefix("\(right)/") || "\(right)/".hasPrefix("\(left)/")
    }
  }
}
