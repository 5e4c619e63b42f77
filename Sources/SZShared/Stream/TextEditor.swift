extension StreamRun {
  /// Lets a converter change plain text, which must be UTF-8, in pieces.
  static func editText<Converter: StringConverter>(
    _ source: ByteSource, to output: Output?, windowSize: Int, _ converter: Converter
  ) -> StreamOutcome {
    var outcome = StreamOutcome()
    do throws(SystemError) {
      let window = try StreamWindow(source, capacity: max(windowSize, 2 * Converter.longestWhole))
      let buffer = try StreamBuffer(output)
      var editor = TextEditor(window, buffer, converter)
      do throws(StreamFailure) { try editor.run() } catch { outcome.failure = error }
      outcome.changeCount = editor.writer.changeCount
    } catch { outcome.failure = .input(error) }
    return outcome
  }
}

/// Reads plain text through a window.
private struct TextEditor<Converter: StringConverter> {
  let window: StreamWindow
  let buffer: StreamBuffer
  var converter: Converter
  var writer: EditWriter
  var position = StreamPosition()
  var next = 0

  init(_ window: StreamWindow, _ buffer: StreamBuffer, _ converter: Converter) {
    self.window = window
    self.buffer = buffer
    self.converter = converter
    writer = EditWriter(window.view, buffer)
  }

  mutating func run() throws(StreamFailure) {
    var isFirst = true
    var counted = 0
    repeat {
      if window.isPausing { buffer.flush() }
      do { try window.read() } catch { throw .input(error) }
      if isFirst {
        try waitForMark()
        if window.view.count >= 3, window.view[0] == 0xEF, window.view[1] == 0xBB, window.view[2] == 0xBF {
          counted = 3
        }
      }
      let bytes = window.view
      writer.beginWindow(bytes)
      let whole = UTF8Check.wholeCharacters(bytes, isFinal: window.isAtEnd)
      do throws(JSONError) {
        next = try converter.convertFragment(
          bytes, 0..<whole.end, isFirst: isFirst, isLast: window.isAtEnd && whole.isValid, &writer)
      } catch { next = whole.end }
      isFirst = false
      writer.finishWindow(at: next)
      if !whole.isValid {
        buffer.flush()
        throw .notJSON(.invalidUTF8, position.position(of: whole.end, bytes, from: counted))
      }
      do { try buffer.check() } catch { throw .output(error) }
      position.advance(bytes, min(counted, next)..<next)
      counted = 0
      window.discard(next)
    } while !window.isAtEnd
    buffer.flush()
    do { try buffer.check() } catch { throw .output(error) }
  }

  /// Reads on while what is there could be the beginning of a byte order mark.
  private mutating func waitForMark() throws(StreamFailure) {
    while window.view.count < 3, window.view[0] == 0xEF, !window.isAtEnd {
      do { try window.read() } catch { throw .input(error) }
    }
  }
}

extension UTF8Check {
  /// How far well-formed UTF-8 goes, less a character that the end cuts, and whether nothing wrong comes behind it.
  static func wholeCharacters(_ bytes: ByteView, isFinal: Bool) -> (end: Int, isValid: Bool) {
    var index = 0
    while true {
      while index + 16 <= bytes.count {
        let vector: SIMD16<UInt8> = bytes.vector(at: index)
        let words: SIMD2<UInt64> = unsafe unsafeBitCast(vector, to: SIMD2<UInt64>.self)
        if (words[0] | words[1]) & 0x8080_8080_8080_8080 != 0 { break }
        index += 16
      }
      while index < bytes.count, bytes[index] < 0x80 { index += 1 }
      if index >= bytes.count { return (bytes.count, true) }
      while index < bytes.count, bytes[index] >= 0x80 {
        let length = length(bytes, at: index)
        if length == 0 {
          let isCut = !isFinal && index + expectedLength(bytes[index]) > bytes.count && isPrefix(bytes, index)
          return (index, isCut)
        }
        index += length
      }
    }
  }

  /// Whether the bytes from `index` to the end, fewer than a character, could begin one.
  private static func isPrefix(_ bytes: ByteView, _ index: Int) -> Bool {
    var next = index + 1
    while next < bytes.count {
      if !isContinuation(bytes[next]) { return false }
      next += 1
    }
    return true
  }

  /// The character at `index`, which must begin a well-formed sequence of two bytes or more, and its length.
  @inline(__always) static func scalar(_ bytes: ByteView, at index: Int) -> (UInt32, Int) {
    let lead = UInt32(bytes[index])
    let second = UInt32(bytes[index &+ 1] & 0x3F)
    if lead < 0xE0 { return ((lead & 0x1F) &<< 6 | second, 2) }
    let third = UInt32(bytes[index &+ 2] & 0x3F)
    if lead < 0xF0 { return ((lead & 0x0F) &<< 12 | second &<< 6 | third, 3) }
    let fourth = UInt32(bytes[index &+ 3] & 0x3F)
    return ((lead & 0x07) &<< 18 | second &<< 12 | third &<< 6 | fourth, 4)
  }
}
