/// Finds the tombstones of a document, and the edits that remove them.
///
/// A tombstone is an element of an array: an object whose member of a given name is `true`.
package enum Purge {
  /// The edits that take every element that is marked by `marker` out of its array. Linear.
  package static func edits(_ document: Document, marker: MemberName) -> SourceEdits {
    var edits = SourceEdits()
    let layout = DocumentLayout(document)
    var containers = document.kind(document.root).isContainer ? [document.root] : []
    while let node = containers.popLast() {
      guard document.kind(node) == .array else {
        for member in document.members(node) where document.kind(member.value).isContainer {
          containers.append(member.value)
        }
        continue
      }
      var ranges: [Range<Int>] = []
      var slots: [ContainerRewrite.Slot] = []
      for element in document.elements(node) {
        if !Tombstone.isMarked(element, in: document, by: marker) {
          slots.append(.kept(ranges.count))
          if document.kind(element).isContainer { containers.append(element) }
        }
        ranges.append(document.range(element))
      }
      if slots.count == ranges.count { continue }
      ContainerRewrite.apply(
        slots, to: node, in: document, children: .ranges(ranges), layout: layout,
        checkpoint: edits.checkpoint,
        edits: &edits)
    }
    return edits
  }
}
