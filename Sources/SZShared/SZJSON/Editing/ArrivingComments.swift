/// The comments of a document that belong to a member or an element (``CommentOwners``) and stand around it: what comes from here into
/// another document brings them along.
public final class ArrivingComments {
  private let document: Document
  /// By where the name of the member, or the element, begins; found when first asked for.
  private lazy var own: [Int: [Range<Int>]] = find()

  /// What is in the container without children that was asked about last: many may come into it.
  private var last: (container: Document.Node, comments: Set<[UInt8]>)?

  public init(_ document: Document) { self.document = document }

  /// The comments of the child that begins at `start`, each before what follows it, as text for a child of `container` in
  /// `current`, which is laid out by `layout`. A container without children keeps its own comments, which are not brought once
  /// more.
  public func text(
    of start: Int, in container: Document.Node, of current: Document, _ layout: DocumentLayout
  ) -> [UInt8] {
    guard document.isRelaxed, let comments = own[start] else { return [] }
    let separators = layout.separators(of: container)
    // On a line with the child before it a comment would belong to that.
    let isMultiline =
      separators.lead.contains(where: CommentText.isLineEnd)
      && separators.between.contains(where: CommentText.isLineEnd)
    let lineBreak = layout.lineBreak(in: container, forBracket: false)
    let known = known(in: container, of: current)
    var text: [UInt8] = []
    for comment in comments where !known.contains(document.bytes.array(comment)) {
      if isMultiline {
        text += document.bytes.array(comment) + lineBreak
      } else {
        CommentText.appendInline(document.bytes, comment, to: &text)
        text.append(0x20)
      }
    }
    return text
  }

  /// The comments in a container without children.
  private func known(in container: Document.Node, of current: Document) -> Set<[UInt8]> {
    if let last, last.container == container { return last.comments }
    guard current.isEmptyContainer(container) else { return [] }
    let comments = CommentText.ranges(current.bytes, in: current.range(container))
    let known = Set(comments.map { current.bytes.array($0) })
    last = (container, known)
    return known
  }

  private func find() -> [Int: [Range<Int>]] {
    var found: [Int: [Range<Int>]] = [:]
    let bytes = document.bytes
    CommentOwners.forEachChild(of: document) { start, value, owned in
      let first = document.start(start)
      let comments =
        CommentText.ranges(bytes, in: owned.start..<first)
        + CommentText.ranges(
          bytes,
          in: document.range(start).upperBound..<max(document.start(value), document.range(start).upperBound))
        + CommentText.ranges(bytes, in: document.range(value).upperBound..<owned.behind)
      if !comments.isEmpty { found[first] = comments }
    }
    return found
  }
}
