internal import SZJSON

/// Reads any sequence of JSON texts through a window, lets a converter change strings, and copies everything else.
///
/// Memory is constant whatever the input's size, but for a number that is longer than the window (which grows with it)
/// and for the nesting, one bit a level.
struct StreamEditor<Converter: StringConverter, Selector: StringSelector> {
  var sink: EditorSink<Converter, Selector>
  let source: ByteSource
  let window: StreamWindow
  let buffer: StreamBuffer
  var grammar: Grammar
  var position = StreamPosition()
  /// The first byte of the window that is not consumed.
  var next = 0
  /// Where in the window ``position`` stands.
  var counted = 0
  /// Where in the window the input begins; nil when that has passed.
  private var inputStart: Int? = 0
  /// What the inside of a string that does not fit the window is for the converter; nil outside of such a string.
  var longString: LongString?
  /// How far the token at ``next``, which the end of the window cuts, has been looked at; 0 when none is.
  var scanned = 0
  /// How far the line at ``next`` has been searched for its end.
  var searched = 0
  /// What was written when the line that is read in pieces began; nil outside of such a line.
  var longLine: EditWriter.Checkpoint?
  /// Lines that are no JSON, and what is wrong with the first.
  var skippedLines = SkippedLines()

  struct LongString {
    var isSelected: Bool
    var isFirst = true
    /// What was written before it; nil within a line that is held back itself.
    var checkpoint: EditWriter.Checkpoint?
  }

  init(
    _ route: StreamRoute, _ converter: Converter, _ selector: Selector, _ places: StreamPlaces
  ) throws(SystemError) {
    grammar = Grammar(allowsComments: places.allowsComments)
    source = route.source
    window = try route.window(longestWhole: Converter.longestWhole)
    buffer = try StreamBuffer(route.output)
    sink = EditorSink(
      converter, selector, EditWriter(window.view, buffer), convertsNames: places.includesNames)
  }

  /// Which paths led nowhere so far.
  var unreached: (only: [Int], ignored: [Int]) { sink.selector.unreached }
  /// How many strings were changed.
  var changeCount: Int { sink.writer.changeCount }
  /// Where the first of the changes is that were made; those that were taken back count until there is another one.
  var firstChange: SourcePosition?
  /// How many things were let through with a warning.
  var warningCount: Int { sink.converter.warning.count }
  var firstWarning: SourcePosition?
  /// Whether the last text was a number or a word, which one directly behind it would run together with.
  var endsOpen = false
  /// Whether it has become one.
  var endsAsWord: Bool { sink.writer.endsAsWord }

  /// Reads to the end of the input; with `skipsInvalid` line by line, and a line that is no JSON is copied as it is.
  /// - Throws: the first violation of the grammar, after what was consumed before it has been written.
  mutating func run(skipsInvalid: Bool = false) throws(StreamFailure) {
    do throws(StreamFailure) {
      if skipsInvalid { try readLines() } else { try readTexts() }
    } catch {
      // What was complete is written before anybody hears of the error.
      try? finishWindow()
      buffer.flush()
      throw error
    }
    try finishWindow()
    buffer.flush()
    try check()
  }

  private mutating func readTexts() throws(StreamFailure) {
    try begin()
    while true {
      let isFinal = window.isAtEnd
      try consume(isFinal: isFinal)
      if isFinal { return }
      try finishWindow()
      try refill()
    }
  }

  /// Looks at the first bytes, which tell the encoding.
  private mutating func begin() throws(StreamFailure) {
    try read()
    while window.view.count < 4, !window.isAtEnd {
      let first = window.view[0]
      // A byte that begins an encoding mark is waited for; a short text whose writer pauses is not.
      if first != 0, first < 0x80, window.isPausing { break }
      try read()
    }
    do throws(JSONError) {
      next = try Encoding.check(window.view)
    } catch {
      throw .notJSON(
        error.reason, SourcePosition(line: 1, column: 1), Mistake.behind(error, in: window.view, start: 0))
    }
    counted = next
    inputStart = next
    sink.writer.beginWindow(window.view)
    if source.isContinuation { sink.writer.replace(0..<next) }
  }

  /// Takes all the tokens of the window that are whole.
  private mutating func consume(isFinal: Bool) throws(StreamFailure) {
    do throws(JSONError) {
      while try consumeSome(window.view, isFinal: isFinal) {}
    } catch {
      let place = position.position(of: error.offset, window.view, from: counted)
      giveUpToken()
      throw .notJSON(error.reason, place, mistake(behind: error))
    }
  }

  /// Lets nothing of the token with the mistake be written, however long it is.
  private mutating func giveUpToken() {
    guard let longString else {
      next = max(next, grammar.reached)
      return
    }
    if let checkpoint = longString.checkpoint { sink.writer.goBack(to: checkpoint, copied: next) }
  }

  /// What an error looks like, as far as what is in the window tells.
  private mutating func mistake(behind error: JSONError) -> Mistake? {
    // A pipe that pauses is not waited for.
    while window.view.count - error.offset < 64, !window.isAtEnd, !window.isFull, !window.isPausing {
      guard (try? window.read()) != nil else { break }
    }
    let isBetweenTexts = grammar.isBetweenTexts && longString == nil
    return Mistake.behind(
      error, in: window.view, start: inputStart, isBetweenTexts: isBetweenTexts)
  }

  /// Takes what is left of a long string, or one text; answers whether there is more to take.
  mutating func consumeSome(_ bytes: ByteView, isFinal: Bool) throws(JSONError) -> Bool {
    if longString != nil { return try consumeLongString(bytes, isFinal: isFinal) }
    if grammar.isBetweenTexts {
      let start = next
      next = Lexer.skipWhitespace(bytes, from: next)
      if next > start {
        endsOpen = false
        sink.writer.leaveWord()
      }
      while grammar.allowsComments, next < bytes.count {
        let end = try CommentText.end(bytes, from: next, isFinal: isFinal)
        if end < 0 { return false }
        if end == next { break }
        sink.writer.leaveWord()
        // A comment that the input's end ends would swallow what comes behind it.
        endsOpen = end == bytes.count && CommentText.isLine(bytes, next)
        next = Lexer.skipWhitespace(bytes, from: end)
      }
      if next >= bytes.count { return false }
      // Numbers and words must not touch what follows: `nullnull` is no sequence of texts.
      if endsOpen, !StreamEditor.endsWord(bytes[next]) { throw JSONError(.trailingContent, at: next) }
      endsOpen = false
      sink.writer.keepApart(at: next)
      sink.beginText()
    }
    if stillCut(bytes, isFinal: isFinal) { return false }
    let byte = bytes[next]
    let isFirst = grammar.isBetweenTexts
    next = try grammar.run(bytes, from: next, isFinal: isFinal, into: &sink)
    guard grammar.expectation == .nothing else {
      scanned = next < bytes.count ? next + 1 : 0
      return false
    }
    endsOpen =
      isFirst && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "[")
      && byte != UInt8(ascii: "{")
    // What is in a container touches nothing.
    if byte != UInt8(ascii: "\"") || !isFirst { sink.writer.endsAsWord = false }
    grammar = Grammar(allowsComments: grammar.allowsComments)
    return true
  }

  /// Whether the token at ``next``, which was cut when it was looked at last, is so still. Only what has come since then is
  /// looked at, or an input that comes byte by byte would take quadratic time.
  private mutating func stillCut(_ bytes: ByteView, isFinal: Bool) -> Bool {
    let start = scanned
    scanned = 0
    guard start > next, start <= bytes.count, !isFinal else { return false }
    if bytes[next] == UInt8(ascii: "\"") {
      var hasEnded = false
      guard
        let end = try? Lexer.stringInside(bytes, from: start, isFinal: false, hasEnded: &hasEnded),
        !hasEnded
      else { return false }
      scanned = end
      return true
    }
    guard bytes[next] == UInt8(ascii: "-") || ASCII.isDigit(bytes[next]) else { return false }
    let end = Lexer.numberEnd(bytes, from: start)
    if end < bytes.count { return false }
    scanned = end
    return true
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D: true
    default: false
    }
  }

  mutating func finishWindow() throws(StreamFailure) {
    if let offset = sink.writer.firstChange {
      firstChange = position.position(of: offset, window.view, from: counted)
      sink.writer.firstChange = nil
    }
    if let offset = sink.converter.warning.firstOffset {
      firstWarning = position.position(of: offset, window.view, from: counted)
      sink.converter.warning.firstOffset = nil
    }
    position.advance(window.view, counted..<next)
    counted = next
    sink.writer.finishWindow(at: next)
    try check()
  }

  /// Reads on behind what was not consumed.
  mutating func refill() throws(StreamFailure) {
    if next > 0 { inputStart = nil }
    window.discard(next)
    scanned = max(0, scanned - next)
    searched = max(0, searched - next)
    next = 0
    counted = 0
    if window.isFull {
      if longString == nil, window.view[0] == UInt8(ascii: "\"") {
        beginLongString()
      } else {
        do { try window.grow() } catch { throw .input(error) }
        // Filled before the token is looked at again, or a long one would take quadratic time.
        while !window.isFull, !window.isAtEnd { try read() }
      }
    }
    if !window.isFull { try read() }
    sink.writer.beginWindow(window.view)
  }

  mutating func read() throws(StreamFailure) {
    if window.isPausing { buffer.flush() }
    do { try window.read() } catch { throw .input(error) }
  }

  /// The string at the front fills the window and goes on.
  private mutating func beginLongString() {
    let bytes = window.view
    // A name of this length is none that a path could spell, so its beginning stands for it.
    let isSelected: Bool
    if grammar.expectsName {
      isSelected = sink.selector.name(bytes, 0..<bytes.count, escaped: false) && sink.convertsNames
    } else {
      isSelected = sink.selector.value()
    }
    longString = LongString(
      isSelected: isSelected, checkpoint: longLine == nil ? sink.writer.hold() : nil)
    scanned = 0
    next = 1
  }

  /// Takes what there is of a long string; answers whether it has ended.
  private mutating func consumeLongString(_ bytes: ByteView, isFinal: Bool) throws(JSONError) -> Bool {
    guard var state = longString else { return true }
    var hasEnded = false
    let end = try Lexer.stringInside(bytes, from: next, isFinal: isFinal, hasEnded: &hasEnded)
    if state.isSelected {
      next = try sink.converter.convertFragment(
        bytes, next..<end, isFirst: state.isFirst, isLast: hasEnded, &sink.writer)
    } else {
      next = end
    }
    state.isFirst = false
    longString = hasEnded ? nil : state
    if hasEnded, state.checkpoint != nil { buffer.release() }
    if hasEnded {
      next += 1
      grammar.endString()
      if grammar.expectation == .nothing {
        grammar = Grammar(allowsComments: grammar.allowsComments)
      }
    }
    return hasEnded
  }

  func check() throws(StreamFailure) {
    do { try buffer.check() } catch { throw .output(error) }
  }
}
