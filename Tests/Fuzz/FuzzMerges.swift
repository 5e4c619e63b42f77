import SZElements
import SZJSON
import SZMerge
import SZModel
import TestSupport

/// Merges of three documents: the laws of merging; and with any options the result is JSON and a report replays.
func fuzzMerges(_ bytes: [UInt8]) throws {
  var input = FuzzInput(bytes)
  let mode = input.below(4)
  var options = MergeOptions()
  let allowsComments = mode & 1 != 0 && input.below(3) == 0
  if mode & 1 != 0 { choose(&options, &input) }
  var texts: [[UInt8]]
  if mode < 2 {
    texts = input.rest().split(separator: 0xFF, maxSplits: 2, omittingEmptySubsequences: false).map {
      Array($0)
    }
    guard texts.count == 3 else { return }
  } else {
    var generator = SeededGenerator(seed: input.word())
    // Mostly small ones: they meet the same rules, and more of them can be tried.
    let value = RandomValue.container(&generator, depth: [5, 2, 3, 4][input.below(4)])
    let versions = [value, value.edited(&generator, edits: 4), value.edited(&generator, edits: 4)]
    texts = versions.map { Array((generator.chance(2) ? $0.pretty() : $0.text).utf8) }
  }
  let hashing = Hashing(exactNumbers: options.exactNumbers)
  let read = Document.ReadOptions(hashing: hashing, allowsComments: allowsComments)
  let documents = texts.compactMap { try? Document.read($0, read) }
  guard documents.count == 3 else { return }
  let note = texts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  if mode & 1 == 0 {
    let kinds = documents.map { $0.kind($0.root) }
    guard kinds[0].isContainer, kinds[0] == kinds[1], kinds[0] == kinds[2] else { return }
    try MergeLaws.check(texts[0], texts[1], texts[2], note: note)
    return
  }
  let (p, e, c) = (documents[0], documents[1], documents[2])
  let merger = Merger.merge(Three(pristine: p, edited: e, current: c), options)
  let text = merger.edits.applied(to: c.bytes)
  let again = Document.ReadOptions(allowsDuplicates: true, allowsComments: allowsComments)
  if (try? Document.read(text, again)) == nil {
    throw Fuzz.Disagreement("no JSON: \(String(decoding: text, as: UTF8.self))\n\(options)\n\(note)")
  }
  guard options.conflicts != .mark, options.conflicts != .fail else { return }
  let report = ConflictReport.text(merger)
  guard let document = try? Document.read(report), var reader = try? ConflictReportReader(document),
    let replayed = try? reader.resolving(merger)
  else {
    throw Fuzz.Disagreement("no report: \(String(decoding: report, as: UTF8.self))\n\(options)\n\(note)")
  }
  try Fuzz.expect(
    String(decoding: replayed.edits.applied(to: c.bytes), as: UTF8.self),
    String(decoding: text, as: UTF8.self),
    "replayed: \(String(decoding: report, as: UTF8.self))\n\(options)\n\(note)")
}

private func choose(_ options: inout MergeOptions, _ input: inout FuzzInput) {
  let paths = ["$", "$..*", "$[*]", "$.a", "$..a", "$[0]", "$[-1]", "/a/0", "$..[?@.id==1]"].compactMap {
    try? JSONPath($0)
  }
  func path() -> JSONPath { paths[input.below(paths.count)] }
  options.conflicts = [.edited, .current, .newest(MemberName("a")), .mark, .fail][input.below(5)]
  let deletes = input.below(5)
  options.deletes = deletes == 4 ? nil : MergeOptions.DeletePolicy.allCases[deletes]
  for _ in 0..<input.below(4) {
    options.policies.append((path(), ValuePolicy.allCases[input.below(ValuePolicy.allCases.count)]))
  }
  if input.below(3) == 0 { options.units.append((path(), [MemberName("a"), MemberName("b")])) }
  if input.below(3) == 0 { options.tombstone = MemberName(["c", "id", "x"][input.below(3)]) }
  if input.below(3) == 0 {
    options.names = IdentityNames([
      IdentityKey(names: [Array("a".utf8)]), IdentityKey(names: [Array("id".utf8), Array("b".utf8)]),
    ])
  }
  if input.below(3) == 0 {
    options.names.findsOthers = false
  }
  options.exactNumbers = input.below(4) == 0
}
