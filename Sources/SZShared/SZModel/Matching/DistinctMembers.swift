public import SZJSON

/// The members that one element of an array alone has, with these values: they tell it from all others. Booleans, null and what is
/// empty tell nothing.
public struct DistinctMembers {
  /// By the hash of a member's name and value its element; -1 where several have it.
  private var holders: [UInt64: Int] = [:]

  /// Those of the elements; `ofStrings` asks for arrays alone that hold a string. Linear in the members of the elements, and in these
  /// arrays.
  public init(_ document: Document, _ elements: [Document.Node], ofStrings: Bool = false) {
    for (position, element) in elements.enumerated() {
      for member in DistinctMembers.members(document, element, ofStrings: ofStrings) {
        holders[member] = holders[member].map { _ in -1 } ?? position
      }
    }
  }

  /// The position of the element that alone has a member; nil where none or several have it.
  public func holder(of member: UInt64) -> Int? { holders[member].flatMap { $0 < 0 ? nil : $0 } }

  /// Whether a condition holds for a member and the position of the element that alone has it.
  public func contains(where condition: (UInt64, Int) -> Bool) -> Bool {
    holders.contains { $1 >= 0 && condition($0, $1) }
  }

  /// Hashes of the members of an element by their names and values; none of what is no object.
  public static func members(
    _ document: Document, _ element: Document.Node, ofStrings: Bool = false
  ) -> [UInt64] {
    guard let hashing = document.hashing, document.kind(element) == .object else { return [] }
    return document.members(element).compactMap { member in
      let kind = document.kind(member.value)
      if ofStrings {
        guard kind == .array, document.elements(member.value).contains(where: { document.kind($0).isString })
        else { return nil }
      }
      switch kind {
      case .true, .false, .null: return nil
      case .object where document.isEmptyContainer(member.value): return nil
      case .array where document.isEmptyContainer(member.value): return nil
      default: return hashing.pair(document.hash(member.name), document.hash(member.value))
      }
    }
  }
}
