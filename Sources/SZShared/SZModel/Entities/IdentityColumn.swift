public import SZJSON

/// The identities of the elements of an array that is a to-many relationship.
///
/// A column may be matched with that of another version of the array, the reference. It then knows where its elements stand there,
/// and keeps an index only of those that the reference has not.
public struct IdentityColumn: Sendable {
  public let elements: [Document.Node]
  let document: Document
  /// One for each element, equal where the identities are.
  public let hashes: [UInt64]
  /// The hash of each element's whole value, 0 where that comes late: here side by side, where the tape has them far apart.
  public let values: [UInt64]
  /// The first identifying value of each element; nowhere where that was known from the reference.
  private let identities: [Document.Node]
  /// For each element its position in the reference; -1 when it is not there. Empty without a reference.
  public let referencePositions: [Int]
  /// For each element of the reference its position here; -1 when it is not here. Empty without a reference.
  public let ownPositions: [Int]
  /// For each element of the reference whether it is known to be here with the same value. Empty without a reference.
  public let isUnchanged: [Bool]
  /// Whether the elements that the reference has too stand in its order.
  public let isInReferenceOrder: Bool
  /// The positions of the elements that the reference has not: without one, of all.
  let index: HashTable

  /// One hash for the identity of an element, where it is not that of the scalars as they stand; nil when it has none.
  public typealias Identity = (Document, Document.Node) -> UInt64?

  /// The identities of the elements of `array` by `key`; nil when one has none, or that of another. Linear in the elements.
  ///
  /// `reference` must have been made without one. Where the next element equals the one that stands next there, it has the same
  /// identity and need not be looked at; so it is with most. `identity` stands for what the key says where identities have a meaning.
  public init?(
    _ document: Document, _ array: Document.Node, key: IdentityKey, reference: IdentityColumn? = nil,
    identity: Identity? = nil
  ) {
    guard let hashing = document.hashing else { return nil }
    let elements = document.tape.siblings(from: document.firstChild(array), to: document.end(array))
    var matching = IdentityMatching(document, elements, reference)
    while let element = matching.next() {
      let value = document.hashAtHand(element)
      if matching.expects(element, value) {
        matching.addExpected()
      } else {
        guard
          let found = identity.map({ $0(document, element).map { ($0, Document.Node.nowhere) } })
            ?? key.hash(document, element, hashing), matching.add(value, found)
        else { return nil }
      }
    }
    guard let index = matching.finish() else { return nil }
    self.index = index
    self.document = document
    self.elements = elements
    (hashes, values) = (matching.hashes, matching.values)
    identities = matching.identities
    (referencePositions, ownPositions) = (matching.referencePositions, matching.ownPositions)
    (isUnchanged, isInReferenceOrder) = (matching.isUnchanged, matching.isInReferenceOrder)
  }

  /// The identifying value of the element at `position`, by a key of one part.
  func identity(_ position: Int, _ document: Document, _ key: IdentityKey) -> Document.Node? {
    if !identities[position].isNowhere { return identities[position] }
    guard case .value(let value) = key.find(document, elements[position], 0) else { return nil }
    return value
  }

  /// The whole identity of the element at `position` as one value: a scalar, for a composite one an array, of a reference itself.
  public func wholeIdentity(_ position: Int, _ document: Document, _ key: IdentityKey) -> Value? {
    switch key.parts.count {
    case 0: Value(document, elements[position])
    case 1: identity(position, document, key).map { Value(document, $0) }
    default: key.value(document, elements[position])
    }
  }

  /// For each element the position in `other`, which has the same reference, of the one with its identity, or -1.
  public func positions(inSibling other: IdentityColumn) -> [Int] {
    hashes.indices.map { position in
      let shared = referencePositions[position]
      return shared >= 0 ? other.ownPositions[shared] : other.index.value(hashes[position]) ?? -1
    }
  }
}
