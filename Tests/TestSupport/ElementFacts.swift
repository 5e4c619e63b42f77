import SZCommand
import SZElements
import SZJSON
import SZMerge
import SZModel
import SZPatch

/// Merges of lists whose elements have a member that a reader takes for their identity, held against what each side did to which
/// element.
///
/// The generator knows the elements by numbers that no document has. Of each merge, by `sz-merge` and by `sz-diff | sz-patch`, it is asked:
/// does an element of the result have a value that no version of that element has; is one there twice; is an edit of one side
/// alone, an element that it put in, or one that nobody took out, gone without an entry in the report?
package struct ElementFacts {
  /// Which members the elements have.
  package enum Shape: CaseIterable, Sendable {
    /// An identity that is no default name, beside few-valued members.
    case named
    /// Beside a counter.
    case numbered
    /// Beside a member with other values for each element.
    case beside
    /// One element, or two, so that hardly anything is proved.
    case short
  }

  /// What one merge came to.
  package struct Outcome {
    /// What is wrong with it.
    package var fault: String?
    package var hasConflicts = false
    /// Whether the change tells elements by a member that is another one's in other documents: of three elements with three roles,
    /// `role` may be found. Then edits come to whoever has it by then, as sz-diff(1) says.
    package var isByChance = false
  }

  private struct Element {
    let number: Int
    var name: String
    /// The name that it had, where it got another one.
    var oldName: String?
    var fields: [String: String]

    func text(_ order: [String], _ identity: String) -> String {
      "{"
        + order.map { "\"\($0)\":" + ($0 == identity ? "\"\(name)\"" : fields[$0] ?? "null") }
        .joined(separator: ",") + "}"
    }
  }

  private var generator: SeededGenerator
  private var nextNumber = 0
  private let identity: String
  private let order: [String]
  private let shape: Shape

  private static let identities = ["mail", "login", "slug", "url", "sku", "host", "port"]

  private init(_ seed: UInt64, _ shape: Shape) {
    generator = SeededGenerator(seed: seed)
    self.shape = shape
    identity = ElementFacts.identities[generator.below(ElementFacts.identities.count)]
    var names = [identity, "role", "on", "n"]
    if shape == .numbered { names.append("pos") }
    if shape == .beside { names.append("label") }
    order = names.shuffled(using: &generator)
  }

  private mutating func element() -> Element {
    nextNumber += 1
    var fields = [
      "role": ["\"user\"", "\"admin\"", "\"guest\""][generator.below(3)],
      "on": generator.chance(2) ? "true" : "false",
      "n": "\(generator.below(3))",
    ]
    if shape == .numbered { fields["pos"] = "\(nextNumber)" }
    if shape == .beside { fields["label"] = "\"l\(nextNumber * 7 % 31)\"" }
    return Element(number: nextNumber, name: "e\(nextNumber)", fields: fields)
  }

  private mutating func edited(_ pristine: [Element], only field: String?) -> [Element] {
    var elements = pristine
    for _ in 0..<1 + generator.below(2) {
      guard !elements.isEmpty else { break }
      let name = field ?? ["role", "on", "n"][generator.below(3)]
      let value =
        switch name {
        case "role": ["\"user\"", "\"admin\"", "\"guest\""][generator.below(3)]
        case "on": generator.chance(2) ? "true" : "false"
        default: "\(3 + generator.below(90))"
        }
      elements[generator.below(elements.count)].fields[name] = value
    }
    if generator.chance(2) { elements.insert(element(), at: generator.below(elements.count + 1)) }
    if generator.chance(5), elements.count > 1 { elements.remove(at: generator.below(elements.count)) }
    if generator.chance(12), !elements.isEmpty {
      // Another name for it: a reader takes it for another element.
      let index = generator.below(elements.count)
      nextNumber += 1
      var fields = elements[index].fields
      if shape == .beside { fields["label"] = "\"l\(nextNumber * 7 % 31)\"" }
      elements[index] = Element(
        number: nextNumber, name: "e\(nextNumber)", oldName: elements[index].name, fields: fields)
    }
    return elements
  }

  private func text(_ elements: [Element], _ separator: String) -> [UInt8] {
    Array("[\(elements.map { $0.text(order, identity) }.joined(separator: separator))]\n".utf8)
  }

  /// How two edits are joined: by `sz-merge`, by `sz-diff | sz-patch`, by git's merge driver on texts with an element a line.
  package enum Way: CaseIterable, Sendable {
    case merge, patch, git
  }

  /// One merge.
  package static func check(seed: UInt64, _ shape: Shape, by way: Way) throws -> Outcome {
    var facts = ElementFacts(seed, shape)
    let count = shape == .short ? 1 + facts.generator.below(2) : 3 + facts.generator.below(6)
    let pristine = (0..<count).map { _ in facts.element() }
    let edited = facts.edited(pristine, only: facts.generator.chance(3) ? "role" : nil)
    let current = facts.edited(pristine, only: facts.generator.chance(3) ? "on" : nil)
    let separator = way == .git ? ",\n" : ","
    let texts = [pristine, edited, current].map { facts.text($0, separator) }
    let (p, e, c) = (texts[0], texts[1], texts[2])
    let (result, report) =
      switch way {
      case .merge: try merged(p, e, c)
      case .patch: try patched(p, e, c)
      case .git: try driven(p, e, c)
      }
    guard let result else { return Outcome(hasConflicts: true) }
    var outcome = Outcome()
    switch way {
    case .merge: outcome.hasConflicts = report != "[]\n"
    case .patch: outcome.isByChance = try facts.isByChance(report)
    case .git: break
    }
    let reason = try facts.fault(
      pristine, edited, current, result, report: way == .patch ? "" : report, byPatch: way == .patch)
    outcome.fault = reason.map { reason in
      [
        "seed \(seed) \(shape) by \(way): \(reason)", "p = " + string(p),
        "e = " + string(e), "c = " + string(c), string(result), report,
      ]
      .joined(separator: "\n")
    }
    return outcome
  }

  private static func string(_ text: [UInt8]) -> String { String(decoding: text, as: UTF8.self) }

  private static func merged(_ p: [UInt8], _ e: [UInt8], _ c: [UInt8]) throws -> ([UInt8]?, String) {
    let hashing = Hashing()
    let documents = try [p, e, c].map { try Document.read($0, .init(hashing: hashing)) }
    let merge = Merger.merge(
      Three(pristine: documents[0], edited: documents[1], current: documents[2]), MergeOptions())
    return (merge.edits.applied(to: documents[2].bytes), string(ConflictReport.text(merge)))
  }

  /// What a patch makes of it, or nil where the change does not fit, and the change.
  private static func patched(_ p: [UInt8], _ e: [UInt8], _ c: [UInt8]) throws -> ([UInt8]?, String) {
    let hashing = Hashing()
    let (old, new) = (
      try Document.read(p, .init(hashing: hashing)), try Document.read(e, .init(hashing: hashing))
    )
    let change = Differ.change(from: old, to: new, DiffOptions())
    let target = try Document.read(c, .init(hashing: hashing))
    let result = Patcher.apply(change, to: target, PatchOptions())
    if !result.misfits.isEmpty { return (nil, "") }
    return (result.edits.applied(to: target.bytes), string(ChangeWriter.text(change)))
  }

  /// What git's merge driver makes of it; nil where it leaves a conflict.
  private static func driven(_ p: [UInt8], _ e: [UInt8], _ c: [UInt8]) throws -> ([UInt8]?, String) {
    try TestFiles.withFolder { folder in
      let files = ["original", "ours", "theirs"].map { folder + "/" + $0 }
      for (file, text) in zip(files, [p, c, e]) { try TestFiles.write(text, file) }
      let words = ["--git-attempt", "--"] + files + ["7", "list.json", "%S", "%X", "%Y"]
      let result = ToolRunner.run(MergeCommand.self, words, folder: folder)
      if result.code == 0 { return (try TestFiles.read(files[1]), "[]\n") }
      if result.code == 1 { return (nil, "") }
      throw TestFiles.Failure("the driver: \(result.errors)")
    }
  }

  /// Whether a change names an identity, and not the one that the elements have.
  private func isByChance(_ change: String) throws -> Bool {
    let document = try Document.read(Array(change.utf8))
    func member(_ name: String, of object: Document.Node) -> Document.Node? {
      document.members(object).first { document.string($0.name) == name }?.value
    }
    var list = document.root
    if document.kind(list) == .object {
      if let hunks = member("elements", of: list) {
        return document.elements(hunks).contains { hunk in
          member("is", of: hunk).map { member(identity, of: $0) == nil } ?? false
        }
      }
      guard let members = member("members", of: list) else { return false }
      list = members
    }
    return document.elements(list).contains { member(identity, of: $0) == nil }
  }

  // MARK: What must hold

  private func fault(
    _ pristine: [Element], _ edited: [Element], _ current: [Element], _ result: [UInt8], report: String,
    byPatch: Bool
  ) throws -> String? {
    let document = try Document.read(result)
    var found: [String: [[String: String]]] = [:]
    for node in document.elements(document.root) {
      var fields: [String: String] = [:]
      for member in document.members(node) {
        fields[document.string(member.name)] = String(decoding: document.text(member.value), as: UTF8.self)
      }
      let name = fields[identity].map { String($0.dropFirst().dropLast()) } ?? ""
      found[name, default: []].append(fields)
    }
    func versions(_ elements: [Element]) -> [String: Element] {
      Dictionary(uniqueKeysWithValues: elements.map { ($0.name, $0) })
    }
    let (p, e, c) = (versions(pristine), versions(edited), versions(current))
    /// CURRENT's element to which EDITED gave a name: a change that does so has checked the old one, and the rest of it is that element's.
    func renamed(_ name: String) -> Element? { e[name]?.oldName.flatMap { c[$0] } }
    for (name, elements) in found {
      let isTold = report.contains("\"\(name)\"")
      if elements.count > 1, !isTold { return "\(name) is there \(elements.count) times" }
      for element in elements {
        for field in order where field != identity {
          var known = [p, e, c].compactMap { $0[name]?.fields[field] }
          if byPatch, let value = renamed(name)?.fields[field] { known.append(value) }
          if !known.contains(element[field] ?? "") {
            return "\(field) of \(name) is nobody's \(element[field] ?? "")"
          }
        }
      }
    }
    for name in Set(e.keys).union(c.keys) where !report.contains("\"\(name)\"") {
      let (before, own, other) = (p[name], e[name], c[name])
      let isKept = before == nil || own != nil && other != nil
      guard isKept else { continue }
      guard let element = found[name]?.first else { return "\(name) is lost" }
      for field in order where field != identity {
        let old = before?.fields[field]
        for side in [own, other].compactMap({ $0 }) where side.fields[field] != old {
          let opposite = side.name == own?.name && side.fields[field] == own?.fields[field] ? other : own
          let isContested = opposite?.fields[field] != old && opposite?.fields[field] != side.fields[field]
          let isRenamed = byPatch && renamed(name)?.fields[field] == element[field]
          if !isContested, element[field] != side.fields[field], !isRenamed {
            return "an edit of \(field) of \(name) is lost"
          }
        }
      }
    }
    // Where CURRENT put others in, they may stand between what was taken out and where it is looked for.
    for (name, before) in p
    where found[name] != nil && !report.contains("\"\(name)\"")
      && (!byPatch || c.keys.allSatisfy { p[$0] != nil })
    {
      for (own, other) in [(e, c), (c, e)] where own[name] == nil {
        if let edited = other[name], edited.fields != before.fields {
          return "\(name), which one side took out and the other one edited, stands unsaid"
        }
      }
    }
    for (name, _) in p where e[name] == nil && c[name] == nil && found[name] != nil {
      return "\(name), which both took out, is back"
    }
    return nil
  }
}
