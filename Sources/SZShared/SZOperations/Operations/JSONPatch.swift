public import SZJSON
public import SZModel

/// A JSON Patch (RFC 6902): operations that are carried out one after the other, all of them or none.
public struct JSONPatch: Sendable {
  /// What an operation does (RFC 6902 section 4).
  enum Action: String, CaseIterable, Sendable {
    case add, remove, replace, move, copy, test

    /// How an operation begins.
    var head: [UInt8] {
      switch self {
      case .add: Action.heads[0]
      case .remove: Action.heads[1]
      case .replace: Action.heads[2]
      case .move: Action.heads[3]
      case .copy: Action.heads[4]
      case .test: Action.heads[5]
      }
    }

    private static let heads = allCases.map { Array("{\"op\":\"\($0.rawValue)\"".utf8) }
  }

  struct Operation: Sendable {
    let action: Action
    let path: JSONPointer
    /// Of a move and a copy.
    let from: JSONPointer?
    /// Of an addition, a replacement and a test.
    let value: Value?
    /// The pointers as they are written, for messages.
    let text: String
  }

  let operations: [Operation]

  /// Reads the operations. Members that no operation has are let through (RFC 6902 section 4).
  ///
  /// - Throws: what is no operation.
  public init(_ document: Document) throws(ChangeShapeError) {
    guard document.kind(document.root) == .array else {
      throw ChangeShapeError(node: document.root, reason: "a JSON Patch is an array of operations")
    }
    var operations: [Operation] = []
    for node in document.elements(document.root) {
      operations.append(try JSONPatch.operation(document, node))
    }
    self.operations = operations
  }

  /// Whether a document is one by its shape: an array, not an empty one, whose elements all have the strings `op` and `path`, and no part
  /// of an entity change.
  public static func isOne(_ document: Document) -> Bool {
    guard document.kind(document.root) == .array, !document.isEmptyContainer(document.root) else {
      return false
    }
    return document.elements(document.root).allSatisfy { element in
      guard document.kind(element) == .object else { return false }
      var found = 0
      for member in document.members(element) {
        if document.isString(member.name, equalTo: opName)
          || document.isString(member.name, equalTo: pathName)
        {
          guard document.kind(member.value).isString else { return false }
          found += 1
        } else if document.isString(member.name, equalTo: attributesName)
          || document.isString(member.name, equalTo: relationshipsName)
        {
          return false
        }
      }
      return found == 2
    }
  }

  private static let opName = Array("op".utf8)
  private static let pathName = Array("path".utf8)
  private static let attributesName = Array(ReservedWord.attributes.rawValue.utf8)
  private static let relationshipsName = Array(ReservedWord.relationships.rawValue.utf8)

  private static func operation(
    _ document: Document, _ node: Document.Node
  ) throws(ChangeShapeError) -> Operation {
    guard document.kind(node) == .object else {
      throw ChangeShapeError(node: node, reason: "an operation must be an object")
    }
    func member(_ name: String) throws(ChangeShapeError) -> Document.Node {
      guard let found = document.member(node, named: Array(name.utf8)) else {
        throw ChangeShapeError(node: node, reason: "an operation needs \"\(name)\"")
      }
      return found.value
    }
    func text(_ name: String) throws(ChangeShapeError) -> Document.Node {
      let value = try member(name)
      guard document.kind(value).isString else {
        throw ChangeShapeError(node: value, reason: "\"\(name)\" must be a string")
      }
      return value
    }
    func pointer(_ name: String) throws(ChangeShapeError) -> JSONPointer {
      let value = try text(name)
      do { return try JSONPointer(document.characters(value)) } catch {
        throw ChangeShapeError(node: value, reason: "\"\(name)\" is no JSON Pointer: \(error.reason)")
      }
    }
    let word = try text("op")
    guard let action = Action(rawValue: document.string(word)) else {
      let known = Action.allCases.map(\.rawValue)
      let nearest = NearestName.of(document.string(word), in: known)
      throw ChangeShapeError(
        node: word,
        reason: "there is no operation \(JSONString.shown(document.string(word)))"
          + (nearest.map { "; did you mean \"\($0)\"?" } ?? ""))
    }
    let path = try pointer("path")
    var (from, value): (JSONPointer?, Value?)
    var words = action.rawValue + " "
    switch action {
    case .add, .replace, .test: value = Value(document, try member("value"))
    case .move, .copy:
      from = try pointer("from")
      words += shown(document.string(try text("from"))) + " to "
    case .remove: break
    }
    words += shown(document.string(try text("path")))
    return Operation(action: action, path: path, from: from, value: value, text: words)
  }

  private static func shown(_ pointer: String) -> String {
    pointer.isEmpty ? "document" : ShortText.beginning(pointer)
  }
}
