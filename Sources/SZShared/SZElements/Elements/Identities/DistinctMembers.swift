public import SZJSON

/// Which element of an array is known by some members, as it alone has all of them.
public struct DistinctMembers {
  private let document: Document
  private let elements: [Document.Node]
  private var holders: MemberHolders
  /// What more elements than this have is not looked for.
  private static let mostHolders = 64

  /// Linear in the members of the elements.
  public init(_ document: Document, _ elements: [Document.Node]) {
    (self.document, self.elements) = (document, elements)
    holders = MemberHolders(expected: elements.count)
    for (position, element) in elements.enumerated() {
      for member in DistinctMembers.members(document, element) { holders.add(member, of: position) }
    }
  }

  /// The position of the element that alone has all of some members; nil where none or several have them. Linear in the members of a
  /// few elements.
  public func holder(ofAll members: Set<UInt64>) -> Int? {
    let fewest = members.compactMap { holders.of($0, atMost: DistinctMembers.mostHolders) }
      .min { $0.count < $1.count }
    let all = (fewest ?? []).filter {
      members.isSubset(of: DistinctMembers.members(document, elements[$0]))
    }
    return all.count == 1 ? all[0] : nil
  }

  /// Hashes of the members of an element by their names and values, of those whose values count; none of what is no object.
  public static func members(
    _ document: Document, _ element: Document.Node, where counts: (Document.Node) -> Bool = { _ in true }
  ) -> [UInt64] {
    guard let hashing = document.hashing, document.kind(element) == .object else { return [] }
    return document.members(element).filter { counts($0.value) }
      .map { hashing.pair(document.hash($0.name), document.hash($0.value)) }
  }

  /// Those of an object, and of an array the hashes of its elements. Linear in them.
  public static func parts(_ document: Document, _ node: Document.Node) -> [UInt64] {
    document.kind(node) == .array ? document.elements(node).map(document.hash) : members(document, node)
  }

  /// Hashes of the members whose values are strings, objects or arrays.
  public static func texts(_ document: Document, _ element: Document.Node) -> [UInt64] {
    members(document, element) { document.kind($0).isString || document.kind($0).isContainer }
  }
}
