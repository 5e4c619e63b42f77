/// Puts every comment of a document before the member or element that it belongs to, on a line of its own.
enum CommentLayout {
  /// The edits that do so. Walks without recursion; linear.
  static func edits(_ document: Document) -> SourceEdits {
    var edits = SourceEdits()
    guard document.isRelaxed else { return edits }
    var node = document.root
    let end = document.next(node)
    while node < end {
      guard document.kind(node).isContainer else {
        node = document.next(node)
        continue
      }
      arrange(node, document, &edits)
      node = document.firstChild(node)
    }
    return edits
  }

  private static func arrange(_ container: Document.Node, _ document: Document, _ edits: inout SourceEdits) {
    var children: [Range<Int>] = []
    var inner: [Range<Int>] = []
    var node = document.firstChild(container)
    while node < document.end(container) {
      let value = document.kind(container) == .object ? document.next(node) : node
      children.append(document.start(node)..<document.range(value).upperBound)
      inner.append(value == node ? 0..<0 : document.range(node).upperBound..<document.start(value))
      node = document.next(value)
    }
    if children.isEmpty { return }
    let bytes = document.bytes
    let owners = CommentOwners(bytes, document.range(container), children)
    for (child, owned) in zip(children.indices, owners.owned) {
      var text: [UInt8] = []
      func take(_ range: Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound {
          if bytes[index] == UInt8(ascii: "/") {
            let end = max(index + 1, CommentText.end(bytes, from: index))
            text += bytes.array(index..<end) + [0x0A]
            edits.replace(index..<end, with: [UInt8]())
            index = end
          } else {
            index += 1
          }
        }
      }
      // What stands before the child stays, if it is not on the line of something else.
      take(inner[child])
      take(children[child].upperBound..<owned.behind)
      let place = children[child].lowerBound
      if !text.isEmpty { edits.replace(place..<place, with: text) }
    }
  }
}
