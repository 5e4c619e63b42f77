public import SZJSON

/// One value that a change changes, for formats that are read.
public struct ValueChange: Sendable {
  public enum Operation: String, Sendable {
    case add, remove, replace, move
  }

  public let operation: Operation
  /// Where it is, as `sz-path(7)` has it: elements by their identity where they have one. The index of an element that goes is that of
  /// OLD, of one that comes that of NEW.
  public let path: [UInt8]
  /// How many bytes of the path lead to what holds it; all of them for an element of a set, which has no place of its own.
  public let ownerLength: Int
  /// What stood there, and what stands there now.
  public let old: Value?
  public let new: Value?
  /// Where that is in the documents, where it is known.
  public var oldNode: Document.Node?
  public var newNode: Document.Node?
  /// What a model calls the entity that holds it, or that it is.
  public var entityName: String?
  /// Beside which element of an array it comes to stand; nil where that is said by its path or is the end.
  public var neighbour: Neighbour?
  /// The path from which it came, under a model.
  public var source: [UInt8]?
  /// What it is called, where it is a member of an object.
  public var memberName: [UInt8]?
  /// Whether it is an element of an array that is told apart by its identity.
  public var isMember = false

  public struct Neighbour: Sendable {
    /// Whether it comes behind that, not in front of it.
    public let isBehind: Bool
    public let selector: [UInt8]
  }

  init(_ operation: Operation, _ path: [UInt8], ownerLength: Int, old: Value? = nil, new: Value? = nil) {
    (self.operation, self.path, self.ownerLength) = (operation, path, ownerLength)
    (self.old, self.new) = (old, new)
  }

  /// The path of what holds it.
  public var owner: ArraySlice<UInt8> { path[..<ownerLength] }
  /// The last step of the path.
  public var step: ArraySlice<UInt8> { path[ownerLength...] }
}
