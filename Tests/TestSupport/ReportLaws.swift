internal import SZCommand
package import SZJSON
internal import SZModel

/// What holds of every report of a merge, found out from its text and the documents alone.
///
/// Each pointer leads to what the entry says its document has there, the path selects just that, and what `merged` leads to
/// in the result is the resolution.
package struct ReportLaws {
  private let report: Document
  private let documents: [(name: String, document: Document)]
  private let merged: Document?

  /// Checks a report; `merged` is the result, nil when there is none because a conflict is open.
  /// - Throws: a description of what does not hold.
  package static func check(
    _ report: [UInt8], _ pristine: Document, _ edited: Document, _ current: Document, merged: [UInt8]?
  ) throws {
    let read = Document.ReadOptions(allowsDuplicates: true, allowsComments: true)
    let laws = ReportLaws(
      report: try Document.read(report),
      documents: [("pristine", pristine), ("edited", edited), ("current", current)],
      merged: try merged.map { try Document.read($0, read) })
    for entry in laws.report.elements(laws.report.root) {
      do { try laws.check(entry) } catch {
        throw TestFiles.Failure("\(error) in \(String(decoding: laws.report.text(entry), as: UTF8.self))")
      }
    }
    if let mistake = try schema.get().mistake(in: laws.report) {
      throw TestFiles.Failure("the schema says \(mistake) of \(String(decoding: report, as: UTF8.self))")
    }
  }

  /// The schema of reports.
  package static let schema = Result {
    try JSONSchema(TestFiles.read(TestFiles.packageRoot + "/Schemas/merge-report.schema.json"))
  }

  private func check(_ entry: Document.Node) throws {
    let kind = try text(entry, "kind")
    for (name, document) in documents {
      guard let place = try place(entry, name, document) else {
        if member(entry, name) != nil { throw TestFiles.Failure("\(name) has no pointer") }
        continue
      }
      try check(kind, place, document, side: member(entry, name), name)
    }
    try checkPath(entry, kind)
    try checkPosition(entry)
    guard let merged else {
      if try place(entry, "merged", report) != nil { throw TestFiles.Failure("there is no result") }
      return
    }
    if try text(entry, "state") == "open" { throw TestFiles.Failure("an open conflict, and a result") }
    try checkMerged(entry, kind, merged)
  }

  /// Where a pointer leads, and from which element on.
  private typealias Place = (node: Document.Node, index: Int?)

  private func place(_ entry: Document.Node, _ name: String, _ document: Document) throws -> Place? {
    guard let pointers = member(entry, "pointers"), let pointer = member(pointers, name) else { return nil }
    guard let node = ReportLaws.node(document, report.string(pointer)) else {
      throw TestFiles.Failure("the pointer of \(name) leads nowhere")
    }
    let index = member(entry, "indexes").flatMap { member($0, name) }.flatMap {
      Int(String(decoding: report.text($0), as: UTF8.self))
    }
    return (node, index)
  }

  /// What a JSON Pointer leads to, by RFC 6901.
  package static func node(_ document: Document, _ pointer: String) -> Document.Node? {
    var node = document.root
    for step in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let name = step.replacing("~1", with: "/").replacing("~0", with: "~")
      switch document.kind(node) {
      case .object:
        guard let member = document.members(node).first(where: { document.string($0.name) == name }) else {
          return nil
        }
        node = member.value
      case .array:
        guard let index = Int(name),
          let element = document.elements(node).dropFirst(index).first(where: { _ in true })
        else { return nil }
        node = element
      default: return nil
      }
    }
    return node
  }

  private func check(
    _ kind: String, _ place: Place, _ document: Document, side: Document.Node?, _ name: String
  ) throws {
    let wrong = TestFiles.Failure("\(name) has something else at its pointer")
    switch kind {
    case "order/order":
      guard document.kind(place.node) == .array else { throw wrong }
    case "unit":
      guard document.kind(place.node) == .object, let side else { throw wrong }
      for attribute in report.members(side) {
        let name = report.characters(attribute.name)
        guard
          let member = document.members(place.node).first(where: { document.characters($0.name) == name }),
          document.isEqual(member.value, report, attribute.value, exactNumbers: true)
        else { throw wrong }
      }
    case _ where place.index != nil:
      guard let side, let index = place.index, document.kind(place.node) == .array else { throw wrong }
      let wanted = Array(report.elements(side))
      let there = Array(document.elements(place.node).dropFirst(index).prefix(wanted.count))
      guard index <= document.elements(place.node).reduce(0, { sum, _ in sum + 1 }),
        there.count == wanted.count,
        zip(there, wanted).allSatisfy({ document.isEqual($0, report, $1, exactNumbers: name != "merged") })
      else { throw wrong }
    case "hunk/hunk" where side.map({ !document.isEqual(place.node, report, $0, exactNumbers: true) }) ?? true:
      // A value of a set: the array has it as often.
      guard let side, document.kind(place.node) == .array else { throw wrong }
      let wanted = Array(report.elements(side))
      guard let value = wanted.first else { return }
      let count = document.elements(place.node).filter { document.isEqual($0, report, value) }.count
      guard name == "merged" || count == wanted.count else { throw wrong }
    default:
      guard let side, document.isEqual(place.node, report, side, exactNumbers: name != "merged") else {
        throw wrong
      }
    }
  }

  private func checkPath(_ entry: Document.Node, _ kind: String) throws {
    let path = try text(entry, "path")
    let isCurrent = try place(entry, "current", documents[2].document) != nil
    let (name, document) = isCurrent ? documents[2] : documents[1]
    guard let place = try place(entry, name, document) else { throw TestFiles.Failure("no pointer") }
    var wanted = [place.node]
    if let index = place.index, let side = member(entry, name) {
      let count = report.elements(side).reduce(0) { sum, _ in sum + 1 }
      wanted = Array(document.elements(place.node).dropFirst(index).prefix(count))
    }
    let found = PathOracle.nodes(try JSONPath(path), in: document)
    guard found == wanted else {
      throw TestFiles.Failure("\(path) selects something else in \(name): \(found), not \(wanted)")
    }
  }

  /// Line and column are those of something in CURRENT that is no white space.
  private func checkPosition(_ entry: Document.Node) throws {
    let (line, column) = (try number(entry, "line"), try number(entry, "column"))
    let text = String(decoding: documents[2].document.text(documents[2].document.root), as: UTF8.self)
    let lead = documents[2].document.bytes.array(0..<documents[2].document.start(documents[2].document.root))
    let all = String(decoding: lead, as: UTF8.self) + text
    let lines = all.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
    guard line <= lines.count, column <= lines[line - 1].unicodeScalars.count,
      let scalar = lines[line - 1].unicodeScalars.dropFirst(column - 1).first,
      !" \t,:".unicodeScalars.contains(scalar)
    else { throw TestFiles.Failure("nothing at \(line):\(column) of CURRENT") }
  }

  private func checkMerged(_ entry: Document.Node, _ kind: String, _ merged: Document) throws {
    guard let resolution = member(entry, "resolution") else { throw TestFiles.Failure("no resolution") }
    let side =
      report.kind(resolution) == .object
      ? member(resolution, "value") : member(entry, report.string(resolution))
    guard let place = try place(entry, "merged", merged) else {
      guard side != nil else { return }
      throw TestFiles.Failure("the result has no pointer")
    }
    if side == nil,
      member(entry, "indexes") != nil || kind == "unit" || kind == "hunk/hunk" || kind == "order/order"
    {
      return
    }
    try check(kind, place, merged, side: side, "merged")
  }

  private func member(_ object: Document.Node, _ name: String) -> Document.Node? {
    report.member(object, named: Array(name.utf8))?.value
  }

  private func text(_ entry: Document.Node, _ name: String) throws -> String {
    guard let node = member(entry, name), report.kind(node).isString else {
      throw TestFiles.Failure("no \(name)")
    }
    return report.string(node)
  }

  private func number(_ entry: Document.Node, _ name: String) throws -> Int {
    guard let node = member(entry, name), let number = Int(String(decoding: report.text(node), as: UTF8.self))
    else {
      throw TestFiles.Failure("no \(name)")
    }
    return number
  }
}
