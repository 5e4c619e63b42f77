/// The comments of a document that belong to a member or an element (``CommentOwners``) and stand around it: what comes from EDITED into
/// CURRENT brings them along.
final class ArrivingComments {
  private let document: Document
  /// By where the name of the member, or the element, begins; found when first asked for.
  private lazy var own: [Int: [Range<Int>]] = find()

  init(_ document: Document) { self.document = document }

  /// The comments of the child that begins at `start`, each before what follows it, as text for a child of `container` in the document
  /// that is laid out by `layout`.
  func text(of start: Int, _ layout: DocumentLayout, in container: Document.Node) -> [UInt8] {
    guard document.isRelaxed, let comments = own[start] else { return [] }
    let isMultiline = layout.separators(of: container).lead.contains(where: CommentText.isLineEnd)
    let lineBreak = layout.lineBreak(in: container, forBracket: false)
    var text: [UInt8] = []
    for comment in comments {
      if isMultiline {
        text += document.bytes.array(comment) + lineBreak
      } else {
        CommentText.appendInline(document.bytes, comment, to: &text)
        text.append(0x20)
      }
    }
    return text
  }

  /// Linear in the document, without recursion.
  private func find() -> [Int: [Range<Int>]] {
    var found: [Int: [Range<Int>]] = [:]
    var node = document.root
    let end = document.next(node)
    while node < end {
      guard document.kind(node).isContainer else {
        node = document.next(node)
        continue
      }
      add(node, to: &found)
      node = document.firstChild(node)
    }
    return found
  }

  private func add(_ container: Document.Node, to found: inout [Int: [Range<Int>]]) {
    var children: [Range<Int>] = []
    var node = document.firstChild(container)
    while node < document.end(container) {
      let value = document.kind(container) == .object ? document.next(node) : node
      children.append(document.start(node)..<document.range(value).upperBound)
      node = document.next(value)
    }
    if children.isEmpty { return }
    let owners = CommentOwners(document.bytes, document.range(container), children)
    for (child, owned) in zip(children, owners.owned) {
      let comments =
        CommentText.ranges(document.bytes, in: owned.start..<child.lowerBound)
        + CommentText.ranges(document.bytes, in: child.upperBound..<owned.behind)
      if !comments.isEmpty { found[child.lowerBound] = comments }
    }
  }
}
