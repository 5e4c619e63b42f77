extension ContainerRewrite {
  /// Gives a container with comments in it other children.
  ///
  /// A child that goes or moves takes its own comments along (``CommentOwners``), and a comma behind the last child stays. What
  /// comes behind a comment that goes to the end of its line begins a line of its own.
  struct Commented {
    /// What comes into a gap.
    enum Arrival {
      /// A child, with the pieces of its own comments before and behind it.
      case child([SourceEdits.Piece], start: Int, end: Int, owned: CommentOwners.Owned)
      case new([SourceEdits.Piece])
      case textless([SourceEdits.Piece])

      var isTextless: Bool {
        if case .textless = self { true } else { false }
      }
    }

    private let bytes: ByteView
    private let container: Range<Int>
    private let children: [Range<Int>]
    let owners: CommentOwners
    private let lead: [UInt8]
    private let between: [UInt8]
    private let trail: [UInt8]
    private let childBreak: [UInt8]
    private let bracketBreak: [UInt8]
    private var previous: Int?
    private var pieces: [SourceEdits.Piece] = []
    /// Whether the last thing in `pieces` is a comment that goes to the end of its line.
    private var isOpen = false

    init(
      _ document: Document, _ container: Document.Node, _ children: [Range<Int>], _ layout: DocumentLayout
    ) {
      bytes = document.bytes
      self.container = document.range(container)
      self.children = children
      owners = CommentOwners(document.bytes, self.container, children)
      let separators = layout.separators(of: container)
      (lead, between, trail) = (separators.lead, Array(separators.between.dropFirst()), separators.trail)
      childBreak = layout.lineBreak(in: container, forBracket: false)
      bracketBreak = layout.lineBreak(in: container, forBracket: true)
    }

    /// What comes into a gap, with the comments that go along.
    func arrivals(
      of steps: ArraySlice<Step>, _ children: ChildRanges, _ moved: MovedEdits, _ edits: inout SourceEdits
    ) -> [Arrival] {
      var arrivals: [Arrival] = []
      for step in steps {
        switch step.kind {
        case .new: arrivals.append(.new(edits.loose(SourceEdits.Content(pieces: step.range))))
        case .textless: arrivals.append(.textless(edits.loose(SourceEdits.Content(pieces: step.range))))
        case .children:
          for child in step.range {
            let range = children[child]
            let start = edits.pieces.count
            moved.append(range, to: &edits)
            let pieces = edits.loose(SourceEdits.Content(pieces: start..<edits.pieces.count))
            edits.pieces.removeSubrange(start...)
            arrivals.append(
              .child(pieces, start: range.lowerBound, end: range.upperBound, owned: owners.owned[child]))
          }
        }
      }
      return arrivals
    }

    /// Ends the gap before the children `run`, which stay, or with none at the bracket.
    mutating func close(before run: Range<Int>, _ arrivals: [Arrival], _ edits: inout SourceEdits) {
      let anchor = run.first
      defer { previous = run.last }
      (pieces, isOpen) = ([], false)
      let behind = anchor ?? children.count
      let hasGone = (previous.map { $0 + 1 } ?? 0) < behind
      if !hasGone, arrivals.isEmpty { return }
      if children.isEmpty { return fill(arrivals, &edits) }
      let comes = arrivals.contains { !$0.isTextless }
      var start = previous.map { owners.owned[$0].behind } ?? owners.owned[0].start
      if let previous { start = endPrevious(previous, isLast: !comes && anchor == nil, start, &edits) }
      let end = anchor.map { owners.owned[$0].start } ?? owners.owned[children.count - 1].behind
      append(arrivals, isBehindChild: previous != nil, goesOn: anchor != nil)
      if let anchor {
        if previous != nil || comes {
          // What stands before a child stays there.
          appendBlanks(anchor > 0 ? bytes.array(owners.owned[anchor - 1].behind..<end) : between)
        }
        edits.replace(start..<end, with: pieces)
      } else if previous == nil, !comes {
        empty(&edits)
      } else {
        closeLine(before: end)
        edits.replace(start..<end, with: pieces)
      }
    }

    /// Writes the comma behind a child that stays, or takes it away; answers where what follows it begins.
    private mutating func endPrevious(
      _ child: Int, isLast: Bool, _ behind: Int, _ edits: inout SourceEdits
    ) -> Int {
      let own = owners.owned[child]
      isOpen = own.isOpen
      switch (own.comma, isLast && !owners.hasLastComma) {
      case (nil, false):
        let place = commaFollowsComments(of: own) ? own.end : children[child].upperBound
        if !(isLast && own.comma == nil) { edits.replace(place..<place, with: [UInt8(ascii: ",")]) }
        return behind
      case (let comma?, true):
        appendSource(children[child].upperBound..<own.end)
        appendSource(comma + 1..<own.behind)
        isOpen = own.behind > comma + 1 ? own.behindIsLine : own.endsInLine
        return children[child].upperBound
      default: return behind
      }
    }

    /// Whether a new comma stands behind the comments of a child: on one line they would else be taken for those of what comes next.
    private mutating func commaFollowsComments(of child: CommentOwners.Owned) -> Bool {
      !child.endsInLine && !between.contains(where: CommentText.isLineEnd)
    }

    private mutating func append(_ arrivals: [Arrival], isBehindChild: Bool, goesOn: Bool) {
      var rest = arrivals.reduce(0) { $0 + ($1.isTextless ? 0 : 1) }
      var isFirst = !isBehindChild
      for arrival in arrivals {
        if !arrival.isTextless {
          if !isFirst { appendBlanks(between) }
          isFirst = false
          rest -= 1
        }
        let comma: [SourceEdits.Piece] =
          rest > 0 || goesOn || owners.hasLastComma ? [.bytes([UInt8(ascii: ",")])] : []
        switch arrival {
        case .textless(let textless): pieces += textless
        case .new(let new):
          pieces += new + comma
          isOpen = false
        case .child(let own, let start, let end, let owned):
          appendSource(owned.start..<start)
          let isBehind = commaFollowsComments(of: owned)
          pieces += isBehind ? own : own + comma
          appendSource(end..<owned.end)
          if isBehind { pieces += comma }
          isOpen = owned.end > end && owned.endsInLine
          if let comma = owned.comma, owned.behind > comma + 1 {
            appendSource(comma + 1..<owned.behind)
            isOpen = owned.behindIsLine
          }
        }
      }
    }

    private mutating func appendSource(_ range: Range<Int>) {
      if !range.isEmpty { pieces.append(.source(range)) }
    }

    /// White space before a child.
    private mutating func appendBlanks(_ blanks: [UInt8]) {
      let text = isOpen && !blanks.contains(where: CommentText.isLineEnd) ? childBreak : blanks
      if !text.isEmpty { pieces.append(.bytes(text)) }
      isOpen = false
    }

    /// Ends a line whose comment would swallow the bracket; what stands from `rest` on follows.
    private mutating func closeLine(before rest: Int) {
      guard isOpen else { return }
      var index = rest
      while bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
      if !CommentText.isLineEnd(bytes[index]) { pieces.append(.bytes(bracketBreak)) }
    }

    /// All children go.
    private mutating func empty(_ edits: inout SourceEdits) {
      let close = container.upperBound - 1
      let end = owners.owned[children.count - 1].behind
      let hasComments = owners.head.end > container.lowerBound + 1 || hasComment(end..<close)
      isOpen = owners.head.isLine
      if hasComments { closeLine(before: end) }
      edits.replace(owners.head.end..<(hasComments ? end : close), with: pieces)
    }

    /// The container was empty but for comments.
    private mutating func fill(_ arrivals: [Arrival], _ edits: inout SourceEdits) {
      let close = container.upperBound - 1
      guard arrivals.contains(where: { !$0.isTextless }) else {
        append(arrivals, isBehindChild: false, goesOn: false)
        return edits.replace(owners.head.end..<owners.head.end, with: pieces)
      }
      isOpen = owners.head.isLine
      let hasComments = owners.head.end > container.lowerBound + 1
      appendBlanks(lead)
      append(arrivals, isBehindChild: false, goesOn: false)
      var end = trail
      if hasComments, !lead.contains(where: CommentText.isLineEnd), owners.head.isLine { end = bracketBreak }
      if !end.isEmpty { pieces.append(.bytes(end)) }
      edits.replace(owners.head.end..<close, with: pieces)
    }

    private func hasComment(_ range: Range<Int>) -> Bool {
      CommentText.skip(bytes, from: range.lowerBound) != Lexer.skipWhitespace(bytes, from: range.lowerBound)
    }
  }
}
