public import SZJSON
public import SZModel

/// The elements of one version of a list that has no identity: their values, and what tells them apart.
public final class ListElements {
  let document: Document
  let nodes: [Document.Node]
  /// What each element means.
  let hashes: [UInt64]
  let compared: ComparedMembers
  /// Elements that share a member with more than so many others are not told apart by it.
  static let mostHolders = 64
  private let pristine: ListElements?
  private lazy var places: ValuePlaces =
    pristine.map { ValuePlaces(hashes, after: $0.hashes, $0.places) } ?? ValuePlaces(hashes)
  /// What the side gave to other elements than PRISTINE; nil where a model says what counts.
  private(set) lazy var exchanged = pristine.flatMap {
    compared.countInside ? ExchangedContainers(($0.document, $0.nodes), (document, nodes)) : nil
  }
  private(set) lazy var distinctNames = DistinctNames(document, nodes, of: compared)
  /// The elements that have each member which can tell one from another.
  private(set) lazy var holders = makeHolders(nodes.indices)
  /// Those of the first elements: what stands often stands there already.
  private(set) lazy var firstHolders = makeHolders(nodes.indices.prefix(64))
  /// The elements that have each string in what they hold.
  private(set) lazy var innerHolders = makeInnerHolders()
  /// How many elements were looked at without those.
  var looks = 0

  /// `pristine` is what the elements of a side were.
  public init(
    _ document: Document, _ nodes: [Document.Node], hashes: [UInt64], of pristine: ListElements? = nil,
    by compared: ComparedMembers = ComparedMembers()
  ) {
    (self.document, self.nodes, self.hashes) = (document, nodes, hashes)
    (self.pristine, self.compared) = (pristine, compared)
  }

  /// The same elements, which count as what has other hashes.
  func counting(as hashes: [UInt64]) -> ListElements {
    ListElements(document, nodes, hashes: hashes, of: pristine, by: compared)
  }

  var count: Int { hashes.count }

  /// Where a value stands; -1 when it stands there more than once, nil when it does not at all.
  func only(_ hash: UInt64) -> Int? { places.only(hash) }

  /// Where the element at `position` stands in another version, where it stands once in both.
  func place(of position: Int, in other: ListElements) -> Int? {
    guard only(hashes[position]) == position, let place = other.only(hashes[position]) else { return nil }
    return place < 0 ? nil : place
  }

  /// What a side made of PRISTINE, which this is.
  func hunks(to other: ListElements) -> [SequenceHunk] {
    ProvenAlignment.hunks(hashes, places, other.hashes, other.places)
  }

  /// Whether an element is a number, a boolean or null.
  func isLiteral(_ position: Int) -> Bool {
    !document.kind(nodes[position]).isContainer && !document.kind(nodes[position]).isString
  }

  /// How many of some elements are.
  func literals(_ positions: Range<Int>) -> Int { positions.count(where: isLiteral) }

  func isContainer(_ position: Int) -> Bool { document.kind(nodes[position]).isContainer }

  /// What the values in a container mean.
  func children(_ position: Int) -> [UInt64] {
    let node = nodes[position]
    if document.kind(node) == .array { return document.elements(node).map { document.hash($0) } }
    return document.members(node).map { document.hash($0.value) }
  }

  /// What some values mean in any order; 0 where there is none.
  func inAnyOrder(_ hashes: [UInt64]) -> UInt64 {
    guard let hashing = document.hashing else { return 0 }
    var all = Hashing.AnyOrder(hashing)
    for hash in hashes { all.add(hash) }
    return all.hash
  }

  /// What the values in the object or array at a position mean, however deep they stand. Linear in its text.
  func allInside(_ position: Int) -> HashSet {
    var found = HashSet()
    for node in containers(at: position) {
      for inner in document.contents(of: node) { found.insert(document.hash(inner)) }
    }
    return found
  }

  /// The object or array at a position, and those in it, however deep they stand.
  func containers(at position: Int) -> [Document.Node] {
    var found = [nodes[position]]
    var next = 0
    while next < found.count {
      found += document.contents(of: found[next]).filter { document.kind($0).isContainer }
      next += 1
    }
    return found
  }

  /// What the first values of the elements mean, where at least half are arrays that begin with a string or an integer, each with its own;
  /// 0 for the others. Else nil.
  private(set) lazy var firstValues = findFirstValues()
  private(set) lazy var firstValueSet = HashSet(firstValues ?? [])

  private func findFirstValues() -> [UInt64]? {
    if nodes.count(where: { document.kind($0) == .array }) * 2 < nodes.count { return nil }
    let firsts = nodes.indices.map { firstValue($0) ?? 0 }
    var counts: [UInt64: Int] = [:]
    for first in firsts { counts[first, default: 0] += 1 }
    let own = firsts.map { counts[$0] == 1 ? $0 : 0 }
    return own.count(where: { $0 != 0 }) * 2 < own.count ? nil : own
  }

  /// What the first value of an array means, where it is a string or an integer.
  func firstValue(_ position: Int) -> UInt64? {
    let node = nodes[position]
    guard document.kind(node) == .array, document.count(of: node) > 0 else { return nil }
    let first = document.firstChild(node)
    return ElementTraits.mayTell(document, first) ? document.hash(first) : nil
  }

  /// Which of some elements, one after the other, became which of another version, as far as they resemble each other; ascending.
  func likenesses(_ own: [Int], _ other: ListElements, _ others: [Int]) -> [(old: Int, new: Int)] {
    guard let first = own.first, let last = own.last, let start = others.first, let end = others.last else {
      return []
    }
    return Resemblance(of: compared).pairs(
      document, nodes[first...last], other.document, other.nodes[start...end])
  }

  /// How much an element is like one of another version that still has half of it; 0 for another one.
  func likeness(_ position: Int, _ other: ListElements, _ otherPosition: Int) -> Double {
    let resemblance = Resemblance(of: compared)
    let (node, otherNode) = (nodes[position], other.nodes[otherPosition])
    guard resemblance.isHalfKept(document, node, other.document, otherNode) else { return 0 }
    // Elements of arrays are held against each other by their places; those that half agree are like each other at any rate.
    return 1 + resemblance.score(document, node, other.document, otherNode)
  }

  /// Whether one of these elements resembles one of another version, or has a string in common with it that tells all elements of this
  /// version apart. Beyond some pairs nobody can know, and it does.
  func isAnyLike(_ own: [Int], _ other: ListElements, _ others: [Int]) -> Bool {
    let own = own.filter(isContainer)
    let others = others.filter(other.isContainer)
    if own.isEmpty || others.isEmpty { return false }
    if own.count * others.count > SimilarityAlignment.allPairs { return true }
    let resemblance = Resemblance(of: compared)
    return own.contains { position in
      others.contains {
        resemblance.isHalfEqual(document, nodes[position], other.document, other.nodes[$0])
          || distinctNames.isAnySame(nodes[position], in: other.document, other.nodes[$0])
      }
    }
  }

  private func makeHolders(_ positions: Range<Int>) -> MemberHolders {
    var holders = MemberHolders(expected: positions.count)
    for position in positions { forEachTrace(position) { holders.add($0, of: position) } }
    return holders
  }
}
