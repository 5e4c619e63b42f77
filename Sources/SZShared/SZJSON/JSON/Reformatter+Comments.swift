extension Reformatter.Printer {
  /// Writes the comment in `range` where no comma stands before it on its line; answers where to go on.
  mutating func comment(_ range: Range<Int>, _ output: inout [UInt8]) -> Int {
    let next = Lexer.skipWhitespace(bytes, from: range.upperBound)
    if isInline {
      let isFirst = (output.last ?? written).map { [0x20, 0x5B, 0x7B].contains($0) } ?? true
      if !isFirst, style.comma.count > 1 { output.append(0x20) }
      CommentText.appendInline(bytes, range, to: &output)
      if style.comma.count > 1, !isClosing(next), bytes[next] != UInt8(ascii: ",") { output.append(0x20) }
      return range.upperBound
    }
    if isFresh {
      output += bytes.array(range)
      if !isClosing(next), next < end { lineBreak(or: [], &output) }
      return next
    }
    if depth == 0 {
      let isOnLine = !bytes.array(beforeComment(range.lowerBound)..<range.lowerBound).contains(
        where: CommentText.isLineEnd)
      if isOnLine { output.append(0x20) } else { lineBreak(or: [], &output) }
      output += bytes.array(range)
      isFresh = false
      return range.upperBound
    }
    // Behind a value, a name or a colon.
    let follower = CommentText.skip(bytes, from: range.upperBound)
    if follower < end, bytes[follower] == UInt8(ascii: ",") || isClosing(follower) {
      return commentsBehindValue(from: range.lowerBound, to: follower, &output)
    }
    // All of them at once, or what follows would be looked for behind each.
    if (output.last ?? written) != 0x20 { output.append(0x20) }
    var index = range.lowerBound
    while index < follower {
      let behind = max(index + 1, CommentText.end(bytes, from: index))
      CommentText.appendInline(bytes, index..<behind, to: &output)
      output.append(0x20)
      index = Lexer.skipWhitespace(bytes, from: behind)
    }
    return follower
  }

  /// Comments between a value and the comma or the bracket at `follower`: those on the line of the value stay there, behind
  /// the comma.
  private mutating func commentsBehindValue(
    from start: Int, to follower: Int, _ output: inout [UInt8]
  ) -> Int {
    let isComma = bytes[follower] == UInt8(ascii: ",")
    let isLast = isComma && isClosing(CommentText.skip(bytes, from: follower + 1))
    if isComma, !isLast { output.append(UInt8(ascii: ",")) }
    var index = start
    var isOnLine =
      comments == .onLine && !bytes.array(beforeComment(start)..<start).contains(where: CommentText.isLineEnd)
    while index < follower {
      let end = max(index + 1, CommentText.end(bytes, from: index))
      if isOnLine, !isOpen { output.append(0x20) } else { lineBreak(or: [], &output) }
      output += bytes.array(index..<end)
      isOpen = CommentText.isLine(bytes, index)
      index = Lexer.skipWhitespace(bytes, from: end)
      isOnLine = isOnLine && !bytes.array(end..<index).contains(where: CommentText.isLineEnd)
    }
    isFresh = false
    guard isComma, !isLast else { return isComma ? follower + 1 : follower }
    let goesOn = comments == .onLine && !isOpen
    let behind = goesOn ? commentsOnLine(from: follower + 1, &output) : follower + 1
    lineBreak(or: [], &output)
    return behind
  }

  /// Writes the comments behind a comma that end its line; answers where to go on.
  mutating func commentsOnLine(from start: Int, _ output: inout [UInt8]) -> Int {
    if isInline { return start }
    var (index, reached) = (start, start)
    var found: [Range<Int>] = []
    while index < end {
      if bytes[index] == UInt8(ascii: "/") {
        let behind = max(index + 1, CommentText.end(bytes, from: index))
        found.append(index..<behind)
        (index, reached) = (behind, behind)
      } else if bytes[index] == 0x20 || bytes[index] == 0x09 {
        index += 1
      } else {
        break
      }
    }
    guard CommentText.isLineEnd(bytes[index]) else { return start }
    for comment in found {
      output.append(0x20)
      output += bytes.array(comment)
    }
    return reached
  }

  private func isClosing(_ index: Int) -> Bool {
    index < end && (bytes[index] == UInt8(ascii: "}") || bytes[index] == UInt8(ascii: "]"))
  }

  /// Where the white space before a comment begins.
  private func beforeComment(_ start: Int) -> Int {
    var index = start
    while index > 0, bytes[index - 1] <= 0x20 { index -= 1 }
    return index
  }
}
