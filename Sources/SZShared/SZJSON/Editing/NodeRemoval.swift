/// Takes values out of a document wherever they stand: elements out of their arrays, members out of their objects.
public struct NodeRemoval {
  private let document: Document
  private let layout: DocumentLayout
  private var removed: Set<Document.Node> = []
  private var cleared: Set<Document.Node> = []
  private var replaced: [Document.Node: [UInt8]] = [:]
  private var reduced: [Document.Node: Remnant] = [:]

  /// What is left of an object: the members whose names are `kept`, and one that says so, the marker.
  public struct Remnant {
    let kept: Set<Document.Node>
    let marker: [UInt8]

    public init(kept: Set<Document.Node>, marker: [UInt8]) { (self.kept, self.marker) = (kept, marker) }
  }

  public init(_ document: Document, _ layout: DocumentLayout) {
    self.document = document
    self.layout = layout
  }

  public var isEmpty: Bool { removed.isEmpty && cleared.isEmpty && replaced.isEmpty && reduced.isEmpty }

  public mutating func remove(_ node: Document.Node) { removed.insert(node) }

  /// Takes an element out of its array, and leaves null in the place of a member.
  public mutating func clear(_ node: Document.Node) { cleared.insert(node) }

  public mutating func replace(_ node: Document.Node, with text: [UInt8]) { replaced[node] = text }

  /// Leaves of an object just that.
  public mutating func reduce(_ object: Document.Node, to remnant: Remnant) { reduced[object] = remnant }

  /// The edits. Linear in the containers in which something goes, but for a sort of what does; without recursion.
  public func edits() -> SourceEdits {
    var edits = SourceEdits()
    let all = (Array(removed.union(cleared)) + replaced.keys + reduced.keys).sorted()
    func isAny(in node: Document.Node) -> Bool {
      let first = Bisection.count(all) { $0 < node }
      return first < all.count && all[first] < document.next(node)
    }
    var containers = isAny(in: document.root) ? [document.root] : []
    while let node = containers.popLast() {
      if let remnant = reduced[node] {
        remnant.apply(to: node, in: document, layout, &edits)
        continue
      }
      let isObject = document.kind(node) == .object
      var ranges: [Range<Int>] = []
      var slots: [ContainerRewrite.Slot] = []
      var child = document.firstChild(node)
      while child < document.end(node) {
        let value = isObject ? document.next(child) : child
        let isRemoved = removed.contains(value) || !isObject && cleared.contains(value)
        if !isRemoved {
          slots.append(.kept(ranges.count))
          if let text = cleared.contains(value) ? Array("null".utf8) : replaced[value] {
            edits.replace(document.range(value), with: text)
          } else if document.kind(value).isContainer, isAny(in: value) {
            containers.append(value)
          }
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

extension NodeRemoval.Remnant {
  /// Adds the edits that leave of an object just that.
  public func apply(
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
