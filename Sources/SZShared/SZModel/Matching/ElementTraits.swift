public import SZJSON

/// The members by which elements of a list that are edited in place are told from the others: up to two strings, also of objects in the
/// element, or integers that do not number the elements, which did not change and no other element has together, neither in the old list
/// nor in the new one. Of an array they are elements, by their indexes.
///
/// An element has none once it has a new value for a string that told all elements of the old list apart: a mail address that nobody
/// had may be another person's.
public struct ElementTraits {
  /// A part of an element: a member, or an element of an array by its index.
  struct Part {
    enum Name {
      case member(Document.Node)
      /// Of an object in the element.
      case inner(Document.Node, Document.Node)
      case index(Int)
    }

    let name: Name
    let value: Document.Node
    /// The hash of the name, of both names, or the index.
    let nameHash: UInt64
    let hash: UInt64
  }

  /// What could tell an element, with its number.
  typealias Candidate = (number: Int, part: Part)

  /// Elements that share a member with more than so many others are not told apart by it.
  private static let mostHolders = 16
  /// How many elements of an array are looked at.
  static let longestArray = 64

  let old: Document
  let new: Document
  let oldElements: [Document.Node]
  private let newElements: [Document.Node]
  let hashing: Hashing
  let compared: ComparedMembers
  /// The members that could tell an element, by name and value, and their names.
  var numbers = HashTable(expected: 64)
  var names = HashTable(expected: 64)
  /// The names of the objects in elements that have some.
  var objects = HashSet()
  /// The names of the members that number the old elements; nil until that is asked.
  var numbering: HashSet?
  /// How many elements have each, in the old list and in the new one; ``mostHolders`` and one more stand for all above.
  var counts: [(old: UInt8, new: UInt8)] = []
  /// Which elements those are, of the members of which that is asked.
  private var holders: [Int: (old: [Int], new: [Int])] = [:]

  /// What tells each of the pairs of an old and a new element; nil where nothing does. Linear in the text of the lists.
  ///
  /// `mayTell` says whether a member of an old element may be named.
  public static func of(
    _ pairs: [(old: Int, new: Int)], _ oldElements: ArrayElements, _ newElements: ArrayElements,
    by compared: ComparedMembers = ComparedMembers(), mayTell: (Int, Document.Members.Element) -> Bool
  ) -> [ElementMembers?] {
    let (old, new) = (oldElements.document, newElements.document)
    guard let hashing = old.hashing, !pairs.isEmpty else { return pairs.map { _ in nil } }
    var traits = ElementTraits(oldElements, newElements, hashing, compared)
    let distinct = DistinctNames(old, oldElements.nodes, of: compared)
    let candidates = pairs.map { pair -> [Candidate] in
      let (before, after) = (oldElements.nodes[pair.old], newElements.nodes[pair.new])
      guard old.kind(before) == new.kind(after) else { return [] }
      if old.kind(before) == .array {
        return compared.arraysHaveOrder ? traits.candidates(ofArrays: before, after) : []
      }
      if old.kind(before) != .object { return [] }
      if distinct.compare(before, to: new, after).haveNew { return [] }
      let candidates = traits.candidates(before, after) { mayTell(pair.old, $0) }
      let strings = candidates.filter { old.kind($0.part.value).isString }
      if strings.count == candidates.count { return candidates }
      return distinct.isInDoubt(before, to: new, after) ? strings : candidates
    }
    traits.count()
    let choices = candidates.map { candidates in
      // An integer is written anew more often than a string.
      let strings = candidates.filter { old.kind($0.part.value).isString }
      let all = traits.chosen(candidates, distinct)
      return strings.count < 2 || strings.count == candidates.count
        ? [all] : [traits.chosen(strings, distinct), all]
    }
    for members in choices.joined() where !members.contains(where: { traits.isSingle($0.number) }) {
      for member in members { traits.holders[member.number] = ([], []) }
    }
    traits.findHolders()
    return zip(pairs, choices).map { pair, choices in
      choices.first { traits.tell(pair, $0) }.map { ElementMembers($0.map { member(old, $0.part) }) }
    }
  }

  private init(
    _ oldElements: ArrayElements, _ newElements: ArrayElements, _ hashing: Hashing,
    _ compared: ComparedMembers
  ) {
    (old, self.oldElements) = (oldElements.document, oldElements.nodes)
    (new, self.newElements) = (newElements.document, newElements.nodes)
    self.hashing = hashing
    self.compared = compared
  }

  /// Whether a value may tell an element from others: a string or an integer.
  public static func mayTell(_ document: Document, _ value: Document.Node) -> Bool {
    let kind = document.kind(value)
    return kind.isString
      || kind == .number && DecimalNumber(document.bytes, document.range(value)).isInteger
  }

  /// How a change says a part of an old element.
  private static func member(_ old: Document, _ part: Part) -> ElementMembers.Member {
    let value = Value(old, part.value)
    return switch part.name {
    case .member(let name): ElementMembers.Member(name: Value(old, name), inner: nil, value: value)
    case .inner(let object, let name):
      ElementMembers.Member(name: Value(old, object), inner: Value(old, name), value: value)
    case .index(let index):
      ElementMembers.Member(name: ElementMembers.name(of: index), inner: nil, value: value)
    }
  }

  func key(_ part: Part) -> UInt64 { hashing.pair(part.nameHash, part.hash) }

  /// Counts who has them, for as long as one of them may tell something.
  private mutating func count() {
    let most = UInt8(ElementTraits.mostHolders + 1)
    var open = counts.count
    forEachHolder { traits, number, _, isOld in
      let known = traits.counts[number]
      if known.old == most || known.new == most { return true }
      let count = (isOld ? known.old : known.new) + 1
      if isOld { traits.counts[number].old = count } else { traits.counts[number].new = count }
      if count == most { open -= 1 }
      return open > 0
    }
  }

  private mutating func findHolders() {
    if holders.isEmpty { return }
    forEachHolder { traits, number, position, isOld in
      let count = isOld ? traits.counts[number].old : traits.counts[number].new
      guard count <= ElementTraits.mostHolders else { return true }
      if isOld {
        traits.holders[number]?.old.append(position)
      } else {
        traits.holders[number]?.new.append(position)
      }
      return true
    }
  }

  /// Comes to each element that has one of the members, until `body` answers that it is enough.
  private mutating func forEachHolder(_ body: (inout ElementTraits, Int, Int, Bool) -> Bool) {
    if counts.isEmpty { return }
    var had: [Int] = []
    for (document, elements, isOld) in [(old, oldElements, true), (new, newElements, false)] {
      for position in elements.indices where !elements[position].isNowhere {
        addNumbers(of: elements[position], document, to: &had)
        for number in had where !body(&self, number, position, isOld) { return }
        had.removeAll(keepingCapacity: true)
      }
    }
  }

  /// The two members that the fewest elements have, strings before integers, in their order; before all a string that may be an identity.
  /// Strings of objects in the element count where no string of its own tells it alone: those that do before integers.
  private func chosen(_ candidates: [Candidate], _ distinct: DistinctNames) -> [Candidate] {
    func isInner(_ candidate: Candidate) -> Bool {
      if case .inner = candidate.part.name { return true }
      return false
    }
    func isText(_ candidate: Candidate) -> Bool { old.kind(candidate.part.value).isString }
    func mayIdentify(_ candidate: Candidate) -> Bool {
      isText(candidate) && isSingle(candidate.number) && distinct.mayIdentify(candidate.part.nameHash)
    }
    let own = candidates.filter { !isInner($0) }
    let isTold = own.contains { isText($0) && isSingle($0.number) }
    let isKnown = isTold && own.contains(where: mayIdentify)
    let candidates =
      isTold ? candidates.filter { !isInner($0) || mayIdentify($0) && !isKnown } : candidates
    if candidates.count <= 2 { return candidates }
    func rank(_ candidate: (offset: Int, element: Candidate)) -> (Int, Int, Int, Int) {
      let counts = counts[candidate.element.number]
      let kind =
        isInner(candidate.element)
        ? isSingle(candidate.element.number) ? 1 : 3 : isText(candidate.element) ? 0 : 2
      return (
        mayIdentify(candidate.element) ? 0 : 1, kind, Int(counts.old) + Int(counts.new), candidate.offset
      )
    }
    let rarest = candidates.enumerated().sorted { rank($0) < rank($1) }
    return rarest.prefix(2).sorted { $0.offset < $1.offset }.map(\.element)
  }

  /// Whether one element alone has a member in each list.
  private func isSingle(_ number: Int) -> Bool { counts[number].old == 1 && counts[number].new == 1 }

  /// Whether no other element than those of a pair has all of these members.
  private func tell(
    _ pair: (old: Int, new: Int), _ members: [Candidate]
  ) -> Bool {
    if members.isEmpty { return false }
    if members.contains(where: { isSingle($0.number) }) { return true }
    let lists = members.map { holders[$0.number] ?? ([], []) }
    return isAlone(lists.map(\.old), pair.old) && isAlone(lists.map(\.new), pair.new)
  }

  /// Whether the element at `position` alone is in all of these lists; empty ones are too long to tell anything.
  private func isAlone(_ lists: [[Int]], _ position: Int) -> Bool {
    let known = lists.filter { !$0.isEmpty }
    guard let fewest = known.min(by: { $0.count < $1.count }) else { return false }
    return fewest.allSatisfy { other in other == position || known.contains { !$0.contains(other) } }
  }
}
