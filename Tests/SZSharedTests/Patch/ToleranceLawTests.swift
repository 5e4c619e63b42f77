import TestSupport
import Testing

@testable import SZCommand
@testable import SZElements
@testable import SZFormats
@testable import SZJSON
@testable import SZMerge
@testable import SZModel
@testable import SZPatch

/// What `--tolerance` promises, on documents whose numbers differ by less than that. A failure prints its seed; `SZ_SEED` repeats a run,
/// `SZ_ROUNDS` makes it longer.
@Suite(.limited) struct ToleranceLawTests {
  private static var tolerances: [Tolerance] {
    get throws {
      let amount = try #require(NumberTolerance(Array("0.000001".utf8)))
      return [Tolerance(path: try JSONPath("$"), amount: amount)]
    }
  }
  private let hashing = Hashing()

  @Test(arguments: 0..<8) func noiseIsNoDifference(part: UInt64) throws {
    for round in 0..<ChangeLawTests.rounds / 8 {
      let seed = SeededGenerator.runSeed &+ round * 8 + part
      var generator = SeededGenerator(seed: seed)
      let value = RandomValue.container(&generator, depth: 4)
      let edited = value.edited(&generator, edits: generator.below(4))
      // A number that is zero but for less than the tolerance: what stands beside a zero is the same twice, and its place unclear.
      if value.text.contains("-1E-400") || edited.text.contains("-1E-400") { continue }
      let (old, new) = (try read(value), try read(edited))
      let noisyOld = try read(noisy(value, &generator))
      let noisyNew = try read(noisy(edited, &generator))
      let note =
        "seed \(seed)\na = \(value.text)\nb = \(edited.text)\nc = \(text(noisyOld))\nd = \(text(noisyNew))"

      #expect(try difference(old, noisyOld).isEmpty, "noise is no difference; \(note)")
      try checkPatch(old, new, noisyOld, note)
      try checkMerge(old, new, noisyOld, noisyNew, note)
    }
  }

  /// A change fits a target with noise, makes NEW of it but for the noise, once, and leaves what it does not change as it stands.
  private func checkPatch(_ old: Document, _ new: Document, _ target: Document, _ note: String) throws {
    let change = Differ.change(from: old, to: new, options)
    func patched(_ target: Document) throws -> Document? {
      let tolerated = ToleratedDocument(target: target, of: change, try Self.tolerances, exactNumbers: false)
      let result = tolerated.original(
        Patcher.apply(change, to: tolerated.document, PatchOptions()), target, try Self.tolerances, nil)
      let words = result.misfits.map(\.message)
      if words.contains(where: { $0.hasSuffix("one where a second run would apply it again") }) { return nil }
      #expect(words.isEmpty, "\(words); \(note)")
      return try read(result.edits.applied(to: result.base.bytes))
    }
    // Where equal elements stand beside each other, the place of a hunk may be unclear, with noise or without.
    guard let made = try patched(target) else { return }
    #expect(try difference(new, made).isEmpty, "patched; \(note)\nmade: \(text(made))")
    if let again = try patched(made) {
      #expect(text(again) == text(made), "a second run does nothing; \(note)")
    }
    if change.isEmpty { #expect(text(made) == text(target), "nothing to do; \(note)") }
  }

  /// Noise conflicts with nothing, and CURRENT's numbers stand.
  private func checkMerge(
    _ old: Document, _ new: Document, _ noisyOld: Document, _ noisyNew: Document, _ note: String
  ) throws {
    var options = MergeOptions()
    options.names.findsOthers = false
    func merged(_ edited: Document, _ current: Document) throws -> Document {
      let versions = ToleratedVersions(
        Three(pristine: old, edited: edited, current: current), try Self.tolerances, options)
      let merge = Merger.merge(versions.documents, options)
      #expect(merge.conflicts.isEmpty, "\(note)")
      return try read(versions.result(merge.edits).applied(to: current.bytes))
    }
    let ours = try merged(noisyOld, noisyNew)
    #expect(
      Differ.change(from: noisyNew, to: ours, self.options).isEmpty,
      "EDITED has noise alone; \(note)\nmerged: \(text(ours))")
    let theirs = try merged(new, noisyOld)
    #expect(try difference(new, theirs).isEmpty, "CURRENT has noise alone; \(note)\nmerged: \(text(theirs))")
    if text(old) == text(new) {
      #expect(text(theirs) == text(noisyOld), "nothing to do; \(note)")
    }
  }

  /// Identities that are found may be numbers with noise.
  private var options: DiffOptions {
    var options = DiffOptions()
    options.names.findsOthers = false
    return options
  }

  private func difference(_ old: Document, _ new: Document) throws -> ChangeTree {
    let tolerated = ToleratedDocument(new, since: old, try Self.tolerances, options)
    return Differ.change(from: old, to: tolerated.document, options)
  }

  private func text(_ document: Document) -> String {
    String(decoding: document.bytes.array(0..<document.bytes.count), as: UTF8.self)
  }

  private func read(_ value: RandomValue) throws -> Document { try read(Array(value.text.utf8)) }

  private func read(_ text: [UInt8]) throws -> Document { try Document.read(text, .init(hashing: hashing)) }

  /// The value with other digits behind those of some numbers, none of which identifies anything.
  private func noisy(_ value: RandomValue, _ generator: inout SeededGenerator) -> RandomValue {
    switch value {
    case .scalar(let text):
      let isPlain = text.first?.isNumber ?? false && text.allSatisfy { $0.isNumber || $0 == "." }
      guard isPlain, generator.chance(2) else { return value }
      return .scalar(text + (text.contains(".") ? "" : ".") + "0000000\(1 + generator.below(9))")
    case .array(let elements): return .array(elements.map { noisy($0, &generator) })
    case .object(let members):
      return .object(
        members.map { name, value in
          (name, ["id", "guid", "name"].contains(name) ? value : noisy(value, &generator))
        })
    }
  }
}
