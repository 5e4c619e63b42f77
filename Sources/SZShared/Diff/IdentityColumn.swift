/// The identities of the elements of an array that is a to-many relationship.
struct IdentityColumn {
  let elements: [Document.Node]
  /// One for each element, equal where the identities are.
  let hashes: [UInt64]
  let index: HashTable

  /// The identities of `elements` by the members called `names`.
  ///
  /// Nil when an element is no object, lacks one of the members, has something else than a string, a number or a boolean
  /// there, or has the identity of another element. Linear in the elements.
  init?(_ document: Document, _ elements: [Document.Node], names: [[UInt8]]) {
    var hashes: [UInt64] = []
    hashes.reserveCapacity(elements.count)
    var index = HashTable(expected: elements.count)
    for (position, element) in elements.enumerated() {
      guard let identity = IdentityColumn.identity(document, element, names: names) else { return nil }
      var hash = document.hash(identity[0])
      for part in identity.dropFirst() { hash = Hashing.mix(hash ^ Hashing.prime3, document.hash(part)) }
      guard index.insert(hash, value: position) else { return nil }
      hashes.append(hash)
    }
    self.elements = elements
    self.hashes = hashes
    self.index = index
  }

  /// The identifying values of an element, in the order of `names`; nil when it has none.
  static func identity(_ document: Document, _ element: Document.Node, names: [[UInt8]]) -> [Document.Node]? {
    guard document.kind(element) == .object else { return nil }
    if names.count == 1 {
      guard let member = document.member(element, named: names[0]), isIdentifying(document, member.value) else {
        return nil
      }
      return [member.value]
    }
    var values: [Document.Node] = []
    for name in names {
      guard let member = document.member(element, named: name), isIdentifying(document, member.value) else {
        return nil
      }
      values.append(member.value)
    }
    return values
  }

  private static func isIdentifying(_ document: Document, _ node: Document.Node) -> Bool {
    let kind = document.kind(node)
    return !kind.isContainer && kind != .null
  }

  /// The first of the candidate keys by which every element on both sides has an identity of its own, with the columns.
  ///
  /// Two arrays without elements have none.
  static func infer(
    _ old: Document, _ oldElements: [Document.Node], _ new: Document, _ newElements: [Document.Node],
    candidates: [[[UInt8]]]
  ) -> (names: [[UInt8]], old: IdentityColumn, new: IdentityColumn)? {
    guard let sample = oldElements.first.map({ (old, $0) }) ?? newElements.first.map({ (new, $0) }) else {
      return nil
    }
    for names in candidates where identity(sample.0, sample.1, names: names) != nil {
      if let oldColumn = IdentityColumn(old, oldElements, names: names),
        let newColumn = IdentityColumn(new, newElements, names: names)
      {
        return (names, oldColumn, newColumn)
      }
    }
    return nil
  }
}
