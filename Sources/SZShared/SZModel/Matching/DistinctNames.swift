public import SZJSON

/// The members of the elements of an array that hold strings, each value once: a reader may take them for identities.
public final class DistinctNames {
  private let document: Document
  private let elements: [Document.Node]
  private let compared: ComparedMembers
  /// Whether members of objects among the members count, too, such as `sku` of `{"item": {"sku": "A"}, "quantity": 2}`.
  private let hasInner: Bool
  private lazy var found = find()

  /// Those of the elements of an array; they are found when they are asked for first. Linear in the text of the array.
  public init(
    _ document: Document, _ elements: [Document.Node], of compared: ComparedMembers = ComparedMembers()
  ) {
    (self.document, self.elements, self.compared, hasInner) = (document, elements, compared, false)
  }

  /// Those of elements that seem to have an identity, also of the objects that are their members.
  public init(identified elements: [Document.Node], _ document: Document) {
    (self.document, self.elements, compared, hasInner) = (document, elements, ComparedMembers(), true)
  }

  /// What became of such members of one element.
  public struct Comparison {
    /// The names of those that it still has as it had them.
    var same: Set<UInt64> = []
    /// Whether it still has one as it had it.
    public var haveSame: Bool { !same.isEmpty }
    /// Whether it has one otherwise, or not any more.
    public var haveChanged = false
    /// Whether it has one as no element of the array had it, or not any more: then it may be another element.
    public var haveNew = false
  }

  /// Whether no value stands twice under the name with this hash.
  public func areDistinct(_ name: UInt64) -> Bool { !found.repeated.contains(name) }

  /// Compares an element of the array with what became of it.
  public func compare(_ before: Document.Node, to new: Document, _ after: Document.Node) -> Comparison {
    var result = Comparison()
    guard let hashing = document.hashing, document.kind(before) == .object, new.kind(after) == .object else {
      return result
    }
    func compare(_ member: Document.Members.Element, _ match: Document.Members.Element?, _ name: UInt64) {
      let value = match.map { compared.hash(new, $0) }
      if found.repeated.contains(name) { return }
      if value == compared.hash(document, member) {
        result.same.insert(name)
      } else {
        result.haveChanged = true
        if value.map({ found.values.value(hashing.pair(name, $0)) == nil }) ?? true { result.haveNew = true }
      }
    }
    var pairing = MemberPairing(document, before, new, after)
    while let (member, match) = pairing.next() {
      let name = document.hash(member.name)
      let kind = document.kind(member.value)
      if kind.isString, compared.contain(document, member) { compare(member, match, name) }
      guard hasInner, kind == .object else { continue }
      forEachInner(member.value, new, match?.value) { member, match in
        compare(member, match, hashing.pair(name, document.hash(member.name)))
      }
    }
    return result
  }

  /// Comes to the members of an object that hold strings, each with the one of its name in what became of the object.
  private func forEachInner(
    _ object: Document.Node, _ new: Document, _ after: Document.Node?,
    _ body: (Document.Members.Element, Document.Members.Element?) -> Void
  ) {
    guard let after, new.kind(after) == .object else {
      for member in document.members(object) where document.kind(member.value).isString { body(member, nil) }
      return
    }
    var pairing = MemberPairing(document, object, new, after)
    while let (member, match) = pairing.next() {
      if document.kind(member.value).isString { body(member, match) }
    }
  }

  /// All values of members that hold strings, and the names of members of which a value stands twice.
  private func find() -> (values: HashTable, repeated: Set<UInt64>) {
    var repeated: Set<UInt64> = []
    var values = HashTable(expected: 64)
    guard let hashing = document.hashing else { return (values, repeated) }
    func add(_ name: UInt64, _ value: UInt64) {
      if repeated.contains(name) { return }
      if !values.insert(hashing.pair(name, value), value: 0) { repeated.insert(name) }
    }
    for element in elements where document.kind(element) == .object {
      for member in document.members(element) {
        let name = document.hash(member.name)
        if document.kind(member.value).isString, compared.contain(document, member) {
          add(name, compared.hash(document, member))
        }
        guard hasInner, document.kind(member.value) == .object else { continue }
        for inner in document.members(member.value) where document.kind(inner.value).isString {
          add(hashing.pair(name, document.hash(inner.name)), document.hash(inner.value))
        }
      }
    }
    return (values, repeated)
  }
}
