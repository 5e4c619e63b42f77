import SZCommand
import SZElements
import SZJSON
import SZMerge
import SZModel
import SZPatch

/// The laws of changes and merges under a model that declares no identity for some of its entities, as most real ones do: their
/// elements are told by a name that a reader takes for an identity, or by nothing.
package struct UndeclaredLaws {
  private let seed: UInt64
  private let text: String
  private let schema: Schema
  private let a: [UInt8]
  private let b: [UInt8]

  /// How identities are declared in the models of ``RandomGraph``.
  private static let identities = [
    #""identity":"guid","#, #""identity":"id","#, #""identity":"n","#, #""identity":"name","#,
  ]

  package init(seed: UInt64) throws {
    self.seed = seed
    var generator = SeededGenerator(seed: seed)
    let shape = RandomGraph.Shape(&generator)
    var text = shape.model
    // The names of the members that identify stay, or are ones that say nothing.
    let isHidden = generator.chance(2)
    for (number, identity) in UndeclaredLaws.identities.enumerated()
    where number == Int(seed % 4) || generator.chance(2) {
      text = text.replacing(identity, with: "")
    }
    let old = RandomGraph(shape, &generator)
    var new = old
    new.edit(&generator, edits: 1 + generator.below(6), moves: generator.chance(2))
    func hidden(_ text: String) -> String {
      isHidden
        ? text.replacing("\"n\":", with: "\"count\":").replacing("\"id\":", with: "\"sort\":").replacing(
          "\"identity\":\"n\"", with: "\"identity\":\"count\""
        ).replacing("\"identity\":\"id\"", with: "\"identity\":\"sort\"") : text
    }
    self.text = hidden(text)
    schema = Schema(try ModelReader.read(try Document.read(Array(self.text.utf8))))
    let spelling: GraphText.Spelling = generator.chance(2) ? .varied : .plain
    a = Array(hidden(String(decoding: GraphText.text(old, spelling, &generator), as: UTF8.self)).utf8)
    b = Array(hidden(String(decoding: GraphText.text(new, spelling, &generator), as: UTF8.self)).utf8)
  }

  /// Whether lists have an identity; where they have none, one that is another one takes what is local in it along.
  private var tellsLists: Bool { text.contains(#""List":{"identity""#) }

  private func fail(_ law: String, _ texts: [UInt8]...) -> TestFiles.Failure {
    let shown = ([a, b] + texts).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    return TestFiles.Failure("\(law) (seed \(seed))\n\(text)\n\(shown)")
  }

  private func change(_ a: [UInt8], _ b: [UInt8]) throws -> [UInt8] {
    let hashing = Hashing()
    let old = try Document.read(a, .init(hashing: hashing))
    let new = try Document.read(b, .init(hashing: hashing))
    do {
      return ChangeWriter.text(
        Differ.change(from: old, to: new, DiffOptions(), try EntityPairs(old, new, schema)))
    } catch { throw fail("sound documents are taken: \(error)", a, b) }
  }

  private func patched(_ change: ChangeTree, _ target: [UInt8]) throws -> (text: [UInt8], PatchResult) {
    let options = PatchOptions(allowsDangling: true)
    do {
      let result = try Patcher.apply(change, to: try Document.read(target), options, under: schema)
      return (result.edits.applied(to: result.base.bytes), result)
    } catch { throw fail("sound documents are taken: \(error)", target) }
  }

  /// - Throws: a description of the first law that does not hold, with the documents.
  package func check() throws {
    let text = try change(a, b)
    let read: ChangeTree
    do { read = try ChangeReader.read(try Document.read(text)) } catch {
      throw fail("a change is read: \(error)", text)
    }
    var reverse = read
    reverse.reverse()
    for (tree, from, to, name) in [
      (read, a, b, "patch(a, diff(a, b)) is b"), (reverse, b, a, "turned round"),
    ] {
      let (made, result) = try patched(tree, from)
      guard result.misfits.isEmpty else {
        throw fail("\(name): \(result.misfits.map(\.message))", text)
      }
      let rest = try change(made, to)
      if rest != Array("{}".utf8) { throw fail(name, text, made, rest) }
      let (again, second) = try patched(tree, made)
      if !second.misfits.isEmpty || again != made { throw fail("\(name), twice is once", text, made, again) }
      if tellsLists, let lost = UndeclaredLaws.lostSecret(from, made) {
        throw fail("\(name): \(lost) is lost", text, made)
      }
    }
    try checkMerges()
  }

  /// What only one side did is the result, with what is local in CURRENT.
  private func checkMerges() throws {
    for (edited, current, wanted) in [(b, a, b), (a, b, b)] {
      let hashing = Hashing()
      let documents = Three(
        pristine: try Document.read(a, .init(hashing: hashing)),
        edited: try Document.read(edited, .init(hashing: hashing)),
        current: try Document.read(current, .init(hashing: hashing)))
      var options = MergeOptions()
      options.schema = schema
      options.allowsDangling = true
      let merge: MergeResult
      do { merge = Merger.merge(documents, options, try MergedEntities(documents, schema)) } catch {
        throw fail("sound documents are taken: \(error)")
      }
      let made = merge.edits.applied(to: documents.current.bytes)
      guard merge.conflicts.isEmpty else {
        throw fail("one side alone has no conflict: \(merge.conflicts.map(\.kind))", made)
      }
      let rest = try change(made, wanted)
      if rest != Array("{}".utf8) { throw fail("one side alone is the result", made, rest) }
      if tellsLists, let lost = UndeclaredLaws.lostSecret(current, made) {
        throw fail("merged: \(lost) is lost", made)
      }
    }
  }

  /// A local value of the first document whose element stands, as it was but for that, in the second one, and has lost it: of elements that
  /// stand once in each, in the same list. Nil when there is none.
  private static func lostSecret(_ before: [UInt8], _ after: [UInt8]) -> String? {
    guard let old = secrets(before), let new = secrets(after) else { return nil }
    for (element, found) in old.sorted(by: { $0.key < $1.key }) where found.count == 1 {
      guard let there = new[element], there.count == 1, let secret = found[0] else { continue }
      if there[0] != secret { return "\(secret) of \(element)" }
    }
    return nil
  }

  /// The local values of the elements of lists, by the list and what else they hold.
  private static func secrets(_ text: [UInt8]) -> [String: [String?]]? {
    guard let document = try? Document.read(text) else { return nil }
    var found: [String: [String?]] = [:]
    var work: [(node: Document.Node, place: String)] = [(document.root, "")]
    while let (node, place) = work.popLast() {
      switch document.kind(node) {
      case .array: for element in document.elements(node) { work.append((element, place)) }
      case .object:
        var (secret, others): (String?, [String]) = (nil, [])
        var name = place
        for member in document.members(node) {
          let label = document.string(member.name)
          if label == "sort" || label == "id" { name = document.string(member.value) }
          if label == "secret" { secret = document.string(member.value) }
        }
        for member in document.members(node) where document.string(member.name) != "secret" {
          others.append(
            document.string(member.name) + ":" + String(decoding: document.text(member.value), as: UTF8.self))
          if document.kind(member.value).isContainer {
            work.append((member.value, name + "." + document.string(member.name)))
          }
        }
        found[place + " " + others.sorted().joined(separator: ","), default: []].append(secret)
      default: continue
      }
    }
    return found
  }
}
