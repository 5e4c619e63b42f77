/// Builds the document of a text that is much like that of another document, the reference: a container whose text stands in
/// both is copied from the reference's tape instead of read, and containers that stand in a row in both are copied at once.
///
/// Law: the document is the one that ``DocumentBuilder`` builds. Where the reference is nothing like the text, the cost is
/// that of a few comparisons more. A container is compared with the reference's container of the same place; an array looks
/// further ahead when its elements stop being the reference's.
struct IncrementalBuilder: TokenSink {
  private var builder: DocumentBuilder
  private let reference: Document
  private var text: ReferenceText
  /// The reference's container that the innermost one is compared with.
  private var cursor: Cursor
  private var outer: [Cursor] = []

  /// How far the children of one of the reference's containers have been matched.
  private struct Cursor {
    /// The child that is expected next: an element, or a member's name.
    var next: Document.Node
    let end: Document.Node
    /// In an object the value of the member whose name came last; nowhere when the reference has no such member.
    var value: Document.Node
    let isObject: Bool
    /// The child behind the last one that was found again.
    var anchor: Document.Node
    /// How many children ahead to look: the more, the longer none was found.
    var lookahead = 1

    static let none = Cursor(
      next: Document.Node(0), end: Document.Node(0), value: .nowhere, isObject: false,
      anchor: Document.Node(0))
  }

  /// The options must name the reference's hashing.
  init(_ source: SourceBytes, reference: Document, _ options: Document.ReadOptions) {
    builder = DocumentBuilder(source, options)
    self.reference = reference
    text = ReferenceText(source.view, reference.bytes)
    cursor = Cursor(
      next: reference.root, end: reference.next(reference.root), value: .nowhere, isObject: false,
      anchor: reference.root)
  }

  func finished() -> Tape { builder.finished() }

  /// Makes the hashes that are not there yet.
  var late: LateHashes? { builder.late(reference: reference) }

  mutating func open(_ kind: ContainerKind, at offset: Int) throws(JSONError) -> Int {
    let expected = cursor.isObject ? cursor.value : cursor.next < cursor.end ? cursor.next : .nowhere
    var found = Document.Node.nowhere
    if !expected.isNowhere, isKind(expected, kind), text.isEqual(at: offset, reference.range(expected)) {
      found = expected
    } else if !cursor.isObject, cursor.end > reference.root {
      found = search(kind, at: offset, but: expected)
    }
    if !found.isNowhere {
      let last = cursor.isObject ? found : endOfRun(from: found, at: offset)
      let behind = reference.end(last)
      let end = offset + reference.range(last).upperBound - reference.start(found)
      builder.copy(reference, found..<behind, to: offset..<end)
      if !cursor.isObject {
        (cursor.next, cursor.anchor, cursor.lookahead) = (behind, behind, 1)
      }
      return end
    }
    if !cursor.isObject, !expected.isNowhere { cursor.next = reference.next(expected) }
    outer.append(cursor)
    if !expected.isNowhere, isKind(expected, kind) {
      let first = reference.firstChild(expected)
      cursor = Cursor(
        next: first, end: reference.end(expected), value: .nowhere, isObject: kind == .object, anchor: first)
    } else {
      cursor = .none
    }
    return try builder.open(kind, at: offset)
  }

  mutating func close(at offset: Int) throws(JSONError) -> ContainerKind? {
    cursor = outer.popLast() ?? .none
    return try builder.close(at: offset)
  }

  mutating func name(_ range: Range<Int>, escaped: Bool) throws(JSONError) {
    cursor.value = .nowhere
    var member = cursor.next
    for _ in 0..<cursor.lookahead {
      guard member < cursor.end, text.hasBudget else { break }
      let value = reference.next(member)
      let behind = reference.next(value)
      if text.isEqualName(range, reference.range(member)) {
        (cursor.value, cursor.next, cursor.lookahead) = (value, behind, 1)
        break
      }
      member = behind
    }
    if cursor.value.isNowhere { cursor.lookahead = min(cursor.lookahead * 2, 1024) }
    try builder.name(range, escaped: escaped)
  }

  mutating func string(_ range: Range<Int>, escaped: Bool) throws(JSONError) {
    skipElement()
    try builder.string(range, escaped: escaped)
  }

  mutating func number(_ range: Range<Int>) throws(JSONError) {
    skipElement()
    try builder.number(range)
  }

  mutating func literal(_ literal: Literal, _ range: Range<Int>) throws(JSONError) {
    skipElement()
    try builder.literal(literal, range)
  }

  @inline(__always) private mutating func skipElement() {
    if !cursor.isObject, cursor.next < cursor.end { cursor.next = reference.next(cursor.next) }
  }

  @inline(__always) private func isKind(_ node: Document.Node, _ kind: ContainerKind) -> Bool {
    reference.kind(node) == (kind == .object ? .object : .array)
  }

  /// The last of the reference's elements that stand in the text as they do there, in a row from `first` at `offset` on. Containers
  /// alone: a number that goes on in the text begins like a shorter one.
  @inline(__always) private mutating func endOfRun(from first: Document.Node, at offset: Int) -> Document.Node
  {
    let shift = offset - reference.start(first)
    var last = first
    var end = reference.range(first).upperBound
    while true {
      let next = reference.end(last)
      guard next < cursor.end, reference.kind(next).isContainer else { return last }
      let behind = reference.range(next).upperBound
      guard text.isEqual(at: end + shift, end..<behind) else { return last }
      (last, end) = (next, behind)
    }
  }

  /// Looks for the element at `offset` among the reference's elements behind the last one found again, because elements may have
  /// been inserted before it, and among those ahead, because some may be gone. The longer nothing is found, the farther it
  /// looks. `expected` has been compared: a container as long as it, such as the whole of a text in which something moved, would
  /// use the allowance up.
  @inline(never) private mutating func search(
    _ kind: ContainerKind, at offset: Int, but expected: Document.Node
  ) -> Document.Node {
    for first in cursor.anchor < cursor.next ? [cursor.anchor, cursor.next] : [cursor.next] {
      var candidate = first
      for _ in 0...cursor.lookahead {
        guard candidate < cursor.end, text.hasBudget else { break }
        if candidate != expected, isKind(candidate, kind),
          text.startsEqual(at: offset, reference.range(candidate))
        {
          return candidate
        }
        candidate = reference.next(candidate)
      }
    }
    cursor.lookahead = min(cursor.lookahead * 2, 1024)
    return .nowhere
  }
}
