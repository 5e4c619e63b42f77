internal import SZJSON
internal import SZModel

/// The strings in the objects of an element, however deep, by which it may be known where nothing else of it is the same any more.
///
/// Of the orders `[{"by": "ann", "lines": [{"sku": "salt", "qty": 1}]}, {"by": "ann", "lines": [{"sku": "egg", "qty": 1}]}]` a side moves
/// one and changes its `qty`: it alone has `salt`.
extension ListElements {
  /// Hashes of them with the names of their members; of none where a model says what counts. Linear in the text of the element.
  func innerTexts(_ position: Int) -> Set<UInt64> {
    guard let hashing = document.hashing, compared.countInside, isContainer(position) else { return [] }
    var texts: Set<UInt64> = []
    for object in containers(at: position) where document.kind(object) == .object {
      for member in document.members(object) where document.kind(member.value).isString {
        texts.insert(hashing.pair(document.hash(member.name), document.hash(member.value)))
      }
    }
    return texts
  }

  /// Whether the element alone has one of some of these. Linear in the text of all elements the first time.
  func isKnown(_ position: Int, byAnyOf texts: Set<UInt64>) -> Bool {
    texts.contains { innerHolders.of($0, atMost: 1) == [position] }
  }

  func makeInnerHolders() -> MemberHolders {
    var holders = MemberHolders(expected: count)
    for position in nodes.indices {
      for text in innerTexts(position) { holders.add(text, of: position) }
    }
    return holders
  }
}
