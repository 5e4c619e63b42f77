internal import SZJSON
internal import SZModel

extension Selection {
  /// The objects of a document whose places are in; nil when all are. Linear.
  func objects(in document: Document) -> Set<Document.Node>? {
    guard let root else { return nil }
    var objects: Set<Document.Node> = []
    var work: [(node: Document.Node, place: Place?)] = [(document.root, root)]
    while let (node, place) = work.popLast() {
      if isLeftOut(place) { continue }
      switch document.kind(node) {
      case .object:
        if isIn(place) { objects.insert(node) }
        for member in document.members(node) where document.kind(member.value).isContainer {
          let value = Value(document, member.value)
          work.append((member.value, self.member(place, document.characters(member.name), value)))
        }
      case .array:
        let elements = Array(document.elements(node))
        for (index, element) in elements.enumerated() where document.kind(element).isContainer {
          work.append(
            (element, self.element(place, index, of: elements.count, Value(document, element))))
        }
      default: continue
      }
    }
    return objects
  }
}
