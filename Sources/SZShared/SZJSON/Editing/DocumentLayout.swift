/// How a document lays out its text, read from the document itself, so that what is inserted looks as if it had been
/// written with it. A class, as it is handed on for each container that changes.
public final class DocumentLayout: Sendable {
  private let document: Document
  private let style: TextStyle
  /// Whether the comments in what is inserted come along.
  private let keepsComments: Bool

  /// Looks at the first nodes of `document` only; constant time.
  public init(_ document: Document, keepsComments: Bool = false) {
    self.document = document
    self.keepsComments = keepsComments
    style = DocumentLayout.detect(document)
  }

  private static func detect(_ document: Document) -> TextStyle {
    var style = TextStyle(indent: nil, colon: [], comma: [])
    var (colon, comma, objectPadding, arrayPadding): ([UInt8]?, [UInt8]?, [UInt8]?, [UInt8]?)
    var scalarArraysInline: Bool?
    var node = document.root
    var looked = 0
    while node < document.next(document.root), looked < 2048 {
      looked += 1
      let kind = document.kind(node)
      guard kind.isContainer else {
        node = document.next(node)
        continue
      }
      let first = document.firstChild(node)
      defer { node = first }
      if first == document.end(node) { continue }
      let layout = ContainerLayout(document, node)
      if kind == .object, colon == nil {
        let gap = document.bytes.array(
          document.range(first).upperBound..<document.start(document.next(first)))
        if !gap.contains(UInt8(ascii: "/")) { colon = gap }
      }
      if layout.isMultiline {
        if style.indent == nil {
          let outer = DocumentLayout.lineMargin(document, document.start(node))
          if layout.margin.count > outer.count, layout.margin.starts(with: outer) {
            style.indent = Array(layout.margin.dropFirst(outer.count))
            style.newline = layout.lead.contains(0x0D) ? [0x0D, 0x0A] : [0x0A]
          }
        }
      } else {
        if kind == .object, objectPadding == nil { objectPadding = layout.lead }
        if kind == .array, arrayPadding == nil { arrayPadding = layout.lead }
        // Children that begin on the line of the bracket and go on below it say nothing of those that stand on one line.
        if comma == nil, let separator = layout.separator, !separator.contains(0x0A),
          !separator.contains(0x0D)
        {
          comma = [UInt8(ascii: ",")] + separator
        }
      }
      if kind == .array, scalarArraysInline == nil,
        !document.elements(node).prefix(64).contains(where: { document.kind($0).isContainer })
      {
        scalarArraysInline = !layout.isMultiline
      }
    }
    style.colon = colon ?? Array((style.indent == nil && comma == nil ? ":" : ": ").utf8)
    style.comma = comma ?? Array((style.colon.count == 1 ? "," : ", ").utf8)
    style.objectPadding = objectPadding ?? []
    style.arrayPadding = arrayPadding ?? []
    style.keepsScalarArraysInline = scalarArraysInline ?? false
    return style
  }

  /// The blanks at the beginning of the line on which `offset` stands.
  static func lineMargin(_ document: Document, _ offset: Int) -> [UInt8] {
    let bytes = document.bytes
    var start = offset
    // A long line has no margin worth looking for.
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D {
      if offset - start > 4096 { return [] }
      start -= 1
    }
    var end = start
    while end < offset, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    return bytes.array(start..<end)
  }

  /// What goes between two children of `container`, the comma included, and what goes around all of them when there are
  /// none yet.
  public func separators(of container: Document.Node) -> (lead: [UInt8], between: [UInt8], trail: [UInt8]) {
    let comma = [UInt8(ascii: ",")]
    guard !document.isEmptyContainer(container) else {
      guard let indent = style.indent, !isOnInlineLine(container) else {
        let padding = document.kind(container) == .object ? style.objectPadding : style.arrayPadding
        return (padding, style.comma, padding)
      }
      let margin = DocumentLayout.lineMargin(document, document.start(container))
      let lead = style.newline + margin + indent
      return (lead, comma + lead, style.newline + margin)
    }
    let layout = ContainerLayout(document, container)
    let between = layout.separator ?? (layout.isMultiline ? layout.lead : Array(style.comma.dropFirst()))
    return (layout.lead, comma + between, [])
  }

  /// Appends what goes between two children of `container`, in which there are no comments: a comma and white space.
  func appendSeparator(of container: Document.Node, to output: inout [UInt8]) {
    if document.isEmptyContainer(container) {
      output += separators(of: container).between
      return
    }
    output.append(UInt8(ascii: ","))
    let bytes = document.bytes
    let first = document.firstChild(container)
    let value = document.kind(container) == .object ? document.next(first) : first
    let second = document.next(value)
    if second < document.end(container) {
      let comma = Lexer.skipWhitespace(bytes, from: document.range(value).upperBound)
      return bytes.append(comma + 1..<document.start(second), to: &output)
    }
    let lead = document.start(container) + 1..<document.start(first)
    if lead.contains(where: { bytes[$0] == 0x0A || bytes[$0] == 0x0D }) {
      bytes.append(lead, to: &output)
    } else {
      output += style.comma.dropFirst()
    }
  }

  /// A new line for a child of `container`, or for its closing bracket.
  public func lineBreak(in container: Document.Node, forBracket: Bool) -> [UInt8] {
    let outer = DocumentLayout.lineMargin(document, document.start(container))
    if forBracket { return style.newline + outer }
    let layout = document.isEmptyContainer(container) ? nil : ContainerLayout(document, container)
    if let layout, layout.isMultiline { return style.newline + layout.margin }
    return style.newline + outer + (style.indent ?? [])
  }

  /// Appends the text of a value from any document, laid out as a child of `container`: like a sibling of its kind when
  /// there is one, else like the document.
  public func append(
    _ value: Value, asChildOf container: Document.Node, to output: inout [UInt8]
  ) {
    let kind = value.document.kind(value.node)
    guard kind.isContainer else {
      return value.document.bytes.append(value.document.range(value.node), to: &output)
    }
    var style = style
    var margin: [UInt8] = []
    if document.isEmptyContainer(container) {
      if isOnInlineLine(container) { style = style.inline }
      margin = DocumentLayout.lineMargin(document, document.start(container)) + (style.indent ?? [])
    } else {
      let layout = ContainerLayout(document, container)
      margin = layout.margin
      let isObject = document.kind(container) == .object
      let name = document.firstChild(container)
      let sibling = isObject ? document.next(name) : name
      if !layout.isMultiline {
        style = style.inline
      } else if document.kind(sibling) == kind, !document.isEmptyContainer(sibling) {
        let model = ContainerLayout(document, sibling)
        if !model.isMultiline, !isObject {
          style = style.inline
          if kind == .object { style.objectPadding = model.lead } else { style.arrayPadding = model.lead }
        }
      }
    }
    appendValue(value, style, margin: margin, to: &output)
  }

  /// Appends a member, its name written as in `name`.
  public func appendMember(
    _ name: Value, _ value: Value, asChildOf container: Document.Node, to output: inout [UInt8]
  ) {
    name.document.bytes.append(name.document.range(name.node), to: &output)
    output += style.colon
    append(value, asChildOf: container, to: &output)
  }

  /// The text of a value in place of the value `node`, whose line it begins or goes on.
  public func replacement(for node: Document.Node, with value: Value) -> [UInt8] {
    var output: [UInt8] = []
    appendReplacement(for: node, with: value, to: &output)
    return output
  }

  /// Appends that.
  public func appendReplacement(for node: Document.Node, with value: Value, to output: inout [UInt8]) {
    guard value.document.kind(value.node).isContainer else {
      return value.document.bytes.append(value.document.range(value.node), to: &output)
    }
    var style = style
    if document.isFilled(node),
      !ContainerLayout(document, node).isMultiline
    {
      style = style.inline
    }
    appendValue(
      value, style, margin: DocumentLayout.lineMargin(document, document.start(node)), to: &output)
  }

  private func appendValue(_ value: Value, _ style: TextStyle, margin: [UInt8], to output: inout [UInt8]) {
    var manner = Reformatter.Manner(style)
    manner.margin = margin
    if keepsComments { manner.comments = .onLine }
    Reformatter.append(value.document.bytes, value.document.range(value.node), manner, to: &output)
  }

  /// Whether an empty container stands on a line with other values, so that it should stay on it. Told by whether the
  /// line goes on behind it with more than a comma.
  private func isOnInlineLine(_ container: Document.Node) -> Bool {
    let bytes = document.bytes
    var index = document.range(container).upperBound
    while true {
      if bytes[index] == 0x20 || bytes[index] == 0x09 || bytes[index] == UInt8(ascii: ",") {
        index += 1
      } else {
        let behind = document.isRelaxed ? CommentText.end(bytes, from: index) : index
        if behind == index { break }
        index = behind
      }
    }
    return index < bytes.count && bytes[index] != 0x0A && bytes[index] != 0x0D
  }
}
