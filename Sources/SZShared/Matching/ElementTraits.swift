/// The members by which elements of a list that are edited in place are told from the others: up to two strings or integers that did
/// not change and that no other element has together, neither in the old list nor in the new one.
///
/// An element has none once it has a new value for a string that told all elements of the old list apart: a mail address that nobody
/// had may be another person's.
struct ElementTraits {
  /// Elements that share a member with more than so many others are not told apart by it.
  private static let mostHolders = 16

  private let old: Document
  private let new: Document
  private let oldElements: [Document.Node]
  private let newElements: [Document.Node]
  private let hashing: Hashing
  /// The members that could tell an element, by name and value.
  private var numbers = HashTable(expected: 64)
  private var names = HashTable(expected: 64)
  /// The first elements that have each, in the old list and in the new one.
  private var holders: [(old: [Int], new: [Int])] = []

  /// What tells each of the pairs of an old and a new element; nil where nothing does. Linear in the text of the lists.
  ///
  /// `mayTell` says whether a member of an old element may be named.
  static func of(
    _ pairs: [(old: Int, new: Int)], _ old: Document, _ oldElements: [Document.Node], _ new: Document,
    _ newElements: [Document.Node], mayTell: (Int, Document.Members.Element) -> Bool
  ) -> [Value?] {
    guard let hashing = old.hashing, !pairs.isEmpty else { return pairs.map { _ in nil } }
    var traits = ElementTraits(old, oldElements, new, newElements, hashing)
    let distinct = DistinctNames(old, oldElements)
    let candidates = pairs.map { pair -> [(number: Int, member: Document.Members.Element)] in
      let (before, after) = (oldElements[pair.old], newElements[pair.new])
      guard old.kind(before) == .object, new.kind(after) == .object else { return [] }
      if distinct.compare(before, to: new, after).haveNew { return [] }
      return traits.candidates(before, after) { mayTell(pair.old, $0) }
    }
    traits.findHolders()
    return zip(pairs, candidates).map { traits.chosen($0, $1) }
  }

  private init(
    _ old: Document, _ oldElements: [Document.Node], _ new: Document, _ newElements: [Document.Node],
    _ hashing: Hashing
  ) {
    (self.old, self.oldElements, self.new, self.newElements) = (old, oldElements, new, newElements)
    self.hashing = hashing
  }

  /// The members of an element that could tell it, each with its number.
  private mutating func candidates(
    _ before: Document.Node, _ after: Document.Node, mayTell: (Document.Members.Element) -> Bool
  ) -> [(number: Int, member: Document.Members.Element)] {
    var candidates: [(number: Int, member: Document.Members.Element)] = []
    var pairing = MemberPairing(old, before, new, after)
    while let (member, match) = pairing.next() {
      guard let match, ElementTraits.mayTell(old, member.value),
        old.hash(member.value) == new.hash(match.value), mayTell(member)
      else { continue }
      let key = key(old, member)
      if numbers.insert(key, value: holders.count) {
        holders.append(([], []))
        _ = names.insert(old.hash(member.name), value: 0)
      }
      if let number = numbers.value(key) { candidates.append((number, member)) }
    }
    return candidates
  }

  private static func mayTell(_ document: Document, _ value: Document.Node) -> Bool {
    let kind = document.kind(value)
    return kind.isString
      || kind == .number && DecimalNumber(document.bytes, document.range(value)).isInteger
  }

  private func key(_ document: Document, _ member: Document.Members.Element) -> UInt64 {
    var both = Hashing.Tuple(hashing)
    both.add(document.hash(member.name))
    both.add(document.hash(member.value))
    return both.hash
  }

  private mutating func findHolders() {
    if holders.isEmpty { return }
    for (position, element) in oldElements.enumerated() {
      forEachNumber(old, element) { holders, number in
        if holders[number].old.count <= ElementTraits.mostHolders { holders[number].old.append(position) }
      }
    }
    for (position, element) in newElements.enumerated() {
      forEachNumber(new, element) { holders, number in
        if holders[number].new.count <= ElementTraits.mostHolders { holders[number].new.append(position) }
      }
    }
  }

  private mutating func forEachNumber(
    _ document: Document, _ element: Document.Node, _ body: (inout [(old: [Int], new: [Int])], Int) -> Void
  ) {
    guard !element.isNowhere, document.kind(element) == .object else { return }
    for member in document.members(element)
    where !document.kind(member.value).isContainer && names.value(document.hash(member.name)) != nil {
      if let number = numbers.value(key(document, member)) { body(&holders, number) }
    }
  }

  /// The two members that the fewest elements have, in their order; nil where others have them, too.
  private func chosen(
    _ pair: (old: Int, new: Int), _ candidates: [(number: Int, member: Document.Members.Element)]
  ) -> Value? {
    func count(_ number: Int) -> Int { holders[number].old.count + holders[number].new.count }
    let rarest = candidates.enumerated().sorted {
      (count($0.element.number), $0.offset) < (count($1.element.number), $1.offset)
    }
    let chosen = rarest.prefix(2).sorted { $0.offset < $1.offset }.map(\.element)
    guard !chosen.isEmpty, isSingle(chosen.map { holders[$0.number].old }, pair.old),
      isSingle(chosen.map { holders[$0.number].new }, pair.new)
    else { return nil }
    return JSONWriter.value { writer in
      writer.beginObject()
      for (_, member) in chosen {
        writer.name(Value(old, member.name))
        writer.append(Value(old, member.value))
      }
      writer.endObject()
    }
  }

  /// Whether the element at `position` alone is in all of these lists.
  private func isSingle(_ lists: [[Int]], _ position: Int) -> Bool {
    guard let fewest = lists.min(by: { $0.count < $1.count }), fewest.count <= ElementTraits.mostHolders else {
      return false
    }
    return fewest.allSatisfy { other in
      other == position || lists.contains { $0.count <= ElementTraits.mostHolders && !$0.contains(other) }
    }
  }
}
