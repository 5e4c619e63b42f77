/// Comments, `// …` to the end of the line and `/* … */`, where a reader lets them stand.
public enum CommentText {
  /// The index behind the comment at `start`; `start` itself when none begins there, and -1 when the bytes end before that can
  /// be told and more may come.
  /// - Throws: for one that does not end, and one that is no UTF-8.
  public static func end(_ bytes: ByteView, from start: Int, isFinal: Bool) throws(JSONError) -> Int {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "/") else { return start }
    if start + 1 >= bytes.count { return isFinal ? start : -1 }
    switch bytes[start + 1] {
    case UInt8(ascii: "/"):
      let end = try search(bytes, from: start + 2, isFinal: isFinal) { isLineEnd(bytes[$0]) }
      return end < bytes.count || isFinal ? end : -1
    case UInt8(ascii: "*"):
      let end = try search(bytes, from: start + 2, isFinal: isFinal) {
        bytes[$0] == UInt8(ascii: "*") && bytes[$0 + 1] == UInt8(ascii: "/")
      }
      if end < bytes.count { return end + 2 }
      if isFinal { throw JSONError(.unterminatedComment, at: start) }
      return -1
    default: return start
    }
  }

  /// The first index from `start` at which `isEnd` holds, and the end of the bytes when there is none.
  @inline(__always) private static func search(
    _ bytes: ByteView, from start: Int, isFinal: Bool, _ isEnd: (Int) -> Bool
  ) throws(JSONError) -> Int {
    var index = start
    while index < bytes.count {
      if isEnd(index) { return index }
      guard bytes[index] >= 0x80 else {
        index += 1
        continue
      }
      let length = UTF8Check.length(bytes, at: index)
      if length == 0 {
        if !isFinal, index + UTF8Check.expectedLength(bytes[index]) > bytes.count { return bytes.count }
        throw JSONError(.invalidUTF8, at: index)
      }
      index += length
    }
    return bytes.count
  }

  /// The first index from `start` that is no white space and in no comment, in text that has been read.
  static func skip(_ bytes: ByteView, from start: Int) -> Int {
    var index = Lexer.skipWhitespace(bytes, from: start)
    while bytes[index] == UInt8(ascii: "/") {
      let behind = end(bytes, from: index)
      if behind == index { return index }
      index = Lexer.skipWhitespace(bytes, from: behind)
    }
    return index
  }

  /// The index behind the comment at `start`, in text that has been read.
  static func end(_ bytes: ByteView, from start: Int) -> Int {
    (try? end(bytes, from: start, isFinal: true)) ?? bytes.count
  }

  /// Whether the comment at `start` goes to the end of its line.
  public static func isLine(_ bytes: ByteView, _ start: Int) -> Bool {
    bytes[start + 1] == UInt8(ascii: "/")
  }

  public static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// The comments in a gap between two tokens, in text that has been read.
  public static func ranges(_ bytes: ByteView, in gap: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = gap.lowerBound
    while index < gap.upperBound {
      guard bytes[index] == UInt8(ascii: "/") else {
        index += 1
        continue
      }
      let end = max(index + 1, CommentText.end(bytes, from: index))
      found.append(index..<end)
      index = end
    }
    return found
  }

  /// Appends a comment as one that other text can follow on its line.
  public static func appendInline(_ bytes: ByteView, _ range: Range<Int>, to output: inout [UInt8]) {
    guard isLine(bytes, range.lowerBound) else {
      output += bytes.array(range)
      return
    }
    output += [UInt8(ascii: "/"), UInt8(ascii: "*")]
    for index in range.dropFirst(2) {
      // What would end it too early is taken apart.
      if bytes[index] == UInt8(ascii: "/"), output.last == UInt8(ascii: "*") { output.append(0x20) }
      output.append(bytes[index])
    }
    if output.last != 0x20 { output.append(0x20) }
    output += [UInt8(ascii: "*"), UInt8(ascii: "/")]
  }

  /// Comments as such that other text can follow on their line: so one compares them.
  public static func inline(_ bytes: ByteView, _ comments: [Range<Int>]) -> [[UInt8]] {
    comments.map { comment in
      var text: [UInt8] = []
      appendInline(bytes, comment, to: &text)
      return text
    }
  }
}
