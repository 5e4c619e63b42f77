internal import SZJSON

/// Lines that may be no JSON, for `--skip-invalid`.
extension StreamEditor {
  /// Reads to the end of the input line by line.
  ///
  /// A line is held back until its end shows what it is, in a temporary file when it is longer than the window.
  mutating func readLines() throws(StreamFailure) {
    try beginLines()
    while true {
      try takeLines()
      if window.isAtEnd { return }
      try finishWindow()
      if window.isFull, next == 0 { try takeLongLine() } else { try refillLine() }
    }
  }

  private mutating func beginLines() throws(StreamFailure) {
    try read()
    while window.view.count < 3, window.view[0] == 0xEF, !window.isAtEnd { try read() }
    let bytes = window.view
    next = bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    counted = next
    sink.writer.beginWindow(bytes)
    if source.isContinuation { sink.writer.replace(0..<next) }
  }

  /// Takes all the lines that are whole.
  private mutating func takeLines() throws(StreamFailure) {
    while next < window.view.count {
      let feed = Lexer.lineFeed(window.view, from: max(next, searched))
      guard let end = feed.map({ $0 + 1 }) ?? (window.isAtEnd ? window.view.count : nil) else {
        searched = window.view.count
        return
      }
      try takeLine(next..<end)
      // What follows a last line without an end would run together with it.
      if feed == nil, skippedLines.endsInput { endsOpen = true }
    }
  }

  private mutating func takeLine(_ line: Range<Int>) throws(StreamFailure) {
    let checkpoint = sink.writer.hold()
    let warning = sink.converter.warning
    window.narrow(to: line.upperBound)
    grammar = Grammar(allowsComments: grammar.allowsComments)
    endsOpen = false
    skippedLines.endsInput = false
    do throws(JSONError) {
      while try consumeSome(window.view, isFinal: true) {}
      buffer.release()
      window.widen()
    } catch {
      window.widen()
      sink.writer.goBack(to: checkpoint)
      next = line.lowerBound
      try skip(error, warning)
    }
    next = line.upperBound
  }

  /// Counts a line that is no JSON, and is ready for the next.
  /// - Throws: the refusal of a string in a line that is JSON.
  private mutating func skip(_ error: JSONError, _ warning: StreamWarning) throws(StreamFailure) {
    sink.converter.warning = warning
    sink.abandonText()
    grammar = Grammar(allowsComments: grammar.allowsComments)
    (longString, scanned, endsOpen) = (nil, 0, false)
    if error.isRefusal {
      throw .notJSON(
        error.reason, position.position(of: error.offset, window.view, from: counted), nil)
    }
    if skippedLines.count == 0 {
      skippedLines.first = (
        error.reason, position.position(of: error.offset, window.view, from: counted)
      )
    }
    skippedLines.count += 1
    skippedLines.endsInput = true
  }

  private mutating func refillLine() throws(StreamFailure) {
    window.discard(next)
    searched = max(0, searched - next)
    (next, counted) = (0, 0)
    try read()
    sink.writer.beginWindow(window.view)
  }

  /// Takes a line that fills the window and goes on, piece by piece.
  private mutating func takeLongLine() throws(StreamFailure) {
    let raw = Spool()
    let checkpoint = sink.writer.hold()
    let (warning, firstWarning) = (sink.converter.warning, firstWarning)
    longLine = checkpoint
    defer { longLine = nil }
    grammar = Grammar(allowsComments: grammar.allowsComments)
    endsOpen = false
    skippedLines.endsInput = false
    searched = 0
    while true {
      let feed = Lexer.lineFeed(window.view, from: searched)
      let isFinal = feed != nil || window.isAtEnd
      if let feed { window.narrow(to: feed + 1) }
      do throws(JSONError) {
        while try consumeSome(window.view, isFinal: isFinal) {}
      } catch {
        if feed != nil { window.widen() }
        sink.writer.goBack(to: checkpoint, copied: 0)
        next = 0
        self.firstWarning = firstWarning
        try skip(error, warning)
        buffer.append(raw)
        return try passLine()
      }
      if feed != nil { window.widen() }
      if isFinal {
        buffer.release()
        return
      }
      searched = window.view.count
      do { try raw.append(window.view, 0..<next) } catch { throw .input(error) }
      try finishWindow()
      try refill()
    }
  }

  /// Copies what is left of a line as it is.
  private mutating func passLine() throws(StreamFailure) {
    while true {
      if let feed = Lexer.lineFeed(window.view, from: next) {
        next = feed + 1
        return
      }
      next = window.view.count
      if window.isAtEnd {
        endsOpen = true
        return
      }
      try finishWindow()
      try refillLine()
    }
  }
}

extension JSONError {
  /// Whether the text is JSON and a string in it cannot be let through.
  fileprivate var isRefusal: Bool {
    switch reason {
    case .invalidDate, .joinedName: true
    default: false
    }
  }
}
