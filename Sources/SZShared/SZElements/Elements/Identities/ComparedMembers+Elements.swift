internal import SZJSON
internal import SZModel

extension ComparedMembers {
  /// Comes to the members of an object that count, or the elements of an array: to hashes of their names, or indexes, and values. Of an
  /// object that holds objects and arrays alone it comes to what is in these.
  func forEachPart(ofElement element: Value, where counts: (Document.Node) -> Bool, _ body: (UInt64) -> Void)
  {
    let (document, node) = (element.document, element.node)
    if document.kind(node) == .object { return forEachPart(document, node, where: counts, body) }
    forEachElement(ofArray: element, where: counts, body)
  }

  /// Comes to the elements of an array with their indexes; to none of what is no array.
  func forEachElement(ofArray array: Value, where counts: (Document.Node) -> Bool, _ body: (UInt64) -> Void) {
    let (document, node) = (array.document, array.node)
    guard let hashing = document.hashing, document.kind(node) == .array else { return }
    for (index, element) in document.elements(node).enumerated() where counts(element) {
      body(hashing.pair(UInt64(index), document.hash(element)))
    }
  }
}
