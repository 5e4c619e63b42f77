internal import SZJSON

/// Takes values out of a document wherever they stand: elements out of their arrays, members out of their objects.
struct NodeRemoval {
  private let document: Document
  private let layout: DocumentLayout
  private var removed: Set<Document.Node> = []
  private var cleared: Set<Document.Node> = []
  private var marked: [Document.Node: Mark] = [:]

  /// What is left of an object that is marked: the members whose names are `kept`, and a marker.
  struct Mark {
    let kept: Set<Document.Node>
    let marker: [UInt8]
  }

  init(_ document: Document, _ layout: DocumentLayout) {
    self.document = document
    self.layout = layout
  }

  mutating func remove(_ node: Document.Node) { removed.insert(node) }

  /// Takes an element out of its array, and leaves null in the place of a member.
  mutating func clear(_ node: Document.Node) { cleared.insert(node) }

  /// Leaves of an object just that.
  mutating func mark(_ object: Document.Node, _ mark: Mark) { marked[object] = mark }

  /// The edits. Linear in the document, without recursion.
  func edits() -> SourceEdits {
    var edits = SourceEdits()
    if removed.isEmpty, cleared.isEmpty, marked.isEmpty { return edits }
    var containers = document.kind(document.root).isContainer ? [document.root] : []
    while let node = containers.popLast() {
      if let mark = marked[node] {
        mark.apply(to: node, in: document, layout, &edits)
        continue
      }
      let isObject = document.kind(node) == .object
      var ranges: [Range<Int>] = []
      var slots: [ContainerRewrite.Slot] = []
      var child = document.firstChild(node)
      while child < document.end(node) {
        let value = isObject ? document.next(child) : child
        let goes = removed.contains(value) || !isObject && cleared.contains(value)
        if !goes {
          slots.append(.kept(ranges.count))
          if cleared.contains(value) { edits.replace(document.range(value), with: Array("null".utf8)) }
          if document.kind(value).isContainer { containers.append(value) }
        }
        ranges.append(document.start(child)..<document.range(value).upperBound)
        child = document.next(value)
      }
      if slots.count == ranges.count { continue }
      ContainerPatch(node: node, children: .ranges(ranges), slots: slots, checkpoint: edits.checkpoint)
        .apply(in: document, layout, &edits)
    }
    return edits
  }
}

extension NodeRemoval.Mark {
  /// Adds the edits that leave of an object just that.
  func apply(
    to object: Document.Node, in document: Document, _ layout: DocumentLayout, _ edits: inout SourceEdits
  ) {
    var ranges: [Range<Int>] = []
    var slots: [ContainerRewrite.Slot] = []
    var node = document.firstChild(object)
    while node < document.end(object) {
      let value = document.next(node)
      if kept.contains(node) { slots.append(.kept(ranges.count)) }
      ranges.append(document.start(node)..<document.range(value).upperBound)
      node = document.next(value)
    }
    var text: [UInt8] = []
    layout.appendMember(
      Value(jsonString: marker), JSONText.true, asChildOf: object, to: &text)
    slots.append(.new([.bytes(text)]))
    ContainerPatch(node: object, children: .ranges(ranges), slots: slots, checkpoint: edits.checkpoint)
      .apply(in: document, layout, &edits)
  }
}
