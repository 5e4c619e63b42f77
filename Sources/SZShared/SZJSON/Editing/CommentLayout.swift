/// Puts every comment of a document before the member or element that it belongs to, on a line of its own.
public enum CommentLayout {
  /// The edits that do so. Walks without recursion; linear.
  public static func edits(_ document: Document) -> SourceEdits {
    var edits = SourceEdits()
    guard document.isRelaxed else { return edits }
    let bytes = document.bytes
    CommentOwners.forEachChild(of: document) { start, value, owned in
      var text: [UInt8] = []
      // What stands before the child stays, if it is not on the line of something else.
      let inner = start == value ? 0..<0 : document.range(start).upperBound..<document.start(value)
      for gap in [inner, document.range(value).upperBound..<owned.behind] {
        for comment in CommentText.ranges(bytes, in: gap) {
          text += bytes.array(comment) + [0x0A]
          edits.replace(comment, with: [UInt8]())
        }
      }
      let place = document.start(start)
      if !text.isEmpty { edits.replace(place..<place, with: text) }
    }
    return edits
  }
}
