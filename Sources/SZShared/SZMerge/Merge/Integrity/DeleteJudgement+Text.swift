internal import SZJSON
internal import SZModel

extension DeleteJudgement {
  /// The text of the result once all that has been done; nil when nothing was.
  var text: [UInt8]? {
    // What goes of each array, and what stands for others.
    var gone: [Document.Node: Set<Document.Node>] = [:]
    var replaced: [Document.Node: [UInt8]] = [:]
    let null = Array("null".utf8)
    let outermost = doomed.filter { position in
      result.index.owner(of: position).map { !doomed.contains($0) } ?? true
    }
    for position in outermost {
      let entry = result.index.entries[position]
      let value = result.index.value(in: entry.container)
      if document.kind(value) == .array {
        gone[value, default: []].insert(entry.node)
      } else {
        replaced[entry.node] = null
      }
    }
    for (reference, instead) in cleared where !isDoomed(reference.holder) {
      guard reference.isElement else {
        replaced[reference.node] = instead.map { $0.document.text($0.node) } ?? null
        continue
      }
      let arrays = document.members(reference.holder).filter {
        document.kind($0.value) == .array && $0.value < reference.node
          && reference.node < document.end($0.value)
      }
      for array in arrays { gone[array.value, default: []].insert(reference.node) }
    }
    if gone.isEmpty, replaced.isEmpty { return nil }
    var edits = SourceEdits()
    let beginning = edits.checkpoint
    let layout = DocumentLayout(document)
    for (node, text) in replaced { edits.replace(document.range(node), with: text) }
    for (array, leaving) in gone.sorted(by: { $0.key > $1.key }) {
      let elements = Array(document.elements(array))
      let slots = elements.indices.filter { !leaving.contains(elements[$0]) }.map {
        ContainerRewrite.Slot.kept($0)
      }
      ContainerPatch(
        node: array, children: .elements(document, elements), slots: slots, checkpoint: beginning
      ).apply(in: document, layout, &edits)
    }
    return edits.applied(to: document.bytes)
  }
}
