internal import SZElements
public import SZJSON

/// What has been said about single conflicts of a merge, before any rule is asked.
public struct ConflictAnswers {
  enum Answer {
    case resolution(Conflict.Resolution)
    /// Nobody has settled it, and no rule is to.
    case open
  }

  /// What is wrong with what somebody said, at a node of its document.
  public struct ShapeError: Error {
    public let node: Document.Node
    public let reason: String
  }

  /// Who has said it.
  let source: Conflict.AnswerSource
  private var answers: [Conflict.ID: Answer] = [:]

  init(by source: Conflict.AnswerSource) { self.source = source }

  subscript(id: Conflict.ID) -> Answer? { answers[id] }

  /// Takes an answer down.
  /// - Throws: when it cannot be one to this conflict: an order must have its members, each once.
  mutating func add(_ answer: Answer, to conflict: Conflict, _ hashing: Hashing) throws(ShapeError) {
    if case .resolution(.value(let value)) = answer, case .order(let members) = conflict.current {
      let wanted = members.values.map { ValueHash.of($0.document, $0.node, hashing) }
      let given = value.document.elements(value.node).map { ValueHash.of(value.document, $0, hashing) }
      if wanted.sorted() != given.sorted() {
        throw ShapeError(
          node: value.node, reason: "this order does not have the members of the conflict, each once")
      }
    }
    answers[conflict.id] = answer
  }
}

extension ConflictAnswers.Answer {
  /// Reads the member `resolution` of `object`: a side, a value, or null, which leaves the conflict open. A value is an array where the
  /// conflict is one of elements, `ofElements`.
  /// - Throws: where there is none, or none for this kind of conflict.
  init(
    _ document: Document, _ object: Document.Node, _ kind: Conflict.Kind, ofElements: Bool
  ) throws(ConflictAnswers.ShapeError) {
    guard let member = document.member(object, named: Array("resolution".utf8))?.value else {
      throw ConflictAnswers.ShapeError(node: object, reason: "a conflict needs \"resolution\"")
    }
    if document.kind(member) == .null {
      self = .open
      return
    }
    if kind.hasOnlySides {
      guard document.kind(member).isString, ["edited", "current"].contains(document.string(member)) else {
        throw ConflictAnswers.ShapeError(
          node: member,
          reason: "\"resolution\" of a conflict \(kind.rawValue) must be \"edited\", \"current\" or null")
      }
    }
    if document.kind(member).isString, let party = Party(rawValue: document.string(member)) {
      self = .resolution(.party(party))
      return
    }
    guard document.kind(member) == .object,
      let value = document.member(member, named: Array("value".utf8))?.value,
      document.members(member).reduce(0, { sum, _ in sum + 1 }) == 1
    else {
      throw ConflictAnswers.ShapeError(
        node: member,
        reason: "\"resolution\" must be \"edited\", \"current\", \"pristine\", {\"value\": ...} or null")
    }
    let isList = kind == .hunkHunk || kind == .orderOrder || ofElements
    let wanted: Document.Kind? = isList ? .array : kind == .unit ? .object : nil
    if wanted.map({ $0 != document.kind(value) }) ?? false {
      throw ConflictAnswers.ShapeError(
        node: value, reason: "this is no resolution of a conflict \(kind.rawValue)")
    }
    self = .resolution(.value(Value(document, value)))
  }
}
