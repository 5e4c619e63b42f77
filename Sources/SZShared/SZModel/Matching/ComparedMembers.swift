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

  /// Whether what is in the objects among the members counts by itself: where no model says what they mean.
  public var countInside: Bool { meaning == nil }

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

  /// Comes to what an object holds, where `counts` says so of the value, by a hash of its name and of what it means: to its members; where
  /// these are all containers (``holdsContainers(_:_:)``), to what is in them, so that `{"run": {"name": "build", "shell": "sh"}}` is
  /// still half the same with another shell.
  public func forEachPart(
    _ document: Document, _ object: Document.Node, where counts: (Document.Node) -> Bool = { _ in true },
    _ body: (UInt64) -> Void
  ) {
    if holdsContainers(document, object) {
      forEachInnerMember(document, object, where: counts, body)
    } else {
      forEachMember(document, object, where: counts, body)
    }
  }

  /// Comes likewise to its members.
  public func forEachMember(
    _ document: Document, _ object: Document.Node, where counts: (Document.Node) -> Bool,
    _ body: (UInt64) -> Void
  ) {
    guard let hashing = document.hashing else { return }
    for member in document.members(object) where counts(member.value) && contain(document, member) {
      body(hashing.pair(document.hash(member.name), hash(document, member)))
    }
  }

  /// Comes likewise to the members of the objects in an object, or in an array, and to the elements of the arrays in it, wherever they
  /// stand there, unless arrays are left out; to none where a model says what counts.
  public func forEachInnerMember(
    _ document: Document, _ container: Document.Node, inArrays: Bool = true,
    where counts: (Document.Node) -> Bool, _ body: (UInt64) -> Void
  ) {
    guard let hashing = document.hashing, countInside else { return }
    func comeInto(_ name: UInt64, _ value: Document.Node) {
      switch document.kind(value) {
      case .array where inArrays:
        let element = hashing.pair(name, name)
        for inner in document.elements(value) where counts(inner) {
          body(hashing.pair(element, document.hash(inner)))
        }
      case .object:
        for inner in document.members(value) where counts(inner.value) {
          let names = hashing.pair(name, document.hash(inner.name))
          body(hashing.pair(names, document.hash(inner.value)))
        }
      default: break
      }
    }
    if document.kind(container) == .array {
      for (index, element) in document.elements(container).enumerated() { comeInto(UInt64(index), element) }
    } else {
      for member in document.members(container) { comeInto(document.hash(member.name), member.value) }
    }
  }

  /// Whether an object has members, all of them containers that are not empty, and no model says what counts.
  func holdsContainers(_ document: Document, _ object: Document.Node) -> Bool {
    countInside && !document.isEmptyContainer(object)
      && document.members(object).allSatisfy { member in
        document.kind(member.value).isContainer && !document.isEmptyContainer(member.value)
      }
  }
}
