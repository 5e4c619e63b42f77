public import SZJSON
internal import SZModel

/// A part of a change that does not fit the target.
public struct Misfit: Sendable {
  public enum Operation: String, CaseIterable, Sendable {
    case replace, change, add, remove, create, update, delete, hunk, order, set, move, refer, copy, test, put,
      append
  }

  public let operation: Operation
  /// Where, as a JSON Pointer (RFC 6901) into the target, or as a JSONPath where a name cannot stand in a pointer.
  public package(set) var pointer: String
  /// The byte offset in the target of what was found, or of what should hold it.
  public package(set) var offset: Int
  public let expected: Side
  public let found: Side
  /// What may help, for the message.
  public package(set) var hint: String?
  /// Under a model, the entity that the part is about.
  public package(set) var entity: Entity?

  /// An entity, by its name in the model and its identity.
  public struct Entity: Sendable {
    public let name: String
    public let identity: [(name: Value, value: Value)]

    public init(name: String, identity: [(name: Value, value: Value)]) {
      self.name = name
      self.identity = identity
    }
  }

  public init(operation: Operation, pointer: String, offset: Int, expected: Side, found: Side) {
    self.operation = operation
    self.pointer = pointer
    self.offset = offset
    self.expected = expected
    self.found = found
  }

  /// The misfit, as one of an entity.
  func of(_ entity: Entity?) -> Misfit {
    var misfit = self
    misfit.entity = entity
    return misfit
  }

  /// The misfit with what may help.
  public func hinting(_ words: String?) -> Misfit {
    var misfit = self
    misfit.hint = words
    return misfit
  }

  /// What was expected or found.
  public enum Side: Sendable {
    case nothing
    case value(Value)
    /// In words, where it is no one value.
    case words(String)
  }
}

extension Misfit {
  /// The misfit in words, without the file.
  public var message: String {
    "\(operation.rawValue) \(pointer.isEmpty ? "document" : pointer)\(entity.map { " of " + $0.words } ?? ""): expected \(Misfit.words(expected)), "
      + "found \(Misfit.words(found))" + (hint.map { "; " + $0 } ?? "")
  }

  private static func words(_ side: Side) -> String {
    switch side {
    case .nothing: "nothing"
    case .words(let words): words
    case .value(let value): value.shown
    }
  }

  /// Writes the misfit as an object for `--report`: `operation`, `path`, and `expected` and `found` unless there was
  /// nothing.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("operation")
    writer.append(string: operation.rawValue.utf8)
    writer.name("path")
    writer.append(string: pointer.utf8)
    entity?.write(to: &writer)
    for (name, side) in [("expected", expected), ("found", found)] {
      switch side {
      case .nothing: continue
      case .value(let value):
        writer.name(name)
        writer.append(value)
      case .words(let words):
        writer.name(name + "Description")
        writer.append(string: words.utf8)
      }
    }
    writer.endObject()
  }
}

extension Misfit.Entity {
  /// The entity and its identity, for messages.
  public var words: String {
    let parts = identity.map { part in "\(part.name.document.string(part.name.node)) \(part.value.shown)" }
    return parts.isEmpty ? name : name + " " + parts.joined(separator: ", ")
  }

  /// Writes the members `entityName` and `identity` of an open object.
  func write(to writer: inout JSONWriter) {
    writer.name(ReservedWord.entityName.rawValue)
    writer.append(string: name.utf8)
    writer.name("identity")
    writer.beginObject()
    for part in identity {
      writer.name(part.name)
      writer.append(part.value)
    }
    writer.endObject()
  }
}
