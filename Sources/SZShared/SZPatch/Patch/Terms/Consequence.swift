public import SZJSON

/// What a patch did elsewhere because an entity was deleted, by the delete rules of a model.
public struct Consequence: Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    /// The entity was deleted too.
    case cascade
    /// A reference of the entity was cleared.
    case nullify
    /// A reference of the entity is left to what was purged.
    case dangling = "refer"
  }

  public let kind: Kind
  /// Where in the target: the entity that was deleted, or the reference that was cleared.
  public let pointer: String
  public package(set) var offset: Int
  public let entity: Misfit.Entity
  /// The reference's member.
  public let member: String
  /// The entity that was deleted before, in words.
  public let cause: String

  /// The consequence in words, without the file.
  public var message: String {
    switch kind {
    case .cascade: "delete \(pointer): \(entity.words), as \(cause) is deleted (\(member): cascade)"
    case .nullify: "clear \(pointer): '\(member)' of \(entity.words), as \(cause) is deleted"
    case .dangling: "refer \(pointer): '\(member)' of \(entity.words) is left, and \(cause) is purged"
    }
  }

  /// Writes the consequence as an object for `--report`, beside the misfits there: its kind is the `operation`.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("operation")
    writer.append(string: kind.rawValue.utf8)
    writer.name("path")
    writer.append(string: pointer.utf8)
    entity.write(to: &writer)
    writer.name("member")
    writer.append(string: member.utf8)
    writer.name("cause")
    writer.append(string: cause.utf8)
    writer.endObject()
  }
}
