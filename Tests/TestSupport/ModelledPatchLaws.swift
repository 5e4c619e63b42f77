import SZCommand
import SZJSON
import SZModel
import SZPatch

/// The laws of patching under a random model, on documents that a seed makes.
package struct ModelledPatchLaws {
  private let note: String
  private let model: RandomModel
  private let schema: Schema
  private var generator: SeededGenerator
  private var edits: ModelledEdits
  private let isPretty: Bool
  private let old: [UInt8]
  private let new: [UInt8]

  /// `hasUnknown` says whether entities of one type have no identity.
  package init(seed: UInt64, hasUnknown: Bool = false) throws {
    note = "seed \(seed)"
    generator = SeededGenerator(seed: seed)
    var model = RandomModel(&generator, hasTombstones: false, mayAdd: generator.chance(2))
    if hasUnknown { model.forgetIdentity(&generator) }
    self.model = model
    schema = Schema(try ModelReader.read(try Document.read(Array(model.text.utf8))))
    edits = ModelledEdits(model)
    isPretty = generator.chance(2)
    let root = edits.start(&generator)
    old = edits.writer.text(root, isPretty: isPretty)
    for _ in 0..<1 + generator.below(8) { edits.edit(root, &generator) }
    new = edits.writer.text(root, isPretty: isPretty)
  }

  private func fail(_ law: String, _ texts: [UInt8]...) -> TestFiles.Failure {
    let shown = texts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    return TestFiles.Failure("\(law) (\(note))\n\(model.text)\n\(shown)")
  }

  /// - Throws: a description of the first law that does not hold, with the documents.
  package mutating func check() throws {
    var options = DiffOptions()
    if generator.chance(3) { options.context = 1 + generator.below(2) }
    options.fullOld = generator.chance(3)
    let text = try change(old, new, options)
    let tree = try ChangeReader.read(try Document.read(text))
    let made = try patched(tree, old, "the change fits", text)
    let rest = try change(made, new)
    if rest != Array("{}".utf8) { throw fail("patch(a, diff(a, b)) = b", old, new, text, made, rest) }
    try checkTwice(tree, made, text)
    try checkBack(tree, made, text)
    try checkElsewhere(tree, text, made)
    try checkDeleting()
  }

  private func change(_ a: [UInt8], _ b: [UInt8], _ options: DiffOptions = DiffOptions()) throws -> [UInt8] {
    let hashing = Hashing()
    let old = try Document.read(a, .init(hashing: hashing))
    let new = try Document.read(b, .init(hashing: hashing))
    do {
      return ChangeWriter.text(Differ.change(from: old, to: new, options, try EntityPairs(old, new, schema)))
    } catch { throw fail("sound documents are taken: \(error)", a, b) }
  }

  private func applied(
    _ tree: ChangeTree, _ target: [UInt8], _ options: PatchOptions = PatchOptions()
  ) throws -> (text: [UInt8], result: PatchResult) {
    do {
      let result = try Patcher.apply(tree, to: try Document.read(target), options, under: schema)
      return (result.edits.applied(to: result.base.bytes), result)
    } catch { throw fail("a sound target is taken: \(error)", target, ChangeWriter.text(tree)) }
  }

  /// The target with a change that has to fit.
  private func patched(_ tree: ChangeTree, _ target: [UInt8], _ law: String, _ change: [UInt8]) throws
    -> [UInt8]
  {
    let (text, result) = try applied(tree, target)
    guard result.misfits.isEmpty else {
      throw fail("\(law): \(result.misfits.map(\.message))", target, change)
    }
    return text
  }

  private func inventory(_ text: [UInt8]) throws -> ModelledInventory {
    ModelledInventory(try edits.writer.read(try Document.read(text)), model)
  }

  /// What is done already is done once.
  private func checkTwice(_ tree: ChangeTree, _ made: [UInt8], _ change: [UInt8]) throws {
    let again = try patched(tree, made, "twice is once", change)
    if again != made { throw fail("twice is once", made, again, change) }
  }

  /// The change turned round leads back. What joins two edits in its own way is left out: a larger value stays.
  private func checkBack(_ tree: ChangeTree, _ made: [UInt8], _ change: [UInt8]) throws {
    var reverse = tree
    reverse.reverse()
    let (back, result) = try applied(reverse, made)
    // In a list without identities it may be open which element an edit is for, once others have come back.
    if model.hasUnknown, result.misfits.contains(where: { $0.message.contains("still clear") }) { return }
    guard result.misfits.isEmpty else {
      throw fail("the reverse fits: \(result.misfits.map(\.message))", made, change)
    }
    let (found, wanted) = (try inventory(back), try inventory(old))
    let facts = (found.facts, wanted.facts)
    guard facts.0 == facts.1, found.living == wanted.living else {
      let (more, less) = (facts.0.subtracting(facts.1), facts.1.subtracting(facts.0))
      if (more.union(less)).allSatisfy({ $0.name == "union" }) { return }
      throw fail("the reverse leads back: \(more) \(less)", made, change, back)
    }
  }

  /// A change never tears or doubles anything, nor leaves anything dangling, wherever and however it is applied.
  private mutating func checkElsewhere(_ tree: ChangeTree, _ change: [UInt8], _ new: [UInt8]) throws {
    let root = try edits.writer.read(try Document.read(old))
    for _ in 0..<1 + generator.below(6) { edits.edit(root, &generator) }
    let target = edits.writer.text(root, isPretty: isPretty)
    for policy in [PatchOptions.Policy.reject, .force] {
      let (text, result) = try applied(tree, target, PatchOptions(policy: policy))
      // Then force writes nothing.
      if policy == .force, !result.misfits.isEmpty { continue }
      if policy == .reject { try checkRejects(tree, result, target, change, new) }
      let made: ModelledInventory
      do { made = try inventory(text) } catch {
        throw fail("the result is one: \(error)", target, change, text)
      }
      if let fact = made.dangling.first { throw fail("nothing dangles: \(fact)", target, change, text) }
      if let number = made.torn.first { throw fail("units are whole: \(number)", target, change, text) }
      if let number = made.doubled.first {
        throw fail("nothing stands twice: \(number)", target, change, text)
      }
      for misfit in result.misfits where ModelledPatchLaws.isOfPolicy(misfit.message) {
        throw fail("a policy never misfits: \(misfit.message)", target, change, text)
      }
    }
  }

  /// What is left out fits what the whole change makes, and is applied there already. In lists without identities its places are others.
  private func checkRejects(
    _ tree: ChangeTree, _ result: PatchResult, _ target: [UInt8], _ change: [UInt8], _ new: [UInt8]
  ) throws {
    if result.misfits.isEmpty || model.hasUnknown { return }
    let rejects = Rejects.text(
      tree, rejected: result.rejected, moves: result.moves, replacements: result.replacements)
    let again = try patched(
      try ChangeReader.read(try Document.read(rejects)), new, "the rejects fit what the change makes", rejects
    )
    if again != new {
      throw fail("the rejects are applied in what the change makes", target, change, rejects, again)
    }
  }

  private static func isOfPolicy(_ message: String) -> Bool {
    ["union", "highest", "counter", "moment"].contains { message.contains("/\($0)") }
  }

  /// What goes with a deletion is what goes by the rules, found out in the plainest way.
  private mutating func checkDeleting() throws {
    let root = try edits.writer.read(try Document.read(old))
    let all = root.family.filter { $0.type != 0 }
    if all.isEmpty { return }
    let number = all[generator.below(all.count)].number
    guard let entity = all.first(where: { $0.number == number }) else { return }
    // The change names what is deleted and what that owns, and nothing else.
    entity.leave()
    let change = try change(old, edits.writer.text(root, isPretty: isPretty))
    let (text, result) = try applied(try ChangeReader.read(try Document.read(change)), old)
    let wanted = try edits.writer.read(try Document.read(old))
    let isAllowed = edits.delete(number, in: wanted)
    if isAllowed != result.misfits.isEmpty {
      throw fail("a deletion is denied when a rule denies it: \(result.misfits.map(\.message))", old, change)
    }
    if !isAllowed { return }
    let (found, facts) = (try inventory(text), ModelledInventory(wanted, model).facts)
    if found.facts != facts {
      throw fail(
        "delete rules do what they say: \(found.facts.symmetricDifference(facts))", old, change, text)
    }
  }
}
