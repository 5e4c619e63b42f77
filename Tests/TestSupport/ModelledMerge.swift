import SZCommand
import SZElements
import SZJSON
import SZMerge
import SZModel

/// A merge of documents under a ``RandomModel``, with what holds of each: what either side did is in its result, or what it is about is
/// in its report; nothing dangles that did not before; units are whole, and nothing stands twice.
struct ModelledMerge {
  let model: RandomModel
  let schema: Schema
  let options: MergeOptions

  init(_ model: RandomModel, _ schema: Schema, _ options: MergeOptions) {
    (self.model, self.schema, self.options) = (model, schema, options)
  }

  static func read(_ pristine: [UInt8], _ edited: [UInt8], _ current: [UInt8]) throws -> Three<Document> {
    let hashing = Hashing()
    func read(_ text: [UInt8]) throws -> Document { try Document.read(text, .init(hashing: hashing)) }
    return Three(pristine: try read(pristine), edited: try read(edited), current: try read(current))
  }

  func merge(_ documents: Three<Document>) throws -> MergeResult {
    do {
      let entities = try MergedEntities(documents, schema, tombstone: options.tombstone)
      return Merger.merge(documents, options, entities)
    } catch { throw TestFiles.Failure("sound documents are taken: \(error)") }
  }

  /// A merge in which all holds.
  struct Checked {
    let text: [UInt8]
    /// The entities that the result does not have, for what they were moved into was deleted, and their other place, too, or for one side
    /// created them in what the other deleted: nobody who deletes knows of these, but they are in the report, and what was edited in them
    /// goes with them.
    let homeless: Set<Int>
    /// Empty where there are no conflicts.
    let report: [UInt8]
  }

  /// The result, when all holds.
  func checked(_ documents: Three<Document>) throws -> Checked {
    let merge = try merge(documents)
    let text = merge.edits.applied(to: documents.current.bytes)
    let report = merge.conflicts.isEmpty ? [] : ConflictReport.text(merge)
    do {
      return Checked(
        text: text, homeless: try check(documents, try Document.read(text), report), report: report)
    } catch {
      throw TestFiles.Failure("\(error)\n" + String(decoding: text + [0x0A] + report, as: UTF8.self))
    }
  }

  func inventory(_ document: Document) throws -> ModelledInventory {
    ModelledInventory(try ModelledDocument(model: model).read(document), model)
  }

  /// What holds of each merge; answers who has no place in it any more.
  private func check(
    _ documents: Three<Document>, _ result: Document, _ report: [UInt8]
  ) throws -> Set<Int> {
    let versions = (
      pristine: try inventory(documents.pristine), edited: try inventory(documents.edited),
      current: try inventory(documents.current), merged: try inventory(result)
    )
    let merged = versions.merged
    let reported = try Reported(report)
    func isReported(_ fact: ModelledInventory.Fact) -> Bool {
      let all = [versions.pristine, versions.edited, versions.current]
      if reported.mentions(fact, in: all.map { $0.line(fact.subject) }) { return true }
      // A ring is one conflict, about one of those in it; what is around that one, by a to-one perhaps, has no name in it.
      return all.contains { $0.places.contains(fact) }
        && reported.moved.contains { number in all.contains { $0.line(number).contains(fact.subject) } }
    }
    let sides = (edited: (versions.edited, "EDITED"), current: (versions.current, "CURRENT"))
    for ((side, name), other) in [(sides.edited, versions.current), (sides.current, versions.edited)] {
      let made = side.facts.subtracting(versions.pristine.facts)
      for fact in made.subtracting(merged.facts)
      where !isReported(fact) {
        // Who has marked what PRISTINE has not had it before: a push that arrives again does not bring it back, nor what it owned.
        if !versions.pristine.living.contains(fact.subject),
          side.line(fact.subject).contains(where: {
            other.marked.contains($0) && !versions.pristine.living.contains($0)
          })
        {
          continue
        }
        throw TestFiles.Failure("lost: \(name) made \(fact)")
      }
      let gone = versions.pristine.facts.subtracting(side.facts)
      // Lists count: of a reference that the other side has once more, as both created it at different places, one is left.
      for fact in gone.intersection(merged.facts).subtracting(other.repeated)
      where !isReported(fact) {
        throw TestFiles.Failure("lost: \(name) took away \(fact)")
      }
    }
    if let fact = merged.dangling.first(where: {
      !versions.edited.dangling.contains($0) && !versions.current.dangling.contains($0)
    }) {
      throw TestFiles.Failure("nothing dangles: \(fact)")
    }
    if let number = merged.torn.first { throw TestFiles.Failure("units are whole: \(number)") }
    if let number = merged.doubled.first { throw TestFiles.Failure("no entity stands twice: \(number)") }
    if !merged.locals.isSubset(of: versions.current.locals) {
      throw TestFiles.Failure("what is local stays so: \(merged.locals)")
    }
    let gone = versions.edited.living.union(versions.current.living).subtracting(merged.living)
    let created = versions.edited.living.symmetricDifference(versions.current.living)
      .subtracting(versions.pristine.living)
    return gone.filter { number in
      if created.contains(number) { return true }
      return [versions.edited, versions.current].contains {
        !reported.movedAway.isDisjoint(with: $0.line(number))
      }
    }
  }
}

/// What the report of a merge is about.
private struct Reported {
  private var numbers: Set<Int> = []
  /// Those about whose coming or going something is said, which is said of all that they own.
  private var families: Set<Int> = []
  /// Those that were moved in two ways.
  private(set) var moved: Set<Int> = []
  /// Those that were moved into something that is not there.
  private(set) var movedAway: Set<Int> = []

  init(_ report: [UInt8]) throws {
    if report.isEmpty { return }
    let document = try Document.read(report)
    for entry in document.elements(document.root) {
      let found = ModelledDocument.numbers(in: String(decoding: document.text(entry), as: UTF8.self))
      numbers.formUnion(found)
      let kind = document.member(entry, named: Array("kind".utf8)).map { document.string($0.value) } ?? ""
      let entity = document.member(entry, named: Array("entity".utf8)).map {
        ModelledDocument.numbers(in: String(decoding: document.text($0.value), as: UTF8.self))
      }
      if kind == "move/delete" { movedAway.formUnion(entity ?? []) }
      if kind == "move/move" { moved.formUnion(entity ?? []) }
      if kind.contains("delete") || kind.contains("create") { families.formUnion(found) }
    }
  }

  func mentions(_ fact: ModelledInventory.Fact, in lines: [[Int]]) -> Bool {
    numbers.contains(fact.subject) || numbers.contains(fact.object)
      || lines.contains { $0.contains { families.contains($0) } }
  }
}
