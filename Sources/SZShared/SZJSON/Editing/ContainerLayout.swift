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
    let lead = document.blanks(document.start(container) + 1..<document.start(first))
    self.lead = lead
    isMultiline = lead.contains { $0 == 0x0A || $0 == 0x0D }
    let value = document.kind(container) == .object ? document.next(first) : first
    let second = document.next(value)
    if second < document.end(container) {
      let comma = CommentText.skip(bytes, from: document.range(value).upperBound)
      separator = document.blanks(comma + 1..<document.start(second))
    } else {
      separator = nil
    }
    margin = lead.lastIndex { $0 == 0x0A || $0 == 0x0D }.map { Array(lead[($0 + 1)...]) } ?? []
  }
}
