internal import SZJSON

/// The elements of arrays, among which most entities are.
extension EntityScan {
  /// Begins with the elements of a to-many.
  mutating func open(_ set: Schema.SetID, _ array: Document.Node, at standing: Standing) {
    var expected: EntityIndex.Position?
    if let older = standing.older, let index = self.older {
      let value = index.value(in: older)
      if index.document.kind(value) == .array, !index.document.isEmptyContainer(value) {
        expected = index.position(of: index.document.firstChild(value))
      }
    }
    frames.append(
      Frame(
        next: document.firstChild(array), end: document.end(array),
        content: .elements(
          set, container: standing.container, older: standing.older, expected: expected),
        context: standing.context, owner: standing.owner, older: nil))
  }

  mutating func element(
    _ top: Int, _ set: Schema.SetID, _ container: Document.Node, _ olderContainer: Document.Node?,
    _ expected: EntityIndex.Position?
  ) throws(EntityError) {
    let node = frames[top].next
    frames[top].next = document.next(node)
    guard document.kind(node) == .object else { return }
    // What stands as it stood before, where it stood before, need not be looked at.
    if let expected, let older, whereabouts.takesUnchanged(expected, of: older, document, node, container) {
      let next = older.sibling(behind: expected)
      frames[top] = expecting(next, frames[top])
      return
    }
    let frame = frames[top]
    let found = try visit(
      node, schema[set].destination,
      at: Standing(
        container: container, older: olderContainer, owner: frame.owner, context: frame.context),
      inArray: true)
    if let found, let older, older.entries[found].container == olderContainer {
      frames[top] = expecting(older.sibling(behind: found), frames[top])
    }
  }

  /// Takes the elements that come next as far as nothing has to be known of them but who they are: they own nothing, stand in the document
  /// by themselves and have an identity of one member.
  mutating func takeSimple(
    _ top: Int, _ destination: Model.EntityID, _ container: Document.Node
  ) throws(EntityError) {
    let frame = frames[top]
    if refusesUnknown || frame.context.isCopy || frame.context.isLost { return }
    var node = frame.next
    var (known, isSimple): (Model.EntityID?, Bool) = (nil, false)
    while node < frame.end, document.kind(node) == .object {
      let id = try schema.entity(document, node, in: destination)
      if id != known { (known, isSimple) = (id, schema[id].isSimple) }
      guard isSimple, let identity = schema.identity(document, node, of: schema[id], hashing) else { break }
      let entry = EntityIndex.Entry(
        node: node, container: container, owner: frame.owner, entity: id, mayMove: true, isOwn: false)
      if builder.add(entry, identity: identity) == nil {
        throw twice(node, schema[id], identity, container)
      }
      node = document.next(node)
    }
    frames[top].next = node
  }

  private func expecting(_ position: EntityIndex.Position?, _ frame: Frame) -> Frame {
    guard case .elements(let set, let container, let older, _) = frame.content else { return frame }
    return Frame(
      next: frame.next, end: frame.end,
      content: .elements(set, container: container, older: older, expected: position), context: frame.context,
      owner: frame.owner, older: frame.older)
  }
}
