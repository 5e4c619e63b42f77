import SZFormats
import SZJSON
import SZModel
import SZPatch
import TestSupport

/// Changes that nobody's comparison made, read and applied to documents: what is written is what was read, the result is JSON,
/// and twice is once.
func fuzzChanges(_ bytes: [UInt8]) throws {
  var input = FuzzInput(bytes)
  let (mode, flags) = (input.below(4), input.byte())
  let exact = flags & 1 != 0
  let change: [UInt8]
  let text: [UInt8]
  if mode == 0 {
    let parts = input.rest().split(separator: 0xFF, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return }
    (change, text) = (Array(parts[0]), Array(parts[1]))
  } else {
    (change, text) = altered(mode, &input)
  }
  let options = Document.ReadOptions(allowsDuplicates: flags & 2 != 0, allowsComments: flags & 4 != 0)
  guard let source = try? Document.read(change, .init(allowsComments: flags & 4 != 0)),
    var tree = try? ChangeReader.read(source, exactNumbers: exact),
    let target = try? Document.read(text, options)
  else { return }
  func note(_ more: String = "") -> String {
    "flags \(flags), change = \(String(decoding: change, as: UTF8.self))\ntarget = \(String(decoding: text, as: UTF8.self))\n\(more)"
  }
  for layout in ChangeWriter.AttributeLayout.allCases {
    let written = ChangeWriter.text(tree, layout: layout)
    let shown = String(decoding: written, as: UTF8.self)
    guard let document = try? Document.read(written) else {
      throw Fuzz.Disagreement("written as no JSON: \(shown), \(note())")
    }
    guard let again = try? ChangeReader.read(document, exactNumbers: exact) else {
      throw Fuzz.Disagreement("written as no change: \(shown), \(note())")
    }
    try Fuzz.expect(
      String(decoding: ChangeWriter.text(again, layout: layout), as: UTF8.self), shown, note("written"))
  }
  if flags & 8 != 0 { tree.reverse() }
  _ = TextFormat.text(ValueChanges.of(tree, from: nil, to: nil))
  _ = ChangeStatistics(tree).text
  let readAgain = Document.ReadOptions(allowsDuplicates: true, allowsComments: flags & 4 != 0)
  let hasLists = tree.indices.contains { if case .list = tree[$0] { true } else { false } }
  for policy in [PatchOptions.Policy.reject, .force] {
    let patcher = Patcher.apply(tree, to: target, .init(policy: policy, exactNumbers: exact))
    let result = patcher.edits.applied(to: target.bytes)
    let once = String(decoding: result, as: UTF8.self)
    guard let made = try? Document.read(result, readAgain) else {
      throw Fuzz.Disagreement("\(policy) makes no JSON: \(once), \(note())")
    }
    if !patcher.misfits.isEmpty, policy == .reject {
      let rejects = Rejects.text(tree, rejected: patcher.rejected)
      guard let left = try? Document.read(rejects), (try? ChangeReader.read(left, exactNumbers: exact)) != nil
      else {
        throw Fuzz.Disagreement(
          "rejects are no change: \(String(decoding: rejects, as: UTF8.self)), \(note())")
      }
      continue
    }
    // A list finds its places anew each time.
    if hasLists { continue }
    let second = Patcher.apply(tree, to: made, .init(policy: policy, exactNumbers: exact))
    let twice = String(decoding: second.edits.applied(to: made.bytes), as: UTF8.self)
    try Fuzz.expect(twice, once, note("\(policy), twice"))
  }
}

/// A comparison's change with some of its values altered, and a document: the old one, or a third one.
private func altered(_ mode: Int, _ input: inout FuzzInput) -> (change: [UInt8], text: [UInt8]) {
  var generator = SeededGenerator(seed: input.word())
  let edits = input.below(4)
  let value = RandomValue.container(&generator, depth: 4)
  let edited = value.edited(&generator, edits: 1 + generator.below(5))
  let third = mode == 1 ? value : value.edited(&generator, edits: 1 + generator.below(5))
  let text = Array((generator.chance(2) ? third.pretty() : third.text).utf8)
  guard let old = try? Document.read(Array(value.text.utf8), .init(hashing: Hashing())),
    let new = try? Document.read(Array(edited.text.utf8), .init(hashing: Hashing())),
    let change = try? Document.read(ChangeWriter.text(Differ.change(from: old, to: new, DiffOptions())))
  else { return ([], text) }
  return (Array(RandomValue(change, change.root).edited(&generator, edits: edits).text.utf8), text)
}
