public import SZJSON

/// What a document under a model must not have, and where.
public struct EntityError: Error, Sendable {
  public let node: Document.Node
  public let reason: Reason

  public init(_ reason: Reason, at node: Document.Node) {
    self.node = node
    self.reason = reason
  }

  public enum Reason: Equatable, Sendable {
    /// `entityName` names no entity of the model.
    case unknownEntity(String, nearest: String?)
    /// `entityName` names one that cannot stand where it does.
    case entityElsewhere(String, destination: String)
    case abstractEntity(String)
    /// Which entity a document is cannot be told.
    case noRoot(candidates: [String])
    /// The root should be an object whose members are tables.
    case noTables
    case missingIdentity(entity: String, names: [String])
    /// Two entities of one identity; the node of the other one.
    case identityTwice(String, entity: String, first: Document.Node, inOneSet: Bool)
    /// What is no object stands where only entities can.
    case noEntity(String)
    case unknownMember(String, entity: String, nearest: String?)
  }

  /// The mistake in words, without file and place. `place` makes words of where another node of the document is.
  public func words(_ place: (Document.Node) -> String) -> String {
    switch reason {
    case .unknownEntity(let name, let nearest):
      "no entity of the model is called '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .entityElsewhere(let name, let destination):
      "'\(name)' is not '\(destination)' and does not inherit from it, so it cannot stand here"
    case .abstractEntity(let name): "'\(name)' is abstract; entityName must name one of its sub-entities"
    case .noRoot(let candidates):
      candidates.isEmpty
        ? "which entity this is cannot be told: each is owned by another one; --root ENTITY says which it is"
        : "which entity this is cannot be told: it may be \(candidates.joined(separator: ", ")); --root ENTITY says which it is"
    case .noTables: "the root of the model is tables, so that this must be an object"
    case .missingIdentity(let entity, let names):
      "'\(entity)' needs its identity here, \(names.map { "'\($0)'" }.joined(separator: " and ")), "
        + "\(names.count > 1 ? "each " : "")a string, a number or a boolean; --identity \(entity)=NAME names another one"
    case .identityTwice(let identity, let entity, let first, true):
      "two of '\(entity)' have the identity \(identity) here, first at \(place(first))"
    case .identityTwice(let identity, let entity, let first, false):
      "two of '\(entity)' have the identity \(identity), first at \(place(first)); where it is unique only below its owner, the model says \"scope\": \"parent\""
    case .noEntity(let entity):
      "this must be an object, as '\(entity)' has an identity; or all are references"
    case .unknownMember(let name, let entity, let nearest):
      "the model knows no member \(JSONString.shown(name)) of '\(entity)'"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    }
  }
}
