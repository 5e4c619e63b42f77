public import SZJSON

extension PathMatcher {
  /// Looks at the values of a document, owners before what they hold, with how far the paths lead there; what is below one only where
  /// `visit` says so. Without recursion.
  public func walk(_ document: Document, _ visit: (Document.Node, State) -> Bool) {
    var work: [(node: Document.Node, state: State)] = [(document.root, start)]
    while let (node, state) = work.popLast() {
      if !visit(node, state) { continue }
      switch document.kind(node) {
      case .object:
        for member in document.members(node) {
          let child = Child(name: document.characters(member.name), value: Value(document, member.value))
          work.append((member.value, step(state, child)))
        }
      case .array:
        let elements = Array(document.elements(node))
        for (index, element) in elements.enumerated() {
          let child = Child(name: nil, places: [(index, elements.count)], value: Value(document, element))
          work.append((element, step(state, child)))
        }
      default: continue
      }
    }
  }
}
