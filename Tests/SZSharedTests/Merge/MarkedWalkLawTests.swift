import TestSupport
import Testing

@testable import SZElements
@testable import SZJSON
@testable import SZMerge

/// The walk that marks all conflicts, which finds where they are in the result.
@Suite(.limited) struct MarkedWalkLawTests {
  /// It comes upon the conflicts that the merge came upon, in their order; their numbers are the marks. Elements by `id` that both sides
  /// rename, edit, delete and move.
  @Test(arguments: 0..<4) func sameConflicts(part: UInt64) throws {
    for round in 0..<SeededGenerator.rounds(800) / 4 {
      let seed = SeededGenerator.runSeed &+ round * 4 + part
      var generator = SeededGenerator(seed: seed)
      let pristine = (0..<2 + generator.below(5)).map { (id: "\($0)", value: 0) }
      let versions = [pristine, edited(pristine, "e", &generator), edited(pristine, "c", &generator)]
      let texts = versions.map { version in
        "[\(version.map { #"{"id":"\#($0.id)","v":\#($0.value)}"# }.joined(separator: ","))]"
      }
      var options = MergeOptions()
      options.deletes = [nil, .keep, .delete, .edited, .current][generator.below(5)]
      options.conflicts = generator.chance(2) ? .edited : .current
      let hashing = Hashing()
      let documents = try texts.map { try Document.read(Array($0.utf8), .init(hashing: hashing)) }
      let merge = Merger.merge(
        Three(pristine: documents[0], edited: documents[1], current: documents[2]), options)
      var setup = merge.setup
      setup.rendering = MergeSetup.Rendering(party: .edited, marksAll: true)
      let marked = Merger.run(setup).result
      #expect(marked.conflicts.map(\.id) == merge.conflicts.map(\.id), "seed \(seed): \(texts)")
    }
  }

  private typealias Elements = [(id: String, value: Int)]

  /// A version of elements, the new ids of which begin with `side`, or with `z` where both sides may have one.
  private func edited(_ elements: Elements, _ side: String, _ generator: inout SeededGenerator) -> Elements {
    var result: Elements = []
    for element in elements {
      switch generator.below(8) {
      case 0: continue
      case 1: result.append((side + element.id, element.value))
      case 2: result.append(("z" + element.id, element.value))
      case 3: result.append((element.id, 1 + generator.below(9)))
      default: result.append(element)
      }
    }
    for _ in 0..<generator.below(3) where !result.isEmpty {
      let element = result.remove(at: generator.below(result.count))
      result.insert(element, at: generator.below(result.count + 1))
    }
    if generator.chance(3) { result.insert(("z", 0), at: generator.below(result.count + 1)) }
    return result
  }
}
