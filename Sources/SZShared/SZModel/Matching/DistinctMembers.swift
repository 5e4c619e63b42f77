public import SZJSON

/// The members that one element of an array alone has, with these values: they tell it from all others. Booleans, null and what is
/// empty tell nothing.
public struct DistinctMembers {
  /// By the hash of a member's name and value its element; -1 where several have it.
  private var holders: [UInt64: Int] = [:]

  /// Linear in the members of the elements.
  public init(_ document: Document, _ elements: [Document.Node]) {
    for (position, element) in elements.enumerated() {
      for member in DistinctMembers.members(document, element) {
        holders[member] = holders[member].map { _ in -1 } ?? position
      }
    }
  }

  /// The position of the element that alone has a member; nil where none or several have it.
  public func holder(of member: UInt64) -> Int? { holders[member].flatMap { $0 < 0 ? nil : $0 } }

  /// Hashes of the members of an element by their names and values; none of what is no object.
  public static func members(_ document: Document, _ element: Document.Node) -> [UInt64] {
    guard let hashing = document.hashing, document.kind(element) == .object else { return [] }
    return document.members(element).compactMap { member in
      switch document.kind(member.value) {
      case .true, .false, .null: return nil
      case .object where document.isEmptyContainer(member.value): return nil
      case .array where document.isEmptyContainer(member.value): return nil
      default: return hashing.pair(document.hash(member.name), document.hash(member.value))
      }
    }
  }
}
