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
    guard document.kind(element) == .object, let name = names.first,
      let first = IdentityKey.value(document, element, name)
    else { return nil }
    var hash = document.scalarHash(first, hashing)
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

  @inline(__always) private static func value(
    _ document: Document, _ element: Document.Node, _ name: MemberName
  )
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
  /// The hash of each element's whole value: here side by side, where the tape has them far apart.
  let values: [UInt64]
  let index: HashTable
  /// Whether the elements that the twin has too stand in its order.
  let isInTwinsOrder: Bool

  /// The identities of the elements of `array` by `key`; nil when one has none, or that of another. Linear in the elements.
  ///
  /// An element that `twin` has too, behind the last one found there, has its identity: most need not be looked at. Where
  /// all identities are those of the twin, one after the other, its index serves for both.
  init?(_ document: Document, _ array: Document.Node, key: IdentityKey, twin: IdentityColumn? = nil) {
    guard let hashing = document.hashing else { return nil }
    var hashes: [UInt64] = []
    var values: [UInt64] = []
    var elements: [Document.Node] = []
    let twins = (values: twin?.values ?? [], hashes: twin?.hashes ?? [])
    hashes.reserveCapacity(twins.values.count)
    values.reserveCapacity(twins.values.count)
    elements.reserveCapacity(twins.values.count)
    var isInOrder = true
    var next = 0
    // One pass, while the words of an element are at hand.
    for element in document.elements(array) {
      let value = document.hash(element)
      if next < twins.values.count, twins.values[next] == value {
        hashes.append(twins.hashes[next])
        next += 1
      } else {
        guard let hash = key.hash(document, element, hashing) else { return nil }
        hashes.append(hash)
        if next < twins.hashes.count, twins.hashes[next] == hash {
          next += 1
        } else if let match = twin?.index.value(hash) {
          if match < next { isInOrder = false }
          next = match + 1
        }
      }
      values.append(value)
      elements.append(element)
    }
    if let twin, twin.hashes == hashes {
      index = twin.index
    } else {
      var index = HashTable(expected: elements.count)
      for (position, hash) in hashes.enumerated() where !index.insert(hash, value: position) { return nil }
      self.index = index
    }
    isInTwinsOrder = isInOrder
    self.elements = elements
    self.hashes = hashes
    self.values = values
  }

  /// For each element the position in `other` of the one with its identity, or -1.
  ///
  /// Most arrays keep their order, so the element behind the last match is tried before the index is.
  func positions(in other: IdentityColumn) -> [Int] {
    var next = 0
    return hashes.map { hash in
      if next < other.hashes.count, other.hashes[next] == hash {
        next += 1
        return next - 1
      }
      guard let match = other.index.value(hash) else { return -1 }
      next = match + 1
      return match
    }
  }

  /// The first of the candidate keys by which every element on both sides has an identity of its own, with the columns.
  ///
  /// Two arrays without elements have none.
  static func infer(
    _ old: Document, _ oldArray: Document.Node, _ new: Document, _ newArray: Document.Node,
    candidates: [IdentityKey]
  ) -> (key: IdentityKey, old: IdentityColumn, new: IdentityColumn)? {
    let sample: Value
    if !old.isEmptyContainer(oldArray) {
      sample = Value(old, old.firstChild(oldArray))
    } else if !new.isEmptyContainer(newArray) {
      sample = Value(new, new.firstChild(newArray))
    } else {
      return nil
    }
    for key in candidates where key.values(sample.document, sample.node) != nil {
      if var oldColumn = IdentityColumn(old, oldArray, key: key),
        let newColumn = IdentityColumn(new, newArray, key: key, twin: oldColumn)
      {
        oldColumn.isOld = true
        return (key, oldColumn, newColumn)
      }
    }
    return nil
  }
}
