import SZJSON
import SZModel
import TestSupport

/// Any text as a path: it is refused inside of itself, or selects what the definition says, read as a whole or in front of `=`;
/// and the printed path of every place selects that place alone.
func fuzzPaths(_ bytes: [UInt8]) throws {
  var input = FuzzInput(bytes)
  let (mode, seed) = (input.below(3), input.byte())
  var parts = input.rest().split(separator: 0xFF, maxSplits: 1, omittingEmptySubsequences: false).map {
    Array($0)
  }
  var generator = SeededGenerator(seed: UInt64(seed))
  if mode > 0 || parts.count < 2 {
    parts = [parts[0], Array(RandomValue.container(&generator, depth: 3).text.utf8)]
  }
  guard let document = try? Document.read(parts[1]) else { return }
  var text = String(decoding: parts[0], as: UTF8.self)
  if mode == 2 { text = RandomPath.to(document, &generator) + text }
  let path: JSONPath
  do { path = try JSONPath(text) } catch {
    try Fuzz.expect((0...text.utf8.count).contains(error.offset), true, "offset \(error.offset), \(text)")
    return
  }
  var rest: [UInt8] = []
  if let front = try? JSONPath(text + "=x", before: UInt8(ascii: "="), rest: &rest) {
    try Fuzz.expect(front.segments, path.segments, text)
    try Fuzz.expect(rest, Array("x".utf8), text)
  } else {
    throw Fuzz.Disagreement("not read in front of a separator: \(text)")
  }
  // The definition takes time that grows as a power of the descendant segments.
  guard path.segments.count < 7, parts[1].count < 600 else { return }
  for (isOnly, oracle) in [
    (true, PathOracle(only: [path], ignored: [])), (false, PathOracle(only: [], ignored: [path])),
  ] {
    let selection = isOnly ? Selection(only: [path]) : Selection(ignored: [path])
    var open: [(node: Document.Node, place: Selection.Place?, way: [PathOracle.Step])] = [
      (document.root, selection.root, [])
    ]
    while let (node, place, way) = open.popLast() {
      let note =
        "\(text) at \(PathText.path(to: node, in: document)), \(String(decoding: parts[1], as: UTF8.self))"
      try Fuzz.expect(selection.isIn(place), oracle.isIn(way), note)
      if selection.isLeftOut(place), isOnly {
        try Fuzz.expect(oracle.isIn(way), false, note)
      }
      for (child, step) in PathOracle.children(Value(document, node)) {
        let value = Value(document, child)
        let next =
          step.name.map { selection.member(place, $0, value) }
          ?? step.places.first.map { selection.element(place, $0.index, of: $0.count, value) } ?? place
        open.append((child, next, way + [step]))
      }
    }
  }
  if let printed = PathOracle.nodes(path, in: document).first {
    let shown = PathText.path(to: printed, in: document)
    guard let exact = try? JSONPath(shown) else { throw Fuzz.Disagreement("printed, but not read: \(shown)") }
    try Fuzz.expect(PathOracle.nodes(exact, in: document), [printed], shown)
  }
}
