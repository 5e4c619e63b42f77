internal import SZElements
internal import SZJSON

/// The text of CURRENT as it becomes the result: edits of it, with what comes from EDITED laid out as CURRENT is.
struct MergedText {
  private let current: Document
  private let edited: Document
  let layout: DocumentLayout
  private let comments: ArrivingComments
  var edits = SourceEdits()

  init(_ documents: Three<Document>) {
    (current, edited) = (documents.current, documents.edited)
    layout = DocumentLayout(current, keepsComments: edited.isRelaxed)
    comments = ArrivingComments(edited)
  }

  /// Puts `value` in the place of `node`.
  mutating func replace(
    _ node: Document.Node, with value: Value, mark number: Int?
  ) {
    if current.kind(node) == .array, value.kind == .array {
      if let number { edits.surround(current.range(node), with: number) }
      become(node, value)
      return
    }
    let text = SourceEdits.Piece.bytes(layout.replacement(for: node, with: value))
    edits.replace(current.range(node), with: MergedText.marked([text], number))
  }

  /// Gives an array the elements of another; those that are equal stay as they are. Nothing else is done in it, so it is finished at
  /// once: what stands behind it may have its edits before the containers that are still open.
  private mutating func become(_ node: Document.Node, _ value: Value) {
    let children = Array(current.elements(node))
    let wanted = value.document.elements(value.node).map { Value(value.document, $0) }
    let checkpoint = edits.checkpoint
    finish(
      ContainerPatch(
        node: node, children: .ranges(children.map { current.range($0) }),
        slots: slots(children[...], becoming: wanted, in: node), checkpoint: checkpoint))
  }

  /// Gives a container other children.
  mutating func finish(_ patch: ContainerPatch) {
    patch.apply(in: current, layout, &edits)
    edits.gather(in: current.range(patch.node), since: patch.checkpoint)
  }

  /// What turns a stretch of the children of an array into `wanted`; those that are equal stay.
  func slots(
    _ children: ArraySlice<Document.Node>, becoming wanted: [Value], in array: Document.Node
  ) -> [ContainerRewrite.Slot] {
    guard let hashing = current.hashing else { return [] }
    var slots: [ContainerRewrite.Slot] = []
    var next = children.startIndex
    let gaps = SequenceAlignment.gaps(
      children.map { current.hash($0) }, wanted.map { ValueHash.of($0.document, $0.node, hashing) })
    for gap in gaps {
      slots += (next..<children.startIndex + gap.old.lowerBound).map { .kept($0) }
      slots += wanted[gap.new].map {
        .new([.bytes(child($0, from: $0.document === edited ? $0.node : nil, of: array))])
      }
      next = children.startIndex + gap.old.upperBound
    }
    return slots + (next..<children.endIndex).map { .kept($0) }
  }

  /// The pieces between marks with a conflict's number, or as they are without one.
  static func marked(_ pieces: [SourceEdits.Piece], _ number: Int?) -> [SourceEdits.Piece] {
    guard let number else { return pieces }
    return [.mark(number)] + pieces + [.mark(number)]
  }

  /// The text of a value that comes into a container of CURRENT, with the comments of what EDITED has at `node`, if it comes from there.
  func child(
    _ value: Value, from node: Document.Node? = nil, of container: Document.Node
  ) -> [UInt8] {
    var text = node.map { comments(of: $0, in: container) } ?? []
    layout.append(value, asChildOf: container, to: &text)
    return text
  }

  /// The text of a member of EDITED, called by the node `name`, with another value, as it comes into an object of CURRENT.
  func member(_ name: Document.Node, _ value: Value, of object: Document.Node) -> [UInt8] {
    var text = comments(of: name, in: object)
    layout.appendMember(Value(edited, name), value, asChildOf: object, to: &text)
    return text
  }

  /// The comments that the child of EDITED at `node` brings along into a container of CURRENT.
  private func comments(of node: Document.Node, in container: Document.Node) -> [UInt8] {
    comments.text(of: edited.start(node), in: container, of: current, layout)
  }
}
