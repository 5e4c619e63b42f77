internal import SZJSON

extension StreamRun {
  /// Lets a converter change plain text, which must be UTF-8, in pieces.
  static func editText<Converter: StringConverter>(
    _ route: StreamRoute, _ converter: Converter
  ) -> StreamOutcome {
    var outcome = StreamOutcome()
    do throws(SystemError) {
      let window = try route.window(longestWhole: Converter.longestWhole)
      let buffer = try StreamBuffer(route.output)
      var editor = TextEditor(window, buffer, converter)
      do throws(StreamFailure) { try editor.run() } catch { outcome.failure = error }
      outcome.changeCount = editor.writer.changeCount
      outcome.firstChange = editor.firstChange
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
  var firstChange: SourcePosition?
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
        throw .notJSON(.invalidUTF8, position.position(of: whole.end, bytes, from: counted), nil)
      }
      do { try buffer.check() } catch { throw .output(error) }
      if let offset = writer.firstChange {
        firstChange = position.position(of: offset, bytes, from: counted)
        writer.firstChange = nil
      }
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
