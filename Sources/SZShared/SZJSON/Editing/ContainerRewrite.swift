/// The edits that give a container other children.
///
/// Children that stay in their order keep their place, the white space around them and the commas between them; only the
/// gaps in which something goes or comes are touched.
public enum ContainerRewrite {
  /// A child of the result.
  public enum Slot {
    /// The child of the source with this number.
    case kept(Int)
    /// The children of the source with these numbers, at least one.
    case run(Range<Int>)
    case new([SourceEdits.Piece])
    /// The same, of what the edits keep already.
    case content(SourceEdits.Content)
    /// Pieces without text, for which there is no comma.
    case textless([SourceEdits.Piece])
  }

  /// Adds to `edits` what gives a container the children that it will have.
  ///
  /// Children that moved take along the edits inside them that were added since the checkpoint; those of children that go are
  /// dropped. Linear, but for finding the children that can stay: O(n log n) for `n` stretches of them when some moved. Once the
  /// stretches are found, what stays costs nothing.
  static func apply(
    _ patch: ContainerPatch, in document: Document, _ layout: DocumentLayout, _ edits: inout SourceEdits
  ) {
    let children = patch.children
    let steps = steps(patch.slots, &edits)
    let staying = anchors(steps)
    let moved = MovedEdits(children, steps, staying, patch.checkpoint, &edits)
    edits.reservePieces(steps.count + steps.count / 16)
    if document.isRelaxed {
      var gap = Commented(document, patch.node, children.all, layout)
      forEachGap(steps, staying, children.count) { anchor, steps in
        gap.close(before: anchor, gap.arrivals(of: steps, children, moved, &edits), &edits)
      }
    } else {
      var gap = Gap(document, patch.node, children, layout)
      forEachGap(steps, staying, children.count) { anchor, steps in
        gap.close(before: anchor, steps, moved, &edits)
      }
    }
  }

  /// Calls `body` for each stretch between two children that stay, or between one and a bracket: with the children that stay behind it, and
  /// what comes there.
  @inline(__always) private static func forEachGap(
    _ steps: [Step], _ staying: [Int], _ childCount: Int, _ body: (Range<Int>, ArraySlice<Step>) -> Void
  ) {
    var next = 0
    for number in 0...staying.count {
      let (end, anchor) =
        number < staying.count
        ? (staying[number], steps[staying[number]].range) : (steps.count, childCount..<childCount)
      body(anchor, steps[next..<end])
      next = end + 1
    }
  }

  /// A slot in integers: children of the source that follow each other, or pieces among those of the edits.
  struct Step {
    enum Kind {
      case children, new, textless
    }

    let kind: Kind
    var range: Range<Int>
  }

  /// The slots, with children that follow each other in the source as well made one.
  private static func steps(_ slots: [Slot], _ edits: inout SourceEdits) -> [Step] {
    var steps: [Step] = []
    steps.reserveCapacity(slots.count)
    func add(_ children: Range<Int>) {
      if let last = steps.last, last.kind == .children, last.range.upperBound == children.lowerBound {
        steps[steps.count - 1].range = last.range.lowerBound..<children.upperBound
      } else {
        steps.append(Step(kind: .children, range: children))
      }
    }
    for slot in slots {
      switch slot {
      case .kept(let child): add(child..<child + 1)
      case .run(let children): add(children)
      case .content(let content): steps.append(Step(kind: .new, range: content.pieces))
      case .new(let pieces): steps.append(Step(kind: .new, range: edits.content(pieces).pieces))
      case .textless(let pieces): steps.append(Step(kind: .textless, range: edits.content(pieces).pieces))
      }
    }
    return steps
  }

  /// The steps whose children can stay in place: as many children as possible.
  private static func anchors(_ steps: [Step]) -> [Int] {
    var anchors: [Int] = []
    var isAscending = true
    var end = 0
    for (number, step) in steps.enumerated() where step.kind == .children {
      if step.range.lowerBound < end { isAscending = false }
      end = step.range.upperBound
      anchors.append(number)
    }
    if isAscending { return anchors }
    return HeaviestIncreasing.positions(of: anchors.map { steps[$0].range }).map { anchors[$0] }
  }

  /// The edits inside the children that do not stay where they are: they give them up, to themselves in their new places or to nobody.
  struct MovedEdits {
    /// In the order of the text.
    private let edits: [SourceEdits.Edit]
    /// For each child whether it has some; empty where none has.
    private let isEdited: [Bool]

    fileprivate init(
      _ children: ChildRanges, _ steps: [Step], _ staying: [Int], _ checkpoint: SourceEdits.Checkpoint,
      _ all: inout SourceEdits
    ) {
      if all.all(since: checkpoint).isEmpty {
        (edits, isEdited) = ([], [])
        return
      }
      var isEdited = [Bool](repeating: false, count: children.count)
      edits = all.take(since: checkpoint) { range in
        let child = children.count(to: range.lowerBound) - 1
        guard child >= 0, children[child].upperBound >= range.upperBound else { return false }
        let anchor = Bisection.count(staying) { steps[$0].range.lowerBound <= child } - 1
        if anchor >= 0, steps[staying[anchor]].range.contains(child) { return false }
        isEdited[child] = true
        return true
      }
      self.isEdited = edits.isEmpty ? [] : isEdited
    }

    /// Whether there are edits in a child.
    @inline(__always) func areIn(_ child: Int) -> Bool { !isEdited.isEmpty && isEdited[child] }

    /// Appends to the pieces of `all` what stands in a child, with its edits, and the text of `lead` bytes before it.
    func append(_ range: Range<Int>, lead: Int = 0, to all: inout SourceEdits) {
      let stretch = range.lowerBound - lead..<range.upperBound
      if edits.isEmpty { return all.pieces.append(.source(stretch)) }
      let first = Bisection.count(edits) { $0.range.lowerBound < range.lowerBound }
      var end = first
      while end < edits.count, edits[end].range.lowerBound <= range.upperBound { end += 1 }
      all.appendPieces(of: stretch, edits[first..<end])
    }
  }

  /// The stretch between two children that stay, or between one and a bracket.
  private struct Gap {
    let document: Document
    let container: Document.Node
    let children: ChildRanges
    let layout: DocumentLayout
    /// The last child that stays; -1 for none.
    var previous = -1
    /// The comma and the white space between two children, once it has been asked for.
    var between: Range<Int>?

    init(
      _ document: Document, _ container: Document.Node, _ children: ChildRanges, _ layout: DocumentLayout
    ) {
      self.document = document
      self.container = container
      self.children = children
      self.layout = layout
    }

    /// Ends the gap before the children `run`, which stay, or with none at the bracket.
    mutating func close(
      before run: Range<Int>, _ steps: ArraySlice<Step>, _ moved: MovedEdits, _ edits: inout SourceEdits
    ) {
      defer { previous = run.upperBound - 1 }
      let behind = run.lowerBound
      let hasGone = previous + 1 < behind
      if !hasGone, steps.isEmpty { return }
      let hasText = steps.contains { $0.kind != .textless }
      let isEmpty = children.count == 0
      let first = edits.pieces.count
      if !hasGone, hasText {
        if previous >= 0 { separate(&edits) } else if isEmpty { pad(isFront: true, &edits) }
      }
      let start = edits.pieces.count
      append(steps, moved, &edits)
      if !hasGone, edits.pieces.count == start {
        edits.pieces.removeSubrange(first...)
        return
      }
      if !hasGone, hasText, previous < 0 {
        if isEmpty { pad(isFront: false, &edits) } else { separate(&edits) }
      }
      edits.replace(
        range(behind, hasGone, hasText),
        with: SourceEdits.Content(pieces: first..<edits.pieces.count))
    }

    /// What of the text the pieces take the place of.
    private func range(_ behind: Int, _ hasGone: Bool, _ hasText: Bool) -> Range<Int> {
      let inside = document.range(container)
      let isLast = behind == children.count
      if hasGone {
        let gone = children[previous + 1].lowerBound
        if hasText { return gone..<children[behind - 1].upperBound }
        if !isLast { return gone..<children[behind].lowerBound }
        if previous >= 0 { return children[previous].upperBound..<children[behind - 1].upperBound }
        return inside.lowerBound + 1..<inside.upperBound - 1
      }
      if previous >= 0 {
        let place = children[previous].upperBound
        return place..<place
      }
      if !isLast {
        let place = children[behind].lowerBound
        return place..<place
      }
      return inside.lowerBound + 1..<(hasText ? inside.upperBound - 1 : inside.lowerBound + 1)
    }

    private mutating func append(
      _ steps: ArraySlice<Step>, _ moved: MovedEdits, _ edits: inout SourceEdits
    ) {
      var isFirst = true
      for step in steps {
        switch step.kind {
        case .textless: for number in step.range { edits.pieces.append(edits.pieces[number]) }
        case .new:
          if !isFirst { separate(&edits) }
          isFirst = false
          for number in step.range { edits.pieces.append(edits.pieces[number]) }
        case .children:
          for child in step.range {
            let range = children[child]
            // Most bring along what stands between two children: it is before each of them but the first.
            let lead = isFirst || child == 0 ? 0 : separatorLength(before: range.lowerBound, &edits)
            if !isFirst, lead == 0 { separate(&edits) }
            isFirst = false
            if moved.areIn(child) {
              moved.append(range, lead: lead, to: &edits)
            } else {
              edits.pieces.append(.source(range.lowerBound - lead..<range.upperBound))
            }
          }
        }
      }
    }

    private mutating func separate(_ edits: inout SourceEdits) {
      edits.pieces.append(.text(separator(&edits)))
    }

    /// Where the text of a comma and white space stands.
    private mutating func separator(_ edits: inout SourceEdits) -> Range<Int> {
      if let between { return between }
      let start = edits.text.count
      layout.appendSeparator(of: container, to: &edits.text)
      between = start..<edits.text.count
      return start..<edits.text.count
    }

    /// How many bytes before an offset are just this text; 0 where others stand there.
    private mutating func separatorLength(before offset: Int, _ edits: inout SourceEdits) -> Int {
      let text = separator(&edits)
      let start = offset - text.count
      let isThere = text.indices.allSatisfy {
        document.bytes[start + $0 - text.lowerBound] == edits.text[$0]
      }
      return isThere ? text.count : 0
    }

    /// The white space around the first children of an empty container.
    private func pad(isFront: Bool, _ edits: inout SourceEdits) {
      let start = edits.text.count
      let separators = layout.separators(of: container)
      edits.text += isFront ? separators.lead : separators.trail
      if edits.text.count > start { edits.pieces.append(.text(start..<edits.text.count)) }
    }
  }
}
