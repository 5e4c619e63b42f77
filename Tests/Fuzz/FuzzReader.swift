import SZJSON
import SZMarkup
import TestSupport

/// Any two texts as documents: each is read alone as it is beside the other, what is strict is relaxed, hashes agree where values
/// are equal and nowhere else, other layouts keep the value, and a stream takes what a document takes.
func fuzzReader(_ bytes: [UInt8]) throws {
  var input = FuzzInput(bytes)
  let (mode, flags) = (input.below(3), input.byte())
  let texts: [[UInt8]]
  if mode == 0 {
    var generator = SeededGenerator(seed: input.word())
    let value = Spelled.random(&generator)
    texts = [value, generator.chance(2) ? value : .random(&generator)].map {
      Array($0.spelling(&generator).utf8)
    }
  } else {
    let parts = input.rest().split(separator: 0xFF, maxSplits: 1, omittingEmptySubsequences: false)
    texts = parts.map { Array($0) }
  }
  let hashing = Hashing(
    seed: UInt64(flags), exactNumbers: flags & 1 != 0, unordered: flags & 2 != 0)
  let options = Document.ReadOptions(
    hashing: flags & 4 != 0 && mode > 0 ? nil : hashing, allowsDuplicates: flags & 8 != 0,
    allowsComments: flags & 16 != 0)
  var documents: [Document] = []
  for text in texts {
    guard let document = try? Document.read(text, options) else { continue }
    try keepsLaws(document, text, options)
    documents.append(document)
  }
  if texts.count == 2 {
    for (first, second) in [(texts[0], texts[1]), (texts[1], texts[0])] {
      guard let reference = try? Document.read(first, options) else { continue }
      try Fuzz.expect(
        ReadNodes.of { () throws(JSONError) in
          try Document.read(SourceBytes(second), options, reference: reference)
        },
        ReadNodes.of { () throws(JSONError) in try Document.read(second, options) },
        "\(options), \(String(decoding: second, as: UTF8.self)) beside \(String(decoding: first, as: UTF8.self))"
      )
    }
  }
  guard documents.count == 2, options.hashing != nil, !hashing.unordered else { return }
  let (left, right) = (documents[0], documents[1])
  for one in handles(left) {
    for other in handles(right) {
      try Fuzz.expect(
        left.hash(one) == right.hash(other),
        left.isEqual(one, right, other, exactNumbers: hashing.exactNumbers),
        "hash law, \(String(decoding: left.text(one), as: UTF8.self)), \(String(decoding: right.text(other), as: UTF8.self))"
      )
    }
  }
}

private func keepsLaws(_ document: Document, _ text: [UInt8], _ options: Document.ReadOptions) throws {
  let shown = String(decoding: text, as: UTF8.self)
  var relaxed = options
  relaxed.allowsComments = true
  relaxed.allowsDuplicates = true
  let wider = try? Document.read(text, relaxed)
  try Fuzz.expect(wider.map { handles($0) }, handles(document), "what is strict is relaxed, \(shown)")
  let source = SourceBytes(text)
  for style in [TextStyle.compact, .indented([0x20, 0x20])] {
    var laidOut: [UInt8] = []
    var manner = Reformatter.Manner(style)
    manner.comments = .ownLine
    Reformatter.append(source.view, document.range(document.root), manner, to: &laidOut)
    guard let again = try? Document.read(laidOut, relaxed) else {
      throw Fuzz.Disagreement("laid out as no JSON: \(String(decoding: laidOut, as: UTF8.self)), \(shown)")
    }
    try Fuzz.expect(
      again.isEqual(again.root, document, document.root, exactNumbers: true), true, "layout, \(shown)")
  }
  for path in ["$.none", "$..*"] {
    var words = path == "$..*" ? ["--ignore", path] : ["--only", path]
    if options.allowsComments { words.append("--comments") }
    let result = Fuzz.run(HTMLEncodeCommand.self, words, text, chunk: 1 + text.count / 3, window: 4096)
    guard document.kind(document.root).isContainer else { continue }
    try Fuzz.expect(result.code, 0, "a stream, \(shown): \(String(decoding: result.errors, as: UTF8.self))")
    try Fuzz.expect(result.output, text, "a stream, \(shown)")
  }
}

/// The first values of a document.
private func handles(_ document: Document) -> [Document.Node] {
  var found = [document.root]
  var index = 0
  while index < found.count, found.count < 60 {
    switch document.kind(found[index]) {
    case .array: found += document.elements(found[index])
    case .object: found += document.members(found[index]).map(\.value)
    default: break
    }
    index += 1
  }
  return found
}
