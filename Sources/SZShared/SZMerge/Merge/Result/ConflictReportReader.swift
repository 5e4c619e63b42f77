internal import SZElements
public import SZJSON

/// A report that somebody may have changed, read back: how each conflict is to be resolved.
public struct ConflictReportReader {
  public typealias ShapeError = ConflictAnswers.ShapeError

  struct Entry {
    let node: Document.Node
    let kind: Conflict.Kind
    let answer: ConflictAnswers.Answer
    var isUsed = false
  }

  private static let known: Set<String> = [
    "kind", "path", "entity", "isInferred", "pointers", "indexes", "line", "column", "pristine", "edited",
    "current",
    "state", "rule", "resolution",
  ]

  let document: Document
  let hashing: Hashing
  private(set) var entries: [Entry] = []
  /// The entries about one place, by what is said to be there.
  private var index: [String: [UInt64: [Int]]] = [:]
  /// Those about entities that a delete rule undeleted, by the document that has one, the pointer there, and the hash of the entity.
  var undeleted: [String: [UInt64: Int]] = [:]

  /// Reads a report. Linear in it. With `exactNumbers`, values are told apart by the text of their numbers.
  /// - Throws: where it is none.
  public init(_ document: Document, exactNumbers: Bool = false) throws(ShapeError) {
    self.document = document
    hashing = Hashing(exactNumbers: exactNumbers)
    guard document.kind(document.root) == .array else {
      throw ShapeError(node: document.root, reason: "a report is an array of conflicts")
    }
    for node in document.elements(document.root) { try add(node) }
  }

  private mutating func add(_ node: Document.Node) throws(ShapeError) {
    guard document.kind(node) == .object else {
      throw ShapeError(node: node, reason: "a conflict must be an object")
    }
    for member in document.members(node)
    where !ConflictReportReader.known.contains(document.string(member.name)) {
      let name = JSONString.shown(document.string(member.name))
      throw ShapeError(node: member.name, reason: "\(name) has no place in a conflict")
    }
    guard let name = member(node, "kind"), document.kind(name).isString else {
      throw ShapeError(node: node, reason: "a conflict needs \"kind\", a string")
    }
    guard let kind = Conflict.Kind(rawValue: document.string(name)) else {
      throw ShapeError(
        node: name, reason: "unknown kind of conflict \(JSONString.shown(document.string(name)))")
    }
    let sides = sides(node)
    let place = key(kind, try pointer(node), try self.index(node))
    index[place, default: [:]][combined(sides), default: []].append(entries.count)
    if kind == .deleteRefer { addUndeleted(node, sides) }
    let answer = try ConflictAnswers.Answer(
      document, node, kind, ofElements: member(node, "indexes") != nil)
    entries.append(Entry(node: node, kind: kind, answer: answer))
  }

  /// The pointer into CURRENT, or into EDITED where CURRENT has nothing, or into PRISTINE where neither has.
  private func pointer(_ node: Document.Node) throws(ShapeError) -> [UInt8] {
    guard let pointers = member(node, "pointers"), document.kind(pointers) == .object,
      let pointer = member(pointers, "current") ?? member(pointers, "edited") ?? member(pointers, "pristine"),
      document.kind(pointer).isString
    else {
      throw ShapeError(
        node: member(node, "pointers") ?? node,
        reason: "a conflict needs \"pointers\" with \"current\", \"edited\" or \"pristine\", a string")
    }
    return document.characters(pointer)
  }

  /// The number of the first element in CURRENT, or in EDITED; nil where the report has none.
  private func index(_ node: Document.Node) throws(ShapeError) -> Int? {
    guard let indexes = member(node, "indexes") else { return nil }
    guard document.kind(indexes) == .object,
      let index = member(indexes, "current") ?? member(indexes, "edited"),
      let number = Int(String(decoding: document.text(index), as: UTF8.self))
    else {
      throw ShapeError(node: indexes, reason: "\"indexes\" must have \"current\" or \"edited\", an integer")
    }
    return number
  }

  func member(_ object: Document.Node, _ name: String) -> Document.Node? {
    document.member(object, named: Array(name.utf8))?.value
  }

  private func key(_ kind: Conflict.Kind, _ pointer: [UInt8], _ index: Int?) -> String {
    "\(kind.rawValue) \(index.map { "\($0)" } ?? "-") "
      + String(decoding: JSONString.token(pointer), as: UTF8.self)
  }

  private func combined(_ sides: Three<UInt64?>) -> UInt64 {
    var all = Hashing.Tuple(hashing)
    for party in Party.allCases {
      all.add(sides[party] == nil ? 0 : 1)
      all.add(sides[party] ?? 0)
    }
    return all.hash
  }

  /// The same merge with its conflicts resolved as the report says.
  ///
  /// Which conflicts there are may depend on how others are resolved, where a model says who owns whom, and of comments: the merge is
  /// made once more for as long as that leads to conflicts that the report names. Linear in the documents and the report, as often as
  /// that.
  ///
  /// That ends: each time an entry is used that was not used before, and none is ever unused again. So the merge is made once for each
  /// entry, at most.
  /// - Throws: where the report is about a conflict that the merge does not have, or has with other values; under a model, where it is
  ///   about other documents.
  public mutating func resolving(_ result: MergeResult) throws(ShapeError) -> MergeResult {
    var answers = ConflictAnswers(by: .report)
    var resolved = result
    var mismatch: ShapeError?
    repeat {
      mismatch = nil
      if try !take(resolved, &answers, &mismatch) { break }
      resolved = result.resolved(by: answers)
    } while entries.contains {
      !$0.isUsed && (result.setup.rules.schema != nil || $0.kind == .commentComment)
    }
    let documents = result.setup.documents
    for entry in entries where !entry.isUsed {
      if result.setup.rules.schema != nil, fits(entry.node, entry.kind, documents) { continue }
      if try isRepeated(entry) {
        throw ShapeError(node: entry.node, reason: "this conflict is in the report twice")
      }
      throw mismatch
        ?? ShapeError(
          node: entry.node, reason: "this report belongs to other documents: there is no such conflict")
    }
    return resolved
  }

  /// Whether another entry, which has been used, is about the same conflict.
  private func isRepeated(_ entry: Entry) throws(ShapeError) -> Bool {
    let place = key(entry.kind, try pointer(entry.node), try index(entry.node))
    return (index[place]?[combined(sides(entry.node))] ?? []).contains { entries[$0].isUsed }
  }

  /// The hashes of the values that an entry shows.
  private func sides(_ entry: Document.Node) -> Three<UInt64?> {
    Three { party in member(entry, party.rawValue).map { ValueHash.of(document, $0, hashing) } }
  }

  /// Takes down what the report says of the conflicts of a merge; answers whether that is more than before.
  private mutating func take(
    _ result: MergeResult, _ answers: inout ConflictAnswers, _ mismatch: inout ShapeError?
  ) throws(ShapeError) -> Bool {
    var isMore = false
    // What came up before the delete rules were known may have led to them.
    for entry in ConflictReport.entries(result, result.conflicts + result.passed)
    where answers[entry.conflict.id] == nil {
      let conflict = entry.conflict
      let place = entry.places[conflict.places.first()]
      let key = key(conflict.kind, place?.pointer ?? [], place?.index)
      let found = index[key, default: [:]]
      let sides = conflict.sides.map { $0.hash(hashing) }
      guard
        let number = found[combined(sides)]?.first(where: { !entries[$0].isUsed })
          ?? undeleted(entry.places, sides)
      else {
        mismatch = mismatch ?? self.mismatch(found.values.joined(), conflict)
        continue
      }
      entries[number].isUsed = true
      try answers.add(entries[number].answer, to: conflict, hashing)
      isMore = true
    }
    return isMore
  }

  /// What the entries about a conflict's place have otherwise than it.
  private func mismatch(_ numbers: some Sequence<Int>, _ conflict: Conflict) -> ShapeError? {
    guard let entry = numbers.filter({ !entries[$0].isUsed }).min().map({ entries[$0] }) else { return nil }
    for party in Party.allCases {
      let value = member(entry.node, party.rawValue)
      if value.map({ ValueHash.of(document, $0, hashing) }) == conflict.sides[party].hash(hashing) {
        continue
      }
      return ShapeError(
        node: value ?? entry.node,
        reason: "this report belongs to other documents: \"\(party.rawValue)\" is another there")
    }
    return nil
  }
}

extension Conflict.Side {
  /// The hash of the side as one JSON value; nil when it is absent.
  fileprivate func hash(_ hashing: Hashing) -> UInt64? {
    if isAbsent { return nil }
    let value = JSONWriter.value { write(to: &$0) }
    return ValueHash.of(value.document, value.node, hashing)
  }
}
