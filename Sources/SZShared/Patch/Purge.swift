/// Finds the tombstones of a document, and the edits that remove them.
///
/// A tombstone is an element of an array: an object whose member of a given name is `true`.
package enum Purge {
  /// The edits that take the entities of a model out of a document that are marked by `marker`, with what they own; without a model,
  /// the elements of arrays that are marked; where paths leave something out, only such that are in. Linear.
  package static func edits(
    _ document: Document, marker: MemberName, _ schema: Schema?, _ selection: Selection = Selection()
  ) -> SourceEdits {
    let selected = selection.objects(in: document)
    guard let schema, let root = try? RootChoice(schema, [document]).declared(document, schema) else {
      return edits(document, marker: marker, selected)
    }
    var removal = NodeRemoval(document, DocumentLayout(document))
    EntityWalk.forEach(document, schema, root: root) { node, id in
      if schema[id].tombstone == marker.characters, selected?.contains(node) ?? true,
        Tombstone.isMarked(node, in: document, by: marker)
      {
        removal.remove(node)
      }
    }
    return removal.edits()
  }

  private static func edits(
    _ document: Document, marker: MemberName, _ selected: Set<Document.Node>?
  ) -> SourceEdits {
    var removal = NodeRemoval(document, DocumentLayout(document))
    var containers = document.kind(document.root).isContainer ? [document.root] : []
    while let node = containers.popLast() {
      guard document.kind(node) == .array else {
        for member in document.members(node) where document.kind(member.value).isContainer {
          containers.append(member.value)
        }
        continue
      }
      for element in document.elements(node) {
        if selected?.contains(element) ?? true, Tombstone.isMarked(element, in: document, by: marker) {
          removal.remove(element)
        } else if document.kind(element).isContainer {
          containers.append(element)
        }
      }
    }
    return removal.edits()
  }
}
