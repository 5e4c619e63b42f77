import SZCommand
import SZElements
import SZJSON
import SZMerge
import SZModel

/// The laws of merging under a random model, on documents that a seed makes.
package struct ModelledMergeLaws {
  private let note: String
  private let model: RandomModel
  private let laws: ModelledMerge
  private let texts: Three<[UInt8]>

  package init(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    // What adds up each time is no law.
    model = RandomModel(&generator, hasTombstones: generator.chance(2), mayAdd: false)
    let schema = Schema(try ModelReader.read(try Document.read(Array(model.text.utf8))))
    var options = MergeOptions()
    options.schema = schema
    options.conflicts = generator.chance(2) ? .current : .edited
    options.deletes = [nil, nil, .keep, .delete, .edited, .current][generator.below(6)]
    laws = ModelledMerge(model, schema, options)
    note = "seed \(seed), conflicts=\(options.conflicts), deletes=\(options.deletes.map { "\($0)" } ?? "-")"
    var edits = ModelledEdits(model)
    let root = edits.start(&generator)
    let isPretty = generator.chance(2)
    let pristine = edits.writer.text(root, isPretty: isPretty)
    func edited() throws -> [UInt8] {
      let copy = try edits.writer.read(try Document.read(pristine))
      for _ in 0..<1 + generator.below(6) { edits.edit(copy, &generator) }
      return edits.writer.text(copy, isPretty: isPretty)
    }
    texts = Three(pristine: pristine, edited: try edited(), current: try edited())
  }

  private func fail(_ law: String, _ more: [UInt8] = []) -> TestFiles.Failure {
    let shown = [texts.pristine, texts.edited, texts.current, more].map {
      String(decoding: $0, as: UTF8.self)
    }
    return TestFiles.Failure("\(law) (\(note))\n\(model.text)\n\(shown.joined(separator: "\n"))")
  }

  /// - Throws: a description of the first law that does not hold, with the documents.
  package func check() throws {
    let documents = try ModelledMerge.read(texts.pristine, texts.edited, texts.current)
    let (p, e, c) = (documents.pristine, documents.edited, documents.current)
    do {
      guard try laws.merge(Three(pristine: p, edited: p, current: c)).edits.isEmpty else {
        throw fail("merge(p, p, c) = c")
      }
      guard try laws.merge(Three(pristine: p, edited: e, current: e)).edits.isEmpty else {
        throw fail("merge(p, e, e) = e")
      }
      try checkAlone(p, e)
      let merged = try laws.checked(documents)
      let result = try Document.read(merged.text, .init(hashing: p.hashing))
      let again = try laws.merge(Three(pristine: p, edited: e, current: result))
      // What a list without identity had as a conflict, a second push may settle anew, which it says.
      let isSettledAnew = (merged.report + ConflictReport.text(again)).contains("\"indexes\"".utf8)
      guard again.edits.isEmpty || isSettledAnew else {
        throw fail("a second push changes nothing", merged.text + again.edits.applied(to: result.bytes))
      }
    } catch let error as TestFiles.Failure {
      if error.description.contains(note) { throw error }
      throw fail(error.description)
    }
  }

  /// What nobody else edited is taken as it is, but for what deleted entities leave and what is local.
  private func checkAlone(_ p: Document, _ e: Document) throws {
    let alone = try laws.merge(Three(pristine: p, edited: e, current: p))
    let text = alone.edits.applied(to: p.bytes)
    guard alone.conflicts.isEmpty else {
      throw fail("merge(p, e, p) has no conflicts", text + ConflictReport.text(alone))
    }
    let (made, wanted) = (try laws.inventory(try Document.read(text)), try laws.inventory(e))
    guard made.facts == wanted.facts, made.living == wanted.living else {
      throw fail("merge(p, e, p) = e", text)
    }
  }
}
