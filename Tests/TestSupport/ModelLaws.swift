internal import SZCommand
internal import SZFormats
internal import SZJSON
internal import SZModel
internal import SZPatch

/// The laws of changes under a model, checked on the graphs that a seed makes.
package struct ModelLaws {
  private let seed: UInt64
  private var generator: SeededGenerator
  private let model: Model
  private let old: RandomGraph
  private let new: RandomGraph

  package init(seed: UInt64) throws {
    self.seed = seed
    var generator = SeededGenerator(seed: seed)
    let shape = RandomGraph.Shape(&generator)
    model = try ModelReader.read(try Document.read(Array(shape.model.utf8)))
    old = RandomGraph(shape, &generator)
    var edited = old
    edited.edit(&generator, edits: 1 + generator.below(8), moves: generator.chance(2))
    new = edited
    self.generator = generator
  }

  /// - Throws: a description of the first law that does not hold, with the documents.
  package func check() throws {
    var generator = generator
    try checkSpelling(&generator)
    try checkFacts(&generator)
    try checkPatching(&generator)
    try checkSelecting(&generator)
  }

  private func fail(_ law: String, _ texts: [UInt8]...) -> TestFiles.Failure {
    let shown = texts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    return TestFiles.Failure("\(law) (seed \(seed))\n\(old.shape.model)\n\(shown)")
  }

  private func change(_ a: [UInt8], _ b: [UInt8], _ options: DiffOptions = DiffOptions()) throws -> (
    tree: ChangeTree, old: Document, new: Document
  ) {
    let hashing = Hashing()
    let old = try Document.read(a, .init(hashing: hashing))
    let new = try Document.read(b, .init(hashing: hashing))
    do {
      return (
        SelectedComparison(from: old, to: new, options, try EntityPairs(old, new, Schema(model))).change, old,
        new
      )
    } catch { throw fail("sound documents are taken: \(error)", a, b) }
  }

  /// Two spellings of one graph do not differ.
  private func checkSpelling(_ generator: inout SeededGenerator) throws {
    let a = GraphText.text(old, .varied, &generator)
    let b = GraphText.text(old, .varied, &generator)
    let text = ChangeWriter.text(try change(a, b).tree)
    if text != Array("{}".utf8) { throw fail("a spelling is no difference", a, b, text) }
  }

  /// What is said of each entity is what happened to it.
  private func checkFacts(_ generator: inout SeededGenerator) throws {
    let a = GraphText.text(old, .varied, &generator)
    let b = GraphText.text(new, .varied, &generator)
    let (tree, before, after) = try change(a, b)
    let text = ChangeWriter.text(tree)
    let wanted = GraphFacts.changes(from: old, to: new)
    for detail in [EntityLines.Detail.values, .keys] {
      // A move alone changes no key.
      let wanted = detail == .values ? wanted : wanted.filter { !$0.hasSuffix("moved ") }
      let lines = EntityLines.text(tree, from: before, to: after, detail)
      let found = try lines.split(separator: 0x0A).map { try ModelLaws.shown(Array($0)) }.sorted()
      if found != wanted {
        throw fail("lines say what happened, \(detail)\nexpected \(wanted)\nfound    \(found)", a, b, text)
      }
    }
    let again = ChangeWriter.text(try ChangeReader.read(try Document.read(text)))
    if again != text { throw fail("read and write are inverse", a, b, text, again) }
    var options = DiffOptions()
    options.stopsAtFirst = true
    if try change(a, b, options).tree.isEmpty != tree.isEmpty { throw fail("quiet knows it too", a, b, text) }
    _ = TextFormat.text(ValueChanges.of(tree, from: nil, to: nil))
    _ = ChangeStatistics(tree)
  }

  /// A line as the facts have it.
  private static func shown(_ line: [UInt8]) throws -> String {
    let document = try Document.read(line)
    func member(_ name: String, of node: Document.Node = Document.Node(0)) -> Document.Node? {
      document.member(node, named: Array(name.utf8))?.value
    }
    let entity = member("entityName").map { document.string($0) } ?? ""
    var identity = ""
    if let node = member("identity") {
      for part in document.members(node) {
        identity = String(decoding: document.text(part.value), as: UTF8.self).replacing("\"", with: "")
      }
    }
    if entity == "List" { identity = Int(identity.suffix(12), radix: 16).map(String.init) ?? identity }
    if entity == "Tag" { identity = String(identity.dropFirst()) }
    identity = identity.replacing(".0", with: "")
    let what = member("change").map { document.string($0) } ?? ""
    let keys = member("changedKeys").map { document.elements($0).map { document.string($0) }.sorted() } ?? []
    let isWhole = what == "created" || what == "deleted"
    return "\(entity) \(identity) \(what)" + (isWhole ? "" : " " + keys.joined(separator: ","))
  }

  /// A change applies without the model to the same effect, and turned round; what needs the model is refused.
  private func checkPatching(_ generator: inout SeededGenerator) throws {
    let a = GraphText.text(old, .plain, &generator)
    let b = GraphText.text(new, .plain, &generator)
    let text = ChangeWriter.text(try change(a, b).tree)
    let read = try ChangeReader.read(try Document.read(text))
    var reverse = read
    reverse.reverse()
    for (tree, from, to) in [(read, a, b), (reverse, b, a)] {
      let target = try Document.read(from)
      let result = Patcher.apply(tree, to: target, .init(policy: .reject, exactNumbers: false))
      if ModelLaws.needsModel(text) {
        if result.misfits.isEmpty { throw fail("moves are refused", a, b, text) }
        continue
      }
      let made = result.edits.applied(to: target.bytes)
      guard result.misfits.isEmpty else {
        throw fail("the change fits: \(result.misfits.map(\.message))", from, to, text)
      }
      let rest = ChangeWriter.text(try change(made, to).tree)
      if rest != Array("{}".utf8) { throw fail("patch(a, diff(a, b)) is b", from, to, text, made, rest) }
    }
  }

  /// Of a change, a patch that selects applies what is in, once, and a comparison that selects finds nothing more; a deletion of what a
  /// move that is left out leaves in it does not fit.
  private func checkSelecting(_ generator: inout SeededGenerator) throws {
    let a = GraphText.text(old, .plain, &generator)
    let b = GraphText.text(new, .plain, &generator)
    let (tree, before, after) = try change(a, b)
    let whole = ChangeWriter.text(tree)
    let path = RandomPath.to(generator.chance(2) ? before : after, &generator)
    var options = DiffOptions()
    if generator.chance(2) {
      options.only = [try JSONPath(path)]
    } else {
      options.ignored = [try JSONPath(path)]
    }
    let selection = Selection(only: options.only, ignored: options.ignored)
    let schema = Schema(model)
    func apply(to target: Document) throws -> (text: [UInt8], partlyIn: Int, result: PatchResult) {
      let change = try ChangeReader.read(try Document.read(whole))
      let selected = SelectedChange(change, by: selection, on: target, schema)
      do {
        return (
          ChangeWriter.text(selected.change), selected.partlyIn,
          try Patcher.apply(selected.change, to: target, .init(allowsDangling: true), under: schema)
        )
      } catch {
        throw fail("sound documents are taken: \(error), \(options.only) \(options.ignored)", a, b, whole)
      }
    }
    let law = "\(options.only.isEmpty ? "--ignore" : "--only") \(path): "
    let (selected, partlyIn, first) = try apply(to: before)
    let hasMoves = ModelLaws.needsModel(whole)
    if hasMoves, first.misfits.contains(where: { $0.operation == .delete }) { return }
    guard first.misfits.isEmpty else {
      throw fail(law + "what is selected fits: \(first.misfits.map(\.message))", a, b, whole, selected)
    }
    let made = first.edits.applied(to: first.base.bytes)
    // What is replaced as a whole is not looked into.
    if partlyIn > 0 { return }
    let rest = ChangeWriter.text(try change(made, b, options).tree)
    // Indexes are others once members have come or gone.
    if !PathOracle(only: options.only, ignored: options.ignored).isUniform { return }
    if !hasMoves, rest != Array("{}".utf8) {
      throw fail(law + "no more is to be done", a, b, whole, selected, made, rest)
    }
    let (again, _, second) = try apply(to: try Document.read(made))
    guard second.misfits.isEmpty, second.edits.isEmpty else {
      throw fail(law + "twice is once: \(second.misfits.map(\.message))", a, b, whole, selected, made, again)
    }
  }

  /// Whether a change has what only a model makes sense of: a move, or another entity in a to-one.
  private static func needsModel(_ text: [UInt8]) -> Bool {
    let text = String(decoding: text, as: UTF8.self)
    return text.contains("\"from\":") || text.contains("\"top\":[")
  }
}
