public import SZJSON

/// What counts of the members of objects when elements of a list are compared: all of them as they stand, or under a model those that it
/// has in changes, by what they mean.
public struct ComparedMembers {
  public typealias Member = Document.Members.Element

  /// What a model says of a member.
  public enum Meaning {
    /// It is never in a change.
    case leftOut
    /// The hash of what its value means.
    case hash(UInt64)
    /// Its value is what it is.
    case plain
  }

  private let meaning: ((Document, Member) -> Meaning)?
  /// Whether the elements of arrays among the elements may tell these apart: not where they have no order.
  let arraysHaveOrder: Bool

  public init(arraysHaveOrder: Bool = true, by meaning: ((Document, Member) -> Meaning)? = nil) {
    (self.arraysHaveOrder, self.meaning) = (arraysHaveOrder, meaning)
  }

  /// Whether a member of an object of the document counts.
  public func contain(_ document: Document, _ member: Member) -> Bool {
    guard case .leftOut? = meaning?(document, member) else { return true }
    return false
  }

  /// The hash of a member's value, which has been read with hashes.
  public func hash(_ document: Document, _ member: Member) -> UInt64 {
    guard case .hash(let hash)? = meaning?(document, member) else { return document.hash(member.value) }
    return hash
  }

  /// What an object holds, each with a hash of its name and of what it means: its members; where these are all objects, and no model says
  /// what counts, their members, so that `{"run": {"name": "build", "shell": "sh"}}` is still half the same with another shell.
  public func parts(_ document: Document, _ object: Document.Node) -> [(hash: UInt64, value: Document.Node)] {
    guard let hashing = document.hashing else { return [] }
    var parts: [(hash: UInt64, value: Document.Node)] = []
    var holdsObjects = meaning == nil
    for member in document.members(object) where contain(document, member) {
      parts.append((hashing.pair(document.hash(member.name), hash(document, member)), member.value))
      let isObject = document.kind(member.value) == .object && !document.isEmptyContainer(member.value)
      holdsObjects = holdsObjects && isObject
    }
    guard holdsObjects, !parts.isEmpty else { return parts }
    return document.members(object).flatMap { outer in
      document.members(outer.value).map { inner in
        let name = hashing.pair(document.hash(outer.name), document.hash(inner.name))
        return (hashing.pair(name, document.hash(inner.value)), inner.value)
      }
    }
  }
}
