internal import SZJSON
internal import SZModel

extension Merger {
  /// Carries out what was decided about a value of CURRENT; one that goes is the caller's.
  mutating func carryOut(
    _ outcome: MergeOutcome, _ versions: Versions, _ node: Document.Node, _ spot: MergeSpot
  ) {
    switch outcome.decision {
    case .merge:
      var spot = spot
      if let step = spot.step { spot.path = settlements.paths.add(step, below: spot.path) }
      spot.step = nil
      push(.container(versions, spot))
    case .take(let value?): replace(node, with: value, mark: outcome.mark, spot)
    case .takeText(let value): edits.replace(current.range(node), with: value.document.text(value.node))
    case .keep, .take(nil): if let number = outcome.mark { edits.surround(current.range(node), with: number) }
    }
  }

  /// Puts `value` in the place of `node`.
  private mutating func replace(
    _ node: Document.Node, with value: Value, mark number: Int?, _ spot: MergeSpot
  ) {
    if current.kind(node) == .array, value.kind == .array {
      if let number { edits.surround(current.range(node), with: number) }
      become(node, value)
      return
    }
    let text = SourceEdits.Piece.bytes(layout.replacement(for: node, with: value))
    edits.replace(current.range(node), with: Merger.marked([text], number))
  }

  /// Gives an array the elements of another; those that are equal stay as they are. Nothing else is done in it, so it is finished at
  /// once: what stands behind it may have its edits before the containers that are still open.
  private mutating func become(_ node: Document.Node, _ value: Value) {
    let children = Array(current.elements(node))
    let wanted = value.document.elements(value.node).map { Value(value.document, $0) }
    let checkpoint = edits.checkpoint
    ContainerRewrite.apply(
      slots(children[...], becoming: wanted, in: node), to: node, in: current,
      children: .ranges(children.map { current.range($0) }), layout: layout, checkpoint: checkpoint,
      edits: &edits)
    edits.gather(in: current.range(node), since: checkpoint)
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
      slots += wanted[gap.new].map { .new([.bytes(text($0, asChildOf: array))]) }
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
  func text(
    _ value: Value, from node: Document.Node? = nil, asChildOf container: Document.Node
  ) -> [UInt8] {
    var text = node.map { comments(of: $0, asChildOf: container) } ?? []
    layout.append(value, asChildOf: container, to: &text)
    return text
  }
}
