internal import SZJSON
internal import SZModel

/// Hashes elements of one array: as they stand, or by what they mean where a model says that.
struct ElementHash {
  let hashes: PlacedHash
  /// What holds for an element.
  let place: Rules.Place?

  init(_ hashing: Hashing) {
    hashes = PlacedHash(hashing)
    place = nil
  }

  /// For the elements of the array at `array`.
  init(_ hashes: PlacedHash, elementsOf array: Rules.Place?) {
    self.hashes = hashes
    place = hashes.rules?.element(array, 0, of: 1, JSONText.null)
  }

  var hashing: Hashing { hashes.hashing }

  func of(_ document: Document, _ node: Document.Node) -> UInt64 { hashes.of(document, node, place) }
}
