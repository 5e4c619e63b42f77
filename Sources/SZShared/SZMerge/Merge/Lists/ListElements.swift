internal import SZJSON
internal import SZModel

/// The elements of one version of a list that has no identity: their values, and what tells them apart.
final class ListElements {
  let document: Document
  let nodes: [Document.Node]
  /// What each element means.
  let hashes: [UInt64]
  let compared: ComparedMembers
  /// Elements that share a member with more than so many others are not told apart by it.
  private static let mostHolders = 64
  private let pristine: ListElements?
  private lazy var places: ValuePlaces =
    pristine.map { ValuePlaces(hashes, after: $0.hashes, $0.places) } ?? ValuePlaces(hashes)
  private lazy var spans = ValueSpans(hashes, places)
  private(set) lazy var distinctNames = DistinctNames(document, nodes, of: compared)
  /// The elements that have each member which can tell one from another.
  private lazy var holders = makeHolders(nodes.indices)
  /// Those of the first elements: what stands often stands there already.
  private lazy var firstHolders = makeHolders(nodes.indices.prefix(64))
  /// How many elements were looked at without those.
  private var looks = 0

  /// `pristine` is what the elements of a side were.
  init(
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

  /// Where a value stands first and last, and how often; nil when it does not at all.
  func span(of hash: UInt64) -> (places: ClosedRange<Int>, count: Int)? { spans.span(of: hash) }

  /// Where the element at `position` stands in another version, where it stands once in both.
  func place(of position: Int, in other: ListElements) -> Int? {
    guard only(hashes[position]) == position, let place = other.only(hashes[position]) else { return nil }
    return place < 0 ? nil : place
  }

  /// What a side made of PRISTINE, which this is.
  func hunks(to other: ListElements) -> [SequenceHunk] {
    ProvenAlignment.hunks(hashes, places, other.hashes, other.places)
  }

  var areNumbers: Bool { nodes.allSatisfy { document.kind($0) == .number } }

  func isContainer(_ position: Int) -> Bool { document.kind(nodes[position]).isContainer }

  /// What the values in a container mean.
  func children(_ position: Int) -> [UInt64] {
    let node = nodes[position]
    if document.kind(node) == .array { return document.elements(node).map { document.hash($0) } }
    return document.members(node).map { document.hash($0.value) }
  }

  /// What the first values of the elements mean, where all are arrays that begin with a string or an integer, each with its own; else nil.
  var firstValues: [UInt64]? {
    var keys: [UInt64] = []
    var seen = HashSet()
    for node in nodes {
      guard document.kind(node) == .array, document.count(of: node) > 0 else { return nil }
      let first = document.firstChild(node)
      guard ElementTraits.mayTell(document, first), seen.insert(document.hash(first)) else { return nil }
      keys.append(document.hash(first))
    }
    return keys
  }

  /// Which of some elements, one after the other, became which of another version, as far as they resemble each other; ascending.
  func likenesses(_ own: [Int], _ other: ListElements, _ others: [Int]) -> [(old: Int, new: Int)] {
    guard let first = own.first, let last = own.last, let start = others.first, let end = others.last else {
      return []
    }
    return Resemblance(of: compared).pairs(
      document, nodes[first...last], other.document, other.nodes[start...end])
  }

  /// How much an element is like one of another version of which half is equal to it; 0 for another one.
  func likeness(_ position: Int, _ other: ListElements, _ otherPosition: Int) -> Double {
    let resemblance = Resemblance(of: compared)
    let (node, otherNode) = (nodes[position], other.nodes[otherPosition])
    guard resemblance.isHalfEqual(document, node, other.document, otherNode) else { return 0 }
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
}

// MARK: Telling elements apart

extension ListElements {
  /// Whether three versions of a container, one in each row, are one by the members that are the same in all three: strings,
  /// integers and containers that no other element of a version has together. Nothing is proved once a side gave it another string in a member
  /// that tells all elements of PRISTINE apart (``isRenamed(_:_:_:_:)``). Nor where a version has one element, of which a
  /// side left less than half, nor is that like the other side's.
  static func areSingledOut(_ rows: Three<ListElements>, _ at: Three<Int>) -> Bool {
    let kinds = Three { rows[$0].document.kind(rows[$0].nodes[at[$0]]) }
    guard kinds.pristine.isContainer, kinds.edited == kinds.pristine, kinds.current == kinds.pristine else {
      return false
    }
    let traces = Three { rows[$0].traces(at[$0]) }
    let common = rows.pristine.members(at.pristine).filter {
      traces.edited.contains($0) && traces.current.contains($0)
    }
    let (parties, sides) = (Party.allCases, [Party.edited, .current])
    if sides.contains(where: { rows.pristine.isRenamed(at.pristine, rows[$0], at[$0], besides: common) }) {
      return false
    }
    // Of a single element nothing else says that it is still that one.
    if parties.contains(where: { rows[$0].count == 1 }), isReplaced(rows, at) { return false }
    return parties.allSatisfy { rows[$0].isSingle(at[$0], common) }
      && !sides.contains { rows.pristine.isAnother(at.pristine, rows[$0], traces[$0]) }
  }

  /// Whether a side gave the one of PRISTINE nothing but strings of other elements in members that tell all of them apart: what became of these is
  /// part of the same question.
  static func haveExchanged(_ rows: Three<ListElements>, _ at: Three<Int>) -> Bool {
    [Party.edited, .current].contains { side in
      let names = rows.pristine.distinctNames.compare(
        rows.pristine.nodes[at.pristine], to: rows[side].document, rows[side].nodes[at[side]])
      return names.haveChanged && !names.haveNew
    }
  }

  /// Whether a side gave an element another string in a member that tells all elements of PRISTINE apart, so that it may be another one: one
  /// that no element had; that of another one where its own stands nowhere any more, or as its `key` or `name`, or where nothing but numbers is
  /// the same in all versions. With another mail address it may be another person.
  private func isRenamed(_ position: Int, _ side: ListElements, _ own: Int, besides common: Set<UInt64>)
    -> Bool
  {
    let names = distinctNames.compare(nodes[position], to: side.document, side.nodes[own])
    if names.haveNew || !names.haveChanged { return names.haveNew }
    let usual = document.hashing.map { IdentityNames.usualHashes($0) } ?? []
    return names.changed.contains(where: usual.contains) || common.isSubset(of: numbers(position))
      || hasLost(position, side)
  }

  /// Whether a side left less than half of an element. What an earlier merge made of it is like EDITED's, and still that one.
  private static func isReplaced(_ rows: Three<ListElements>, _ at: Three<Int>) -> Bool {
    rows.edited.likeness(at.edited, rows.current, at.current) == 0
      && [Party.edited, .current].contains { side in
        rows.pristine.likeness(at.pristine, rows[side], at[side]) == 0
      }
  }

  /// Whether what a side has in the place of an element has more of another one, which it has not as it was.
  private func isAnother(_ position: Int, _ side: ListElements, _ traces: Set<UInt64>) -> Bool {
    var shared: [Int: Int] = [:]
    for trace in traces {
      for holder in holders.of(trace, atMost: ListElements.mostHolders) ?? [] {
        shared[holder, default: 0] += 1
      }
    }
    let own = shared[position] ?? 0
    return shared.contains { $0.value > own && side.only(hashes[$0.key]) == nil }
  }

  /// Whether a string that this element alone has stands in no element of a side.
  private func hasLost(_ position: Int, _ side: ListElements) -> Bool {
    let node = nodes[position]
    guard document.kind(node) == .object, let hashing = document.hashing else { return false }
    return document.members(node).contains { member in
      guard document.kind(member.value).isString, compared.contain(document, member) else { return false }
      let key = hashing.pair(document.hash(member.name), compared.hash(document, member))
      return holders.of(key, atMost: 1)?.count == 1 && !side.holders.contain(key)
    }
  }

  /// Whether no other element has all of these members.
  func isSingle(_ position: Int, _ common: Set<UInt64>) -> Bool {
    if count == 1 { return true }
    // Where elements are much alike, another one comes soon. No more are looked at than finding all holders costs.
    for other in nodes.indices where other != position {
      if looks == count { break }
      looks += 1
      if common.isSubset(of: traces(other)) { return false }
    }
    guard
      let fewest = common.lazy.compactMap({ self.holders.of($0, atMost: ListElements.mostHolders) })
        .min(by: { $0.count < $1.count })
    else { return false }
    if fewest.count == 1 { return true }
    return fewest.allSatisfy { other in other == position || !common.isSubset(of: traces(other)) }
  }

  /// Whether an element has such a trace.
  func hasTrace(_ trace: UInt64) -> Bool { firstHolders.contain(trace) || holders.contain(trace) }

  /// Whether one element alone has it.
  func isHeldOnce(_ trace: UInt64) -> Bool {
    firstHolders.of(trace, atMost: 1) != nil && holders.of(trace, atMost: 1)?.count == 1
  }

  private func makeHolders(_ positions: Range<Int>) -> MemberHolders {
    var holders = MemberHolders(expected: positions.count)
    for position in positions { forEachTrace(position) { holders.add($0, of: position) } }
    return holders
  }
}
