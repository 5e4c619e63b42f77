public import SZJSON

/// Why something is no model, and where.
public struct ModelError: Error, Sendable {
  public let place: Place
  public let reason: Reason

  /// Where a mistake is: at a node of the model's document or, where a model may have been written in another form, at what
  /// the names of its JSON form lead to.
  public enum Place: Sendable {
    case node(Document.Node)
    /// Names of members and, in a template, indexes of elements.
    case path([String])
  }

  public init(_ reason: Reason, at node: Document.Node) {
    place = .node(node)
    self.reason = reason
  }

  public init(_ reason: Reason, at path: [String]) {
    place = .path(path)
    self.reason = reason
  }

  /// The place as a byte offset in the model's JSON document: that of the innermost value that the path leads to.
  public func offset(in document: Document) -> Int {
    switch place {
    case .node(let node): return document.start(node)
    case .path(let path):
      var node = document.root
      for step in path {
        guard let child = ModelError.child(step, of: node, in: document) else { break }
        node = child
      }
      return document.start(node)
    }
  }

  private static func child(_ step: String, of node: Document.Node, in document: Document) -> Document.Node? {
    switch document.kind(node) {
    case .object: document.member(node, named: Array(step.utf8))?.value
    case .array: Int(step).flatMap { index in document.elements(node).dropFirst(index).first { _ in true } }
    default: nil
    }
  }

  /// One case for each distinct mistake. The words are in ``ModelError/words``.
  public enum Reason: Equatable, Sendable {
    /// A value is not of the type it must be of; in words, as in "an object".
    case expected(String)
    case missing(String, in: String)
    case noEntities
    case unknownMember(String, of: String, nearest: String?)
    case unknownWord(String, allowed: [String], nearest: String?)
    /// A parent, destination, root or table that names no entity.
    case noEntity(String, nearest: String?)
    case ownAncestor(String)
    case propertyTwice(String, inherited: String?)
    case memberTwice(String, String, String)
    case identityNoAttribute(String, entity: String)
    case identityRelationship(String)
    /// An identity that is transient, not syncable or excluded.
    case identityLeftOut(String, String)
    /// A word that changes use themselves, and all names with such words in quotes.
    case identityReserved(String, entity: String, quoted: String)
    case identityTwice(String)
    /// A tombstone in the place of a property that cannot be `true`, or that identifies.
    case tombstoneProperty(String, String)
    /// A default that is no value of the attribute's type.
    case defaultKind(String)
    case identityOfSubentity(String, parent: String)
    case inverseMissing(String, destination: String)
    case inverseElsewhere(String, destination: String)
    case orderedToOne
    /// A policy or format that does not go with the attribute's type.
    case wrongKind(String, String)
    case unitTooShort
    case unitNoAttribute(String, entity: String)
    case unitTwice(String)
    case unitPolicy(String)
    case newestNoAttribute(String, entity: String)
    case templateNoProperty(String, entity: String)
    case templateContainer(String)
    case templateKind(String, String)
  }
}

extension ModelError {
  /// The mistake in words, without file and place.
  public var words: String { reason.words }
}

extension ModelError.Reason {
  /// The mistake in words.
  public var words: String {
    switch self {
    case .expected(let what): "expected \(what)"
    case .missing(let member, let place): "\(place) needs '\(member)'"
    case .noEntities: "a model needs at least one entity"
    case .unknownMember(let name, let place, let nearest):
      "\(place) has no member '\(name)'" + Self.hint(nearest)
    case .unknownWord(let word, let allowed, let nearest):
      "'\(word)' is none of \(allowed.joined(separator: ", "))" + Self.hint(nearest)
    case .noEntity(let name, let nearest): "no entity is called '\(name)'" + Self.hint(nearest)
    case .ownAncestor(let name): "entity '\(name)' is its own ancestor"
    case .propertyTwice(let name, nil): "property '\(name)' is declared twice"
    case .propertyTwice(let name, let ancestor?): "property '\(name)' is declared by '\(ancestor)' already"
    case .memberTwice(let member, let first, let second):
      "properties '\(first)' and '\(second)' are both called '\(member)' in documents"
    case .identityNoAttribute(let name, let entity): "identity '\(name)' is no attribute of '\(entity)'"
    case .identityRelationship(let name): "identity '\(name)' is a relationship; only attributes identify"
    case .identityLeftOut(let name, let why): "identity '\(name)' is \(why), so no change could carry it"
    case .identityReserved(let name, let entity, let quoted):
      "identity '\(name)' is a word that changes use themselves; --identity \(entity)=NAME names another one, --identity \"\(entity)=\(quoted)\" means this one"
    case .identityTwice(let name): "identity '\(name)' is named twice"
    case .tombstoneProperty(let name, let what):
      "tombstone '\(name)' is \(what); a mark of deletion is a boolean, or no attribute"
    case .defaultKind(let kind): "the default is no \(kind)"
    case .identityOfSubentity(let name, let parent):
      "the identity of '\(name)' differs from that of '\(parent)', which it inherits from"
    case .inverseMissing(let name, let destination):
      "inverse '\(name)' is no relationship of '\(destination)'"
    case .inverseElsewhere(let name, let destination):
      "inverse '\(name)' of '\(destination)' does not point back here"
    case .orderedToOne: "only a relationship that is 'many' can be 'ordered'"
    case .wrongKind(let word, let kind): "'\(word)' does not go with the type \(kind)"
    case .unitTooShort: "a unit has at least two attributes"
    case .unitNoAttribute(let name, let entity): "unit names '\(name)', which is no attribute of '\(entity)'"
    case .unitTwice(let name): "attribute '\(name)' is in two units"
    case .unitPolicy(let name): "attribute '\(name)' is in a unit and has a 'merge' of its own"
    case .newestNoAttribute(let name, let entity):
      "'newest:' names '\(name)', which is no attribute of '\(entity)'"
    case .templateNoProperty(let name, let entity):
      "template names '\(name)', which is no property of '\(entity)'"
    case .templateContainer(let name): "attribute '\(name)' holds a scalar, the template has none there"
    case .templateKind(let name, let wanted):
      "relationship '\(name)' holds \(wanted), the template has none there"
    }
  }

  private static func hint(_ nearest: String?) -> String { nearest.map { "; did you mean '\($0)'?" } ?? "" }
}
