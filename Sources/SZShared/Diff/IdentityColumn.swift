/// The identities of the elements of an array that is a to-many relationship.
///
/// A column may have a twin, that of another version of the array. It then knows where its elements stand there, and
/// keeps an index only of those that the twin has not.
struct IdentityColumn {
  /// Whether the elements stand in the old document.
  var isOld = false
  let elements: [Document.Node]
  /// One for each element, equal where the identities are.
  let hashes: [UInt64]
  /// The hash of each element's whole value: here side by side, where the tape has them far apart.
  let values: [UInt64]
  /// The first identifying value of each element; -1 where the twin's element told the identity.
  private let identities: [Document.Node]
  /// For each element its position in the twin; -1 when it is not there. Empty without a twin.
  let twinPositions: [Int]
  /// For each element of the twin its position here; -1 when it is not here. Empty without a twin.
  let ownPositions: [Int]
  /// For each element of the twin whether it is here with the same value. Empty without a twin.
  let isUnchanged: [Bool]
  /// Whether the elements that the twin has too stand in its order.
  let isInTwinsOrder: Bool
  /// The positions of the elements that the twin has not: without one, of all.
  private let index: HashTable

  /// The identities of the elements of `array` by `key`; nil when one has none, or that of another. Linear in the elements.
  ///
  /// An element that `twin`, which must have none itself, has too behind the last one found there has its identity: most
  /// need not be looked at.
  init?(_ document: Document, _ array: Document.Node, key: IdentityKey, twin: IdentityColumn? = nil) {
    guard let hashing = document.hashing else { return nil }
    var (hashes, values, elements): ([UInt64], [UInt64], [Document.Node]) = ([], [], [])
    var identities: [Document.Node] = []
    let twins = (values: twin?.values ?? [], hashes: twin?.hashes ?? [])
    var (twinPositions, isInOrder): ([Int], Bool) = ([], true)
    var ownPositions = [Int](repeating: -1, count: twins.values.count)
    var isUnchanged = [Bool](repeating: false, count: twins.values.count)
    hashes.reserveCapacity(twins.values.count)
    values.reserveCapacity(twins.values.count)
    elements.reserveCapacity(twins.values.count)
    identities.reserveCapacity(twins.values.count)
    twinPositions.reserveCapacity(twins.values.count)
    var strangers: [Int] = []
    var next = 0
    // Whether the last element stood where it was expected: in a shuffled array it costs less not to expect.
    var isInStep = true
    // One pass, while the words of an element are at hand.
    for element in document.textElements(array) {
      let value = document.hash(element)
      var match = -1
      if isInStep, next < twins.values.count, twins.values[next] == value {
        match = next
        hashes.append(twins.hashes[next])
        identities.append(-1)
      } else {
        guard let identity = key.hash(document, element, hashing) else { return nil }
        hashes.append(identity.hash)
        identities.append(identity.first)
        if isInStep, next < twins.hashes.count, twins.hashes[next] == identity.hash {
          match = next
        } else {
          match = twin?.index.value(identity.hash) ?? -1
        }
      }
      if match >= 0 {
        if ownPositions[match] >= 0 { return nil }
        ownPositions[match] = elements.count
        isUnchanged[match] = twins.values[match] == value
        isInStep = match == next
        if match < next { isInOrder = false }
        next = match + 1
      } else {
        strangers.append(elements.count)
      }
      if twin != nil { twinPositions.append(match) }
      values.append(value)
      elements.append(element)
    }
    var index = HashTable(expected: strangers.count)
    for position in strangers where !index.insert(hashes[position], value: position) { return nil }
    self.index = index
    self.isUnchanged = isUnchanged
    (self.twinPositions, self.ownPositions, isInTwinsOrder) = (twinPositions, ownPositions, isInOrder)
    (self.elements, self.hashes, self.values) = (elements, hashes, values)
    self.identities = identities
  }

  /// The first identifying value of the element at `position`.
  func identity(_ position: Int, _ document: Document, _ key: IdentityKey) -> Document.Node? {
    identities[position] >= 0 ? identities[position] : key.first(document, elements[position])
  }

  /// For each element the position in `other`, which has the same twin, of the one with its identity, or -1.
  func positions(inSibling other: IdentityColumn) -> [Int] {
    hashes.indices.map { position in
      let shared = twinPositions[position]
      return shared >= 0 ? other.ownPositions[shared] : other.index.value(hashes[position]) ?? -1
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
