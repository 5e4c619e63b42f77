/// The white space around the children of one container that has some.
struct ContainerLayout {
  /// Between the bracket and the first child.
  let lead: [UInt8]
  /// Between the first comma and the second child; nil when there is one child.
  let separator: [UInt8]?
  let isMultiline: Bool
  /// The blanks before a child on its line.
  let margin: [UInt8]

  init(_ document: Document, _ container: Document.Node) {
    let bytes = document.bytes
    let first = document.firstChild(container)
    let lead = ContainerLayout.blanks(document, document.start(container) + 1..<document.start(first))
    self.lead = lead
    isMultiline = lead.contains { $0 == 0x0A || $0 == 0x0D }
    let value = document.kind(container) == .object ? document.next(first) : first
    let second = document.next(value)
    if second < document.end(container) {
      let comma = CommentText.skip(bytes, from: document.range(value).upperBound)
      separator = ContainerLayout.blanks(document, comma + 1..<document.start(second))
    } else {
      separator = nil
    }
    margin = lead.lastIndex { $0 == 0x0A || $0 == 0x0D }.map { Array(lead[($0 + 1)...]) } ?? []
  }

  /// The white space in front of a token, taken from the gap before it, as if there were no comments in that: from the last
  /// line end, or from the last comment.
  private static func blanks(_ document: Document, _ gap: Range<Int>) -> [UInt8] {
    let bytes = document.bytes
    let all = bytes.array(gap)
    guard document.isRelaxed, all.contains(UInt8(ascii: "/")) else { return all }
    var (start, isBroken) = (gap.lowerBound, false)
    var index = gap.lowerBound
    while index < gap.upperBound {
      if bytes[index] == UInt8(ascii: "/") {
        index = max(index + 1, CommentText.end(bytes, from: index))
        if !isBroken { start = index }
      } else {
        if CommentText.isLineEnd(bytes[index]) {
          (start, isBroken) = (index, true)
          if bytes[index] == 0x0D, bytes[index + 1] == 0x0A { index += 1 }
        }
        index += 1
      }
    }
    var end = start
    while end < gap.upperBound, bytes[end] <= 0x20 { end += 1 }
    return bytes.array(start..<end)
  }
}
