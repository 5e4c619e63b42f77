internal import SZJSON

/// The objects and arrays that a side gave to one element of an array, and that in PRISTINE another one alone held of those that it changed.
///
/// Of `[{"day": "Mon", "shift": 1, "who": ["Ann"]}, {"day": "Tue", "shift": 2, "who": ["Cid"]}]` a side exchanges what stands in `who`.
/// What the other side put to one of these may belong to the day or to the persons.
final class ExchangedContainers {
  typealias Elements = (document: Document, nodes: [Document.Node])
  private let pristine: Elements
  private let side: Elements
  private lazy var counts = [count(pristine, without: side), count(side, without: pristine)]

  /// Those of a version of an array. Nothing is looked at before somebody asks.
  init(_ pristine: Elements, _ side: Elements) { (self.pristine, self.side) = (pristine, side) }

  /// Whether what the side made of an element has one of these where both sides changed what stood there, each otherwise: all of it; or where
  /// less than half of what stood there is left, values that another one alone held, and that are half of what stands there now; or where
  /// half is left beside something new, or no more of an object, and all that stood there stands in another element now. Linear in what
  /// the element holds, the first time in the elements and what the changed ones hold.
  func isAny(_ before: Document.Node, _ own: Document.Node, _ other: Value) -> Bool {
    let inSide = ExchangedContainers.places(side.document, own)
    if inSide.isEmpty { return false }
    let inPristine = ExchangedContainers.places(pristine.document, before)
    let inOther = ExchangedContainers.places(other.document, other.node)
    // What it had at another place itself is not from another one.
    lazy var had = ExchangedContainers.held(pristine.document, before)
    lazy var has = ExchangedContainers.held(side.document, own)
    func isElsewhere(_ held: UInt64, besides own: Set<UInt64>) -> Bool {
      !own.contains(held) && counts.allSatisfy { $0[held] == 1 }
    }
    return inSide.contains { place, now in
      guard let before = inPristine[place], let others = inOther[place] else { return false }
      let (old, new) = (pristine.document.hash(before), side.document.hash(now))
      if Set([old, new, other.document.hash(others)]).count < 3 { return false }
      if isElsewhere(new, besides: had) { return true }
      let left = Set(ExchangedContainers.parts(pristine.document, before))
      let come = ExchangedContainers.parts(side.document, now)
      let kept = come.count(where: left.contains)
      let isReplaced = kept < come.count || side.document.kind(now) == .object
      return kept * 2 <= left.count && isReplaced && isElsewhere(old, besides: has)
        || kept * 2 < left.count && come.count { isElsewhere($0, besides: had) } * 2 >= come.count
    }
  }

  /// How many elements that the other version does not have as they are hold each object or array, and each value in one, by its hash.
  private func count(_ elements: Elements, without others: Elements) -> [UInt64: Int] {
    var counts: [UInt64: Int] = [:]
    let same = HashSet(others.nodes.map(others.document.hash))
    for element in elements.nodes where !same.contains(elements.document.hash(element)) {
      for value in ExchangedContainers.held(elements.document, element) { counts[value, default: 0] += 1 }
    }
    return counts
  }

  /// The hashes of the objects and arrays in an element, and of the values in these.
  private static func held(_ document: Document, _ element: Document.Node) -> Set<UInt64> {
    Set(places(document, element).values.flatMap { parts(document, $0) + [document.hash($0)] })
  }

  /// The hashes of the values in an object or array, which are others than those of objects and arrays; in an object with their names.
  private static func parts(_ document: Document, _ node: Document.Node) -> [UInt64] {
    guard let hashing = document.hashing else { return [] }
    return DistinctMembers.parts(document, node).map { hashing.pair(1, $0) }
  }

  /// The objects in an element, and the arrays that are not empty, by their places: the names of the members that lead to them, or in an
  /// array the index.
  private static func places(_ document: Document, _ element: Document.Node) -> [UInt64: Document.Node] {
    var found: [UInt64: Document.Node] = [:]
    guard let hashing = document.hashing, document.kind(element).isContainer else { return found }
    var pending = [(place: UInt64(0), node: element)]
    while let (place, node) = pending.popLast() {
      let inside: [(UInt64, Document.Node)] =
        document.kind(node) == .object
        ? document.members(node).map { (document.hash($0.name), $0.value) }
        : document.elements(node).enumerated().map { (UInt64($0), $1) }
      for (name, value) in inside where document.kind(value) == .object || document.isFilled(value) {
        let inner = hashing.pair(place, name)
        found[inner] = value
        if document.kind(value) == .object { pending.append((inner, value)) }
      }
    }
    return found
  }
}
