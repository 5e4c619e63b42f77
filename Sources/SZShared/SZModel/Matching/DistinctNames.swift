public import SZJSON

/// The members of the elements of an array that hold strings, each value once: a reader may take them for identities.
public final class DistinctNames {
  private let document: Document
  private let elements: [Document.Node]
  private let compared: ComparedMembers
  private lazy var found = find()

  /// Those of the elements of an array; they are found when they are asked for first. Linear in the text of the array.
  public init(
    _ document: Document, _ elements: [Document.Node], of compared: ComparedMembers = ComparedMembers()
  ) {
    (self.document, self.elements, self.compared) = (document, elements, compared)
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
    var pairing = MemberPairing(document, before, new, after)
    while let (member, match) = pairing.next() {
      let name = document.hash(member.name)
      guard document.kind(member.value).isString, compared.contain(document, member) else { continue }
      let value = match.map { compared.hash(new, $0) }
      if value == compared.hash(document, member) {
        if !found.repeated.contains(name) { result.same.insert(name) }
      } else if !found.repeated.contains(name) {
        result.haveChanged = true
        if value.map({ found.values.value(hashing.pair(name, $0)) == nil }) ?? true {
          result.haveNew = true
        }
      }
    }
    return result
  }

  /// All values of members that hold strings, and the names of members of which a value stands twice.
  private func find() -> (values: HashTable, repeated: Set<UInt64>) {
    var repeated: Set<UInt64> = []
    var values = HashTable(expected: 64)
    guard let hashing = document.hashing else { return (values, repeated) }
    for element in elements where document.kind(element) == .object {
      for member in document.members(element)
      where document.kind(member.value).isString && compared.contain(document, member) {
        let name = document.hash(member.name)
        if repeated.contains(name) { continue }
        if !values.insert(hashing.pair(name, compared.hash(document, member)), value: 0) {
          repeated.insert(name)
        }
      }
    }
    return (values, repeated)
  }
}
