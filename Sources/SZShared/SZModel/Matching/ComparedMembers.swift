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

  /// Which elements of arrays among the elements may tell these apart, by their indexes.
  public enum ArrayParts {
    case all
    /// Those before the first change: the others may have another index once a part of the change is left out.
    case beforeChange
    /// None, as arrays have no order.
    case none
  }

  private let meaning: ((Document, Member) -> Meaning)?
  let arrayParts: ArrayParts

  public init(arrayParts: ArrayParts = .all, by meaning: ((Document, Member) -> Meaning)? = nil) {
    (self.arrayParts, self.meaning) = (arrayParts, meaning)
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
}
