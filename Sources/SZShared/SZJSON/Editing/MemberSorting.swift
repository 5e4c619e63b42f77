/// Orders the members of every object by name, and leaves all else of the text as it is.
public enum MemberSorting {
  /// The edits that sort `document`: names in the order of their characters' code points. Walks without recursion.
  public static func edits(_ document: Document) -> SourceEdits {
    var edits = SourceEdits()
    let layout = DocumentLayout(document)
    var open: [(node: Document.Node, checkpoint: SourceEdits.Checkpoint)] = []
    func close(before limit: Document.Node) {
      while let last = open.last, document.end(last.node) <= limit {
        open.removeLast()
        if document.kind(last.node) == .object {
          sort(last.node, document, layout, checkpoint: last.checkpoint, &edits)
        }
      }
    }
    var node = document.root
    let end = document.next(document.root)
    while node < end {
      close(before: node)
      if document.kind(node).isContainer {
        open.append((node, edits.checkpoint))
        node = document.firstChild(node)
      } else {
        node = document.next(node)
      }
    }
    close(before: end)
    return edits
  }

  private static func sort(
    _ object: Document.Node, _ document: Document, _ layout: DocumentLayout,
    checkpoint: SourceEdits.Checkpoint,
    _ edits: inout SourceEdits
  ) {
    var names: [[UInt8]] = []
    var ranges: [Range<Int>] = []
    for member in document.members(object) {
      names.append(document.characters(member.name))
      ranges.append(document.start(member.name)..<document.range(member.value).upperBound)
    }
    let order = names.indices.sorted { names[$0].lexicographicallyPrecedes(names[$1]) }
    if order.elementsEqual(names.indices) { return }
    ContainerPatch(
      node: object, children: .ranges(ranges), slots: order.map { .kept($0) }, checkpoint: checkpoint
    ).apply(in: document, layout, &edits)
    edits.gather(in: document.range(object), since: checkpoint)
  }
}
