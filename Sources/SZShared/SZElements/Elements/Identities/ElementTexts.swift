internal import SZJSON
internal import SZModel

/// The strings of an element by which it is known: its own, and those of the objects in an object.
enum ElementTexts {
  /// Their hashes with the names of their members, or the indexes; with `inArrays` also those in the arrays in an object, wherever they stand
  /// there. Linear in what the element holds.
  static func of(_ element: Value, by compared: ComparedMembers = ComparedMembers(), inArrays: Bool = false)
    -> Set<UInt64>
  {
    let (document, node) = (element.document, element.node)
    var texts: Set<UInt64> = []
    func isText(_ value: Document.Node) -> Bool { document.kind(value).isString }
    if document.kind(node) == .object {
      compared.forEachMember(document, node, where: isText) { texts.insert($0) }
      compared.forEachInnerMember(document, node, inArrays: inArrays, where: isText) { texts.insert($0) }
    } else {
      compared.forEachElement(ofArray: element, where: isText) { texts.insert($0) }
    }
    return texts
  }
}
