internal import SZJSON

/// Copies an input to a buffer, but for the ranges that are replaced.
///
/// Ranges come in ascending order. What stands between two of them is copied when the second one comes, so untouched
/// text is moved in runs as long as a window.
struct EditWriter {
  /// The window that ranges refer to.
  private(set) var bytes: ByteView
  let buffer: StreamBuffer
  /// Where the text begins that has not been copied.
  private(set) var copied = 0
  /// How many strings have been changed.
  private(set) var changeCount = 0
  /// Where in the window the first change is that was made; taken away when it has become a position.
  var firstChange: Int?

  private var captureStart = (0, 0)

  init(_ bytes: ByteView, _ buffer: StreamBuffer) {
    self.bytes = bytes
    self.buffer = buffer
  }

  /// Copies what stands before `range`; what is then appended to ``buffer`` replaces it.
  @inline(__always) mutating func replace(_ range: Range<Int>) {
    if copied < range.lowerBound { buffer.append(bytes, copied..<range.lowerBound) }
    copied = range.upperBound
  }

  /// Whether the text that was read last, a string, has become a number or a word.
  var endsAsWord = false

  /// Like ``replace(_:)`` for a string that becomes a number or a word, which must not run together with what follows.
  @inline(__always) mutating func replaceByWord(_ token: Range<Int>) {
    replace(token)
    endsAsWord = true
  }

  /// White space, or a comment, stands behind the last text.
  mutating func leaveWord() { endsAsWord = false }

  /// Keeps the text that begins at `offset` apart from a number or a word that the one directly before it has become.
  mutating func keepApart(at offset: Int) {
    guard endsAsWord else { return }
    endsAsWord = false
    replace(offset..<offset)
    buffer.append(UInt8(ascii: "\n"))
  }

  /// Copies what stands before `offset`.
  @inline(__always) mutating func copy(to offset: Int) {
    if copied < offset { buffer.append(bytes, copied..<offset) }
    copied = offset
  }

  /// Makes the replaced range longer.
  @inline(__always) mutating func extendReplaced(to end: Int) { copied = end }

  /// Counts the change of the string, or of the piece of one, that begins at `offset`.
  @inline(__always) mutating func countChange(at offset: Int) {
    if changeCount == 0 { firstChange = offset }
    changeCount &+= 1
  }

  /// A place to go back to with ``goBack(to:copied:)``.
  struct Checkpoint {
    fileprivate var copied: Int
    fileprivate var changeCount: Int
  }

  /// Holds back all that is appended from here on.
  mutating func hold() -> Checkpoint {
    buffer.hold()
    return Checkpoint(copied: copied, changeCount: changeCount)
  }

  /// Forgets what has been held back; in another window than that of the checkpoint, all before `copied` has been copied.
  mutating func goBack(to checkpoint: Checkpoint, copied: Int? = nil) {
    buffer.drop()
    self.copied = copied ?? checkpoint.copied
    changeCount = checkpoint.changeCount
  }

  /// From here on what a token becomes can be seen, and taken back. `room` is the length of the token, which begins at
  /// `offset`.
  mutating func beginCapture(at offset: Int, room: Int) {
    copy(to: offset)
    buffer.beginCapture(room: room)
    captureStart = (offset, changeCount)
  }

  /// What the token that ends at `end` has become.
  mutating func captured(to end: Int) -> [UInt8] {
    copy(to: end)
    return buffer.captured
  }

  func endCapture() { buffer.endCapture(isKept: true) }

  /// Writes nothing of the token.
  mutating func undoCapture() {
    buffer.endCapture(isKept: false)
    (copied, changeCount) = captureStart
  }

  /// Copies what stands before `end`, the last of this window that is consumed.
  mutating func finishWindow(at end: Int) {
    if copied < end { buffer.append(bytes, copied..<end) }
    copied = end
  }

  /// Goes on with a window that begins where the last one was finished.
  mutating func beginWindow(_ bytes: ByteView) {
    self.bytes = bytes
    copied = 0
  }
}
