public import SZJSON

/// How much of one container stands in another: what tells an edited element from a new one.
public struct Resemblance {
  private let compared: ComparedMembers

  public init(of compared: ComparedMembers = ComparedMembers()) { self.compared = compared }

  /// From 0 to 1: equal children count whole, other members of one name by a quarter; two objects or two arrays count double, and where
  /// they are not equal by a quarter and half of what they hold likewise, where those in them count by three quarters. Of an element the
  /// first 64 children are looked at, and of these the first eight. Constant time.
  public func score(
    _ old: Document, _ oldNode: Document.Node, _ new: Document, _ newNode: Document.Node
  )
    -> Double
  {
    ElementContents(old, CollectionOfOne(oldNode), by: compared)
      .score(0, ElementContents(new, CollectionOfOne(newNode), by: compared), 0)
  }

  /// Pairs old elements with new ones that resemble them, in order on both sides.
  public func pairs(
    _ old: Document, _ oldNodes: ArraySlice<Document.Node>, _ new: Document,
    _ newNodes: ArraySlice<Document.Node>
  ) -> [(old: Int, new: Int)] {
    // Scalars resemble nothing.
    guard oldNodes.contains(where: { old.kind($0).isContainer }),
      newNodes.contains(where: { new.kind($0).isContainer })
    else { return [] }
    let (firstOld, firstNew) = (oldNodes.startIndex, newNodes.startIndex)
    let areFew = oldNodes.count * newNodes.count <= SimilarityAlignment.allPairs
    // Of many, few pairs are held against each other.
    let contents = ElementContents(old, oldNodes.prefix(areFew ? .max : 0), by: compared)
    let newContents = ElementContents(new, newNodes.prefix(areFew ? .max : 0), by: compared)
    let alignment = SimilarityAlignment(oldCount: oldNodes.count, newCount: newNodes.count) {
      areFew
        ? contents.score($0, newContents, $1)
        : score(old, oldNodes[firstOld + $0], new, newNodes[firstNew + $1])
    } oldParts: {
      appendParts(old, oldNodes[firstOld + $0], to: &$1)
    } newParts: {
      appendParts(new, newNodes[firstNew + $0], to: &$1)
    }
    return alignment.pairs().map { (firstOld + $0.old, firstNew + $0.new) }
  }

  /// Appends the hashes of the first children of a container: of an object's members with their names.
  private func appendParts(
    _ document: Document, _ node: Document.Node, to parts: inout [UInt64]
  ) {
    switch document.kind(node) {
    case .object:
      var rest = ElementContents.limit
      compared.forEachPart(document, node) { hash in
        if rest > 0 { parts.append(hash) }
        rest -= 1
      }
    case .array:
      for element in document.elements(node).prefix(ElementContents.limit) {
        parts.append(document.hash(element))
      }
    default: return
    }
  }
}

// MARK: Half of the members

extension Resemblance {
  /// Whether two objects or two arrays have at least half of the larger one's members in common: members of one name, elements wherever
  /// they stand; where both are objects of containers alone, what is in these. Linear in both.
  public func isHalfEqual(
    _ document: Document, _ node: Document.Node, _ other: Document, _ otherNode: Document.Node
  ) -> Bool {
    guard let (common, count, otherCount) = common(document, node, other, otherNode) else { return false }
    return common * 2 >= max(count, otherCount)
  }

  /// Whether the second one likewise has at least half of the first one's, whatever else it has, or of what these members and the
  /// objects and arrays among them hold. An empty one is in an empty one alone.
  public func isHalfKept(
    _ document: Document, _ node: Document.Node, _ other: Document, _ otherNode: Document.Node
  ) -> Bool {
    guard let (common, count, otherCount) = common(document, node, other, otherNode) else { return false }
    if count == 0 { return otherCount == 0 }
    if common * 2 >= count { return true }
    if isInside(document, node, other, otherNode) {
      let members = parts(document, node, false)
      if Resemblance.common(members, parts(other, otherNode, false)) * 2 >= members.count { return true }
    }
    let flat = flatParts(document, node)
    if flat.isEmpty { return false }
    return Resemblance.common(flat, flatParts(other, otherNode)) * 2 >= flat.count
  }

  /// The members that are scalars, and what the others hold.
  private func flatParts(_ document: Document, _ node: Document.Node) -> [UInt64] {
    var parts: [UInt64] = []
    if document.kind(node) == .array {
      for element in document.elements(node) where !document.kind(element).isContainer {
        parts.append(document.hash(element))
      }
    } else {
      compared.forEachMember(document, node, where: { !document.kind($0).isContainer }) { parts.append($0) }
    }
    compared.forEachInnerMember(document, node, where: { _ in true }) { parts.append($0) }
    return parts
  }

  /// Whether what is in the members of two containers of one kind counts for these: both are objects of objects and arrays alone.
  private func isInside(
    _ document: Document, _ node: Document.Node, _ other: Document, _ otherNode: Document.Node
  ) -> Bool {
    document.kind(node) == .object && compared.holdsContainers(document, node)
      && compared.holdsContainers(other, otherNode)
  }

  /// How many members two containers of one kind have in common, and how many each has.
  private func common(
    _ document: Document, _ node: Document.Node, _ other: Document, _ otherNode: Document.Node
  ) -> (common: Int, count: Int, otherCount: Int)? {
    guard document.kind(node).isContainer, document.kind(node) == other.kind(otherNode) else { return nil }
    let isInside = isInside(document, node, other, otherNode)
    let own = parts(document, node, isInside)
    let others = parts(other, otherNode, isInside)
    return (Resemblance.common(own, others), own.count, others.count)
  }

  /// How many of some parts are among others, each as often as it stands in both.
  private static func common(_ own: [UInt64], _ others: [UInt64]) -> Int {
    var parts: [UInt64: Int] = [:]
    for part in own { parts[part, default: 0] += 1 }
    return others.count { part in
      guard let count = parts[part], count > 0 else { return false }
      parts[part] = count - 1
      return true
    }
  }

  private func parts(_ document: Document, _ node: Document.Node, _ isInside: Bool) -> [UInt64] {
    var parts: [UInt64] = []
    if document.kind(node) == .array {
      for element in document.elements(node) { parts.append(document.hash(element)) }
    } else if isInside {
      compared.forEachInnerMember(document, node, where: { _ in true }) { parts.append($0) }
    } else {
      compared.forEachMember(document, node, where: { _ in true }) { parts.append($0) }
    }
    return parts
  }
}
