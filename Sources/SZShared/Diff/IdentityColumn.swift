/// The members that identify an entity: one, or several for a composite identity.
package struct IdentityKey: Sendable, Equatable {
  package let names: [MemberName]

  package init(_ names: [[UInt8]]) { self.names = names.map { MemberName($0) } }

  /// The identifying values of an element, in the order of the names; nil when it lacks one or that is no string, number
  /// or boolean.
  func values(_ document: Document, _ element: Document.Node) -> [Document.Node]? {
    guard document.kind(element) == .object, !names.isEmpty else { return nil }
    var values: [Document.Node] = []
    for name in names {
      guard let value = IdentityKey.value(document, element, name) else { return nil }
      values.append(value)
    }
    return values
  }

  /// One hash for the identity of an element; nil when it has none.
  @inline(__always) func hash(_ document: Document, _ element: Document.Node, _ hashing: Hashing) -> UInt64? {
    guard document.kind(element) == .object, let first = names.first,
      let value = IdentityKey.value(document, element, first)
    else { return nil }
    var hash = document.scalarHash(value, hashing)
    if names.count > 1 {
      for name in names.dropFirst() {
        guard let value = IdentityKey.value(document, element, name) else { return nil }
        hash = IdentityKey.combined(hash, document.scalarHash(value, hashing))
      }
    }
    return hash
  }

  /// The hash of an identity so far and one more part.
  static func combined(_ hash: UInt64, _ part: UInt64) -> UInt64 {
    Hashing.mix(hash ^ Hashing.prime3, part)
  }

  @inline(__always) private static func value(_ document: Document, _ element: Document.Node, _ name: MemberName)
    -> Document.Node?
  {
    var node = document.firstChild(element)
    let end = document.end(element)
    while node < end {
      let value = document.next(node)
      if name.matches(document, node) {
        let kind = document.kind(value)
        return kind.isContainer || kind == .null ? nil : value
      }
      node = document.next(value)
    }
    return nil
  }
}

/// The identities of the elements of an array that is a to-many relationship.
struct IdentityColumn {
  /// Whether the elements stand in the old document.
  var isOld = false
  let elements: [Document.Node]
  /// One for each element, equal where the identities are.
  let hashes: [UInt64]
  let index: HashTable

  /// The identities of `elements` by `key`; nil when one has none, or that of another. Linear in the elements.
  init?(_ document: Document, _ elements: [Document.Node], key: IdentityKey) {
    guard let hashing = document.hashing else { return nil }
    var hashes: [UInt64] = []
    hashes.reserveCapacity(elements.count)
    var index = HashTable(expected: elements.count)
    for (position, element) in elements.enumerated() {
      guard let hash = key.hash(document, element, hashing), index.insert(hash, value: position) else { return nil }
      hashes.append(hash)
    }
    self.elements = elements
    self.hashes = hashes
    self.index = index
  }

  /// The first of the candidate keys by which every element on both sides has an identity of its own, with the columns.
  ///
  /// Two arrays without elements have none.
  static func infer(
    _ old: Document, _ oldElements: [Document.Node], _ new: Document, _ newElements: [Document.Node],
    candidates: [IdentityKey]
  ) -> (key: IdentityKey, old: IdentityColumn, new: IdentityColumn)? {
    guard let sample = oldElements.first.map({ (old, $0) }) ?? newElements.first.map({ (new, $0) }) else {
      return nil
    }
    for key in candidates where key.values(sample.0, sample.1) != nil {
      if var oldColumn = IdentityColumn(old, oldElements, key: key),
        let newColumn = IdentityColumn(new, newElements, key: key)
      {
        oldColumn.isOld = true
        return (key, oldColumn, newColumn)
      }
    }
    return nil
  }
}
