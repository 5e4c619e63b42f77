public import SZJSON

/// The members of the elements of an array that hold strings, each value once: a reader may take them for identities.
///
/// Arrays of strings tell less, for they get other strings: they are asked for only where nothing but numbers says which element one is.
public final class DistinctNames {
  private let document: Document
  private let elements: [Document.Node]
  private let compared: ComparedMembers
  /// Whether arrays among the members count, too, and members of objects among these, such as `sku` of
  /// `{"item": {"sku": "A"}, "quantity": 2}`.
  private let hasInner: Bool
  private lazy var found = find(elements[...])
  /// What already the first elements have twice: most names that tell nothing are known by these.
  private lazy var soonFound = find(first)
  private lazy var arrays = findArrays()
  /// How many of the first elements have each.
  private lazy var counts = count()

  /// Those of the elements of an array, and where no model says what counts of the objects that are their members; they are found when they
  /// are asked for first. Linear in the text of the array.
  public init(
    _ document: Document, _ elements: [Document.Node], of compared: ComparedMembers = ComparedMembers()
  ) {
    (self.document, self.elements, self.compared) = (document, elements, compared)
    hasInner = compared.countInside
  }

  /// What became of such members of one element.
  public struct Comparison {
    /// Whether it has one otherwise, or not any more.
    public var haveChanged = false
    /// Whether it has one as no element of the array had it, or not any more: then it may be another element.
    public var haveNew = false
  }

  /// Whether no value stands twice under the name with this hash.
  public func areDistinct(_ name: UInt64) -> Bool {
    soonFound.isDistinct(name) && found.isDistinct(name)
  }

  /// Whether a reader may take a member for the identity: no value stands twice under its name, and all of the first 64 elements have one.
  public func mayIdentify(_ name: UInt64) -> Bool {
    counts[name] == first.count && areDistinct(name)
  }

  private var first: ArraySlice<Document.Node> { elements.prefix(64) }

  /// Compares an element of the array with what became of it. An object in it that still has such a string as it was has changed none.
  public func compare(_ before: Document.Node, to new: Document, _ after: Document.Node) -> Comparison {
    var result = Comparison()
    guard let hashing = document.hashing else { return result }
    var inner: [(object: UInt64, isNew: Bool)] = []
    var kept = HashSet()
    forEachString(before, new, after) { object, name, own, other in
      if !areDistinct(name) { return }
      let isNew = other.map { !found.contain(hashing.pair(name, $0)) } ?? true
      if let object {
        if other == own { kept.insert(object) } else { inner.append((object, isNew)) }
      } else if other != own {
        result.haveChanged = true
        if isNew { result.haveNew = true }
      }
    }
    for string in inner where !kept.contains(string.object) {
      result.haveChanged = true
      if string.isNew { result.haveNew = true }
    }
    return result
  }

  /// Whether numbers alone do not say that what became of an element of the array is still that element: it has a string of
  /// another one, or the array of strings that another one alone had.
  public func isInDoubt(_ before: Document.Node, to new: Document, _ after: Document.Node) -> Bool {
    compare(before, to: new, after).haveChanged || hasOtherArray(before, in: new, after)
  }

  private func hasOtherArray(_ before: Document.Node, in new: Document, _ after: Document.Node) -> Bool {
    guard hasInner, let hashing = document.hashing, document.kind(before) == .object,
      new.kind(after) == .object
    else { return false }
    var pairing = MemberPairing(document, before, new, after)
    while let (member, match) = pairing.next() {
      guard let match, beginsWithString(document, member.value), beginsWithString(new, match.value) else {
        continue
      }
      let (name, other) = (document.hash(member.name), new.hash(match.value))
      if document.hash(member.value) != other, arrays.isDistinct(name),
        arrays.contain(hashing.pair(name, other))
      {
        return true
      }
    }
    return false
  }

  /// The names of those that what became of an element of the array still has as that had them.
  public func same(_ before: Document.Node, in new: Document, _ after: Document.Node) -> [UInt64] {
    var names: [UInt64] = []
    forEachString(before, new, after) { _, name, own, other in
      if other == own, areDistinct(name) { names.append(name) }
    }
    return names
  }

  /// Whether it still has one.
  public func isAnySame(_ before: Document.Node, in new: Document, _ after: Document.Node) -> Bool {
    !same(before, in: new, after).isEmpty
  }

  /// Comes to the members of an object that hold strings: to the hashes of their names, of their values, and of what the members of
  /// these names in another object hold; nil where there are none. Before these the hash of the name of the object in it that has
  /// the member, if one has.
  private func forEachString(
    _ before: Document.Node, _ new: Document, _ after: Document.Node,
    _ body: (UInt64?, UInt64, UInt64, UInt64?) -> Void
  ) {
    guard let hashing = document.hashing, document.kind(before) == .object, new.kind(after) == .object else {
      return
    }
    var pairing = MemberPairing(document, before, new, after)
    while let (member, match) = pairing.next() {
      let kind = document.kind(member.value)
      if kind.isString, compared.contain(document, member) {
        body(
          nil, document.hash(member.name), compared.hash(document, member),
          match.map { compared.hash(new, $0) })
      }
      guard hasInner, kind == .object else { continue }
      let name = document.hash(member.name)
      forEachInnerString(member.value, new, match?.value) { inner, own, other in
        body(name, hashing.pair(name, inner), own, other)
      }
    }
  }

  /// Whether a value is an array of which the first element is a string.
  private func beginsWithString(_ document: Document, _ value: Document.Node) -> Bool {
    document.kind(value) == .array && !document.isEmptyContainer(value)
      && document.kind(document.firstChild(value)).isString
  }

  /// Comes likewise to the members of an object in an element; the other object may be no object, or not be there.
  private func forEachInnerString(
    _ before: Document.Node, _ new: Document, _ after: Document.Node?,
    _ body: (UInt64, UInt64, UInt64?) -> Void
  ) {
    guard let after, new.kind(after) == .object else {
      for member in document.members(before) where document.kind(member.value).isString {
        body(document.hash(member.name), document.hash(member.value), nil)
      }
      return
    }
    var pairing = MemberPairing(document, before, new, after)
    while let (member, match) = pairing.next() {
      guard document.kind(member.value).isString else { continue }
      body(document.hash(member.name), document.hash(member.value), match.map { new.hash($0.value) })
    }
  }

  /// The members of some elements that hold strings.
  private func find(_ elements: ArraySlice<Document.Node>) -> NamedValues {
    var values = NamedValues()
    forEachString(of: elements) { name, value, hashing in values.add(name, value, hashing) }
    return values
  }

  private func count() -> [UInt64: Int] {
    var counts: [UInt64: Int] = [:]
    forEachString(of: first) { name, _, _ in counts[name, default: 0] += 1 }
    return counts
  }

  /// Comes to the members of elements that hold strings: to the hashes of their names and values.
  private func forEachString(
    of elements: ArraySlice<Document.Node>, _ body: (UInt64, UInt64, Hashing) -> Void
  ) {
    guard let hashing = document.hashing else { return }
    for element in elements where document.kind(element) == .object {
      for member in document.members(element) {
        let kind = document.kind(member.value)
        if kind.isString, compared.contain(document, member) {
          body(document.hash(member.name), compared.hash(document, member), hashing)
        }
        guard hasInner, kind == .object else { continue }
        let name = document.hash(member.name)
        for inner in document.members(member.value) where document.kind(inner.value).isString {
          body(hashing.pair(name, document.hash(inner.name)), document.hash(inner.value), hashing)
        }
      }
    }
  }

  /// The members of the elements that hold arrays of strings.
  private func findArrays() -> NamedValues {
    var values = NamedValues()
    guard let hashing = document.hashing else { return values }
    for element in elements where document.kind(element) == .object {
      for member in document.members(element) where beginsWithString(document, member.value) {
        values.add(document.hash(member.name), document.hash(member.value), hashing)
      }
    }
    return values
  }
}

/// Values of members, and the names of members of which a value stands twice.
private struct NamedValues {
  private var hashes = HashTable(expected: 64)
  private var repeated = HashSet()

  mutating func add(_ name: UInt64, _ value: UInt64, _ hashing: Hashing) {
    if !repeated.contains(name), !hashes.insert(hashing.pair(name, value), value: 0) { repeated.insert(name) }
  }

  /// Whether a member with this name and value, as one hash, is there.
  func contain(_ member: UInt64) -> Bool { hashes.value(member) != nil }

  /// Whether no value stands twice under a name.
  func isDistinct(_ name: UInt64) -> Bool { !repeated.contains(name) }
}
