/// A report that somebody may have changed, read back: how each conflict is to be resolved.
package final class ConflictAnswers {
  /// What is wrong with a report, at a node of its document.
  package struct ShapeError: Error {
    package let node: Document.Node
    package let reason: String
  }

  private struct Entry {
    let node: Document.Node
    let resolution: Conflict.Resolution
    var isUsed = false
  }

  private let document: Document
  private var entries: [Entry] = []
  /// The entries for a kind and path, the next one first.
  private var index: [String: [Int]] = [:]
  private var mismatch: ShapeError?

  /// Reads a report.
  /// - Throws: where it is none.
  package init(_ document: Document) throws(ShapeError) {
    self.document = document
    guard document.kind(document.root) == .array else {
      throw ShapeError(node: document.root, reason: "a report is an array of conflicts")
    }
    for node in document.elements(document.root) { try add(node) }
  }

  private func add(_ node: Document.Node) throws(ShapeError) {
    guard document.kind(node) == .object else {
      throw ShapeError(node: node, reason: "a conflict must be an object")
    }
    let known = ["path", "entity", "kind", "pristine", "edited", "current", "policy", "resolution"]
    for member in document.members(node) where !known.contains(document.string(member.name)) {
      let name = JSONString.shown(document.string(member.name))
      throw ShapeError(node: member.name, reason: "\(name) has no place in a conflict")
    }
    let path = try text(node, "path")
    let kind = try text(node, "kind")
    guard let kind = Conflict.Kind(rawValue: kind) else {
      throw ShapeError(node: node, reason: "unknown kind of conflict \(JSONString.shown(kind))")
    }
    index[ConflictAnswers.key(kind, path), default: []].append(entries.count)
    entries.append(Entry(node: node, resolution: try resolution(node, kind)))
  }

  private func resolution(_ node: Document.Node, _ kind: Conflict.Kind) throws(ShapeError)
    -> Conflict.Resolution
  {
    guard let member = member(node, "resolution") else {
      throw ShapeError(node: node, reason: "a conflict needs \"resolution\"")
    }
    if document.kind(member).isString, let party = Conflict.Party(rawValue: document.string(member)) {
      return .party(party)
    }
    guard document.kind(member) == .object, let value = self.member(member, "value"),
      document.members(member).reduce(0, { sum, _ in sum + 1 }) == 1
    else {
      throw ShapeError(
        node: member,
        reason: "\"resolution\" must be \"edited\", \"current\", \"pristine\" or {\"value\": ...}")
    }
    let wanted: Document.Kind? = kind == .hunkHunk ? .array : kind == .unit ? .object : nil
    if kind == .orderOrder || wanted.map({ $0 != document.kind(value) }) ?? false {
      throw ShapeError(node: value, reason: "this is no resolution of a conflict \(kind.rawValue)")
    }
    return .value(Value(document, value))
  }

  private func text(_ node: Document.Node, _ name: String) throws(ShapeError) -> String {
    guard let member = member(node, name), document.kind(member).isString else {
      throw ShapeError(node: node, reason: "a conflict needs \"\(name)\", a string")
    }
    return document.string(member)
  }

  private func member(_ object: Document.Node, _ name: String) -> Document.Node? {
    document.member(object, named: Array(name.utf8))?.value
  }

  private static func key(_ kind: Conflict.Kind, _ path: String) -> String { kind.rawValue + " " + path }

  /// What the report says of a conflict; nil when it says nothing, or something about another one.
  func answer(
    _ kind: Conflict.Kind, _ pointer: String, _ pristine: Conflict.Side, _ edited: Conflict.Side,
    _ current: Conflict.Side
  ) -> Conflict.Resolution? {
    let key = ConflictAnswers.key(kind, pointer)
    guard let number = index[key]?.first(where: { !entries[$0].isUsed }) else { return nil }
    let entry = entries[number]
    entries[number].isUsed = true
    for (name, side) in [("pristine", pristine), ("edited", edited), ("current", current)]
    where !isSame(member(entry.node, name), side) {
      mismatch =
        mismatch
        ?? ShapeError(
          node: member(entry.node, name) ?? entry.node,
          reason: "this report belongs to other documents: \"\(name)\" is another there")
      return nil
    }
    return entry.resolution
  }

  private func isSame(_ node: Document.Node?, _ side: Conflict.Side) -> Bool {
    guard let node else { return side.isAbsent }
    var text: [UInt8] = []
    side.append(to: &text)
    guard let other = try? Document.read(text, .init(allowsDuplicates: true)) else { return false }
    return document.isEqual(node, other, other.root, exactNumbers: true)
  }

  /// Checks, after the merge, that every entry was about a conflict of it.
  package func checkAllUsed() throws(ShapeError) {
    if let mismatch { throw mismatch }
    for entry in entries where !entry.isUsed {
      throw ShapeError(
        node: entry.node, reason: "this report belongs to other documents: there is no such conflict")
    }
  }
}
