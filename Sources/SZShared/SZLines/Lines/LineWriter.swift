public import SZJSON

/// Writes the lines of a target with what became of some of them, and those that are created at the end.
///
/// Law: all bytes of lines that nothing became of are as they were, blank lines, line ends, a byte order mark and a missing last line
/// end among them.
public struct LineWriter {
  private let set: LineSet
  private let bytes: ByteView
  private var edits: EditedLines.Merged
  private var created: EditedLines.Merged
  /// What ends the lines of the target.
  private let lineEnd: [UInt8]

  /// `edits` say what becomes of lines, `created` which lines come, in the order of their positions.
  public init(_ set: LineSet, _ edits: [EditedLines], created: [EditedLines]) throws(SystemError) {
    self.set = set
    bytes = set.source.view
    self.edits = try EditedLines.Merged(edits)
    self.created = try EditedLines.Merged(created)
    let end = set.document == nil ? bytes.firstIndex(of: 0x0A, from: 0) ?? 0 : 0
    lineEnd = end > 0 && bytes[end - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
  }

  /// Writes all lines.
  public mutating func write(to output: Output) throws(SystemError) {
    var done = 0
    var isOpen = bytes.count > 0 && bytes[bytes.count - 1] != 0x0A
    let endsOpen = isOpen
    while let position = edits.position {
      let line = set.line(at: position)
      if let (text, range) = edits.take() {
        try output.write(bytes, done..<line.range.lowerBound)
        try output.write(text, range)
        done = line.range.upperBound
      } else {
        let whole = whole(line)
        try output.write(bytes, done..<whole.lowerBound)
        done = whole.upperBound
        if done == bytes.count { isOpen = false }
      }
    }
    try output.write(bytes, done..<bytes.count)
    let isBare = bytes.count == Encoding.start(bytes)
    var needsEnd = isOpen && !isBare
    while created.position != nil {
      guard let (text, range) = created.take() else { continue }
      if needsEnd { try output.write(lineEnd) }
      try output.write(text, range)
      needsEnd = true
      isOpen = true
    }
    if isOpen, needsEnd, isBare || !endsOpen { try output.write(lineEnd) }
  }

  /// The bytes of a line with its end.
  private func whole(_ line: LineSet.Line) -> Range<Int> {
    var start = line.range.lowerBound
    let first = Encoding.start(bytes)
    while start > first, bytes[start - 1] != 0x0A { start -= 1 }
    return start..<min(set.end(of: line.range.lowerBound) + 1, bytes.count)
  }

  /// Writes those lines only that have their bit in `members`, each with an end; blank ones where the shard `hasRest`.
  public mutating func write(_ members: [UInt64], hasRest: Bool, to output: Output) throws(SystemError) {
    if hasRest, set.document == nil { try output.write(bytes, 0..<Encoding.start(bytes)) }
    var done = Encoding.start(bytes)
    var cursor = set.cursor
    var number = 0
    while let line = cursor.next() {
      defer { number += 1 }
      let whole = set.document == nil ? whole(line) : line.range
      if hasRest, set.document == nil { try output.write(bytes, done..<whole.lowerBound) }
      done = whole.upperBound
      let isEdited = edits.position == line.position
      let edit = isEdited ? edits.take() : nil
      let isIn = number / 64 < members.count && members[number / 64] &>> UInt64(number % 64) & 1 != 0
      guard isIn, edit != nil || !isEdited else { continue }
      if set.document == nil {
        try output.write(bytes, whole.lowerBound..<line.range.lowerBound)
        if let (text, range) = edit {
          try output.write(text, range)
        } else {
          try output.write(bytes, line.range)
        }
        try output.write(bytes, line.range.upperBound..<whole.upperBound)
        if bytes[whole.upperBound - 1] != 0x0A { try output.write(lineEnd) }
      } else {
        if let (text, range) = edit {
          try output.write(text, range)
        } else {
          try output.write(LineWriter.oneLine(bytes, line.range))
        }
        try output.write(lineEnd)
      }
    }
    if hasRest, set.document == nil { try output.write(bytes, done..<bytes.count) }
    while created.position != nil {
      guard let (text, range) = created.take() else { continue }
      try output.write(text, range)
      try output.write(lineEnd)
    }
  }

  /// The text of a value on one line.
  public static func oneLine(_ bytes: ByteView, _ range: Range<Int>) -> [UInt8] {
    if !range.contains(where: { bytes[$0] == 0x0A || bytes[$0] == 0x0D }) { return bytes.array(range) }
    var text: [UInt8] = []
    Reformatter.append(bytes, range, Reformatter.Manner(.compact), to: &text)
    return text
  }
}
