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
  /// How many of them have been asked for.
  private var nextUnused: [String: Int] = [:]
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
    let isList = kind == .hunkHunk || kind == .orderOrder
    let wanted: Document.Kind? = isList ? .array : kind == .unit ? .object : nil
    if wanted.map({ $0 != document.kind(value) }) ?? false {
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
  func answer(_ kind: Conflict.Kind, _ pointer: String, _ sides: Three<Conflict.Side>) -> Conflict.Resolution?
  {
    let key = ConflictAnswers.key(kind, pointer)
    let next = nextUnused[key, default: 0]
    guard let numbers = index[key], next < numbers.count else {
      return nil
    }
    nextUnused[key] = next + 1
    let entry = entries[numbers[next]]
    entries[numbers[next]].isUsed = true
    for party in Conflict.Party.allCases where !isSame(member(entry.node, party.rawValue), sides[party]) {
      mismatch =
        mismatch
        ?? ShapeError(
          node: member(entry.node, party.rawValue) ?? entry.node,
          reason: "this report belongs to other documents: \"\(party.rawValue)\" is another there")
      return nil
    }
    return entry.resolution
  }

  /// Forgets what has been asked for: the merge is made again.
  func startAgain() {
    for number in entries.indices { entries[number].isUsed = false }
    nextUnused = [:]
    mismatch = nil
  }

  /// Says that the value of a resolution does not order the members that the conflict is about.
  func refuseOrder(_ value: Value) {
    guard value.document === document else { return }
    mismatch =
      mismatch
      ?? ShapeError(
        node: value.node, reason: "this order does not have the members of the conflict, each once")
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
