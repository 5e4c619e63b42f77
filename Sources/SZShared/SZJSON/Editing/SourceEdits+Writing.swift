/// What edits make of their source.
extension SourceEdits {
  /// Writes the edited text of `bytes`.
  public func write(_ bytes: ByteView, to output: Output) throws(SystemError) {
    try output.kept { () throws(SystemError) in
      // Short pieces are put into its buffer here: handing one on takes longer than copying it.
      var buffer: [UInt8] = []
      output.exchangeBuffer(&buffer)
      defer { output.exchangeBuffer(&buffer) }
      try forEachStored(in: 0..<bytes.count, &buffer) { buffer, piece throws(SystemError) in
        switch piece {
        case .text(let range) where Output.holds(range.count, more: buffer): buffer += text[range]
        case .source(let range) where Output.holds(range.count, more: buffer):
          bytes.append(range, to: &buffer)
        case .mark, .edited: break
        case .text, .source:
          output.exchangeBuffer(&buffer)
          defer { output.exchangeBuffer(&buffer) }
          if case .text(let range) = piece { try output.write(text, range) }
          if case .source(let range) = piece { try output.write(bytes, range) }
        }
      }
    }
  }

  /// The edited text of a stretch that holds whole edits.
  public func text(of range: Range<Int>, in bytes: ByteView) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(range.count)
    forEachStored(in: range, &output) { output, piece in
      switch piece {
      case .text(let inserted): output += text[inserted]
      case .source(let range): bytes.append(range, to: &output)
      case .mark, .edited: return
      }
    }
    return output
  }

  /// The text of a stretch of the source with the edits that were added since `checkpoint`, all of which are in it.
  public func text(of range: Range<Int>, since checkpoint: Checkpoint, _ bytes: ByteView) -> [UInt8] {
    var inside = self
    inside.withdraw(until: checkpoint)
    return inside.text(of: range, in: bytes)
  }

  /// The edited text in memory.
  public func applied(to bytes: ByteView) -> [UInt8] {
    text(of: 0..<bytes.count, in: bytes)
  }

  /// Calls `body` with each piece of what the edits make of a source of `range`, in order; none of them is ``Piece/edited``.
  public func forEach<Mishap>(in range: Range<Int>, _ body: (Piece) throws(Mishap) -> Void)
    throws(Mishap)
  {
    var nothing: Void
    try forEachStored(in: range, &nothing) { _, piece throws(Mishap) in try body(loose(piece)) }
  }

  /// The pieces of a content.
  func loose(_ content: Content) -> [Piece] { pieces[content.pieces].map(loose) }

  private func loose(_ piece: Stored) -> Piece {
    switch piece {
    case .text(let range): .bytes(Array(text[range]))
    case .source(let range): .source(range)
    case .mark(let number): .mark(number)
    case .edited(let range, let number): .edited(range, number)
    }
  }

  /// Appends to the pieces what some edits, in the order of the text, make of a stretch of the source.
  mutating func appendPieces(of range: Range<Int>, _ edits: ArraySlice<Edit>) {
    var position = range.lowerBound
    for edit in edits {
      if position < edit.range.lowerBound { pieces.append(.source(position..<edit.range.lowerBound)) }
      for number in edit.content.pieces { pieces.append(pieces[number]) }
      position = edit.range.upperBound
    }
    if position < range.upperBound { pieces.append(.source(position..<range.upperBound)) }
  }

  /// A stretch of the source while its pieces are told: which edits are still to come, and what of them and of the source is done.
  private struct Open {
    /// Whether the edits are some that were gathered.
    let isGathered: Bool
    var rest: Range<Int>
    /// The pieces of the last edit that are still to come.
    var pieces = 0..<0
    var position: Int
    let end: Int
  }

  /// Calls `body` with each piece as it is stored, and with what it makes of them. Stretches of their own are come to without recursion.
  private func forEachStored<Made, Mishap>(
    in range: Range<Int>, _ made: inout Made, _ body: (inout Made, Stored) throws(Mishap) -> Void
  ) throws(Mishap) {
    let top = inOrder
    var open = [
      Open(isGathered: false, rest: top.indices, position: range.lowerBound, end: range.upperBound)
    ]
    while var stretch = open.popLast() {
      var inner: Open?
      while inner == nil {
        if let number = stretch.pieces.first {
          stretch.pieces = number + 1..<stretch.pieces.upperBound
          if case .edited(let range, let number) = pieces[number] {
            inner = Open(
              isGathered: true, rest: stretches[number], position: range.lowerBound, end: range.upperBound)
          } else {
            try body(&made, pieces[number])
          }
          continue
        }
        guard let next = stretch.rest.first else { break }
        stretch.rest = next + 1..<stretch.rest.upperBound
        let edit = stretch.isGathered ? gathered[next] : top[next]
        if stretch.position < edit.range.lowerBound {
          try body(&made, .source(stretch.position..<edit.range.lowerBound))
        }
        (stretch.pieces, stretch.position) = (edit.content.pieces, edit.range.upperBound)
      }
      if let inner {
        open.append(stretch)
        open.append(inner)
      } else if stretch.position < stretch.end {
        try body(&made, .source(stretch.position..<stretch.end))
      }
    }
  }
}
