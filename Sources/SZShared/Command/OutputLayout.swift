/// How a tool lays out what it writes, as the options say.
package struct OutputLayout {
  package let style: TextStyle?
  package let sortsMembers: Bool
  private let allowsComments: Bool

  package static let options: [Option] = [.indent, .tab, .compact, .sortKeys]

  package init(_ arguments: ParsedArguments) throws(UsageError) {
    let given = [Option.indent, .tab, .compact].filter { arguments.has($0) }
    if given.count > 1 { throw .conflicting("--" + given[0].long, "--" + given[1].long) }
    if let count = try arguments.integer(.indent, in: 0...64) {
      style = .indented([UInt8](repeating: 0x20, count: count))
    } else if arguments.has(.tab) {
      style = .indented([0x09])
    } else {
      style = arguments.has(.compact) ? .compact : nil
    }
    sortsMembers = arguments.has(.sortKeys)
    allowsComments = arguments.has(.comments)
  }

  /// Whether the text must be made whole before it is written.
  package var changesText: Bool { style != nil || sortsMembers }

  /// A JSON text, laid out; `fallback` is the layout when no option says one (nil: the text's own).
  package func apply(_ text: [UInt8], fallback: TextStyle? = nil) -> [UInt8] {
    var text = text
    let options = Document.ReadOptions(allowsDuplicates: true, allowsComments: allowsComments)
    if sortsMembers, let document = try? Document.read(text, options) {
      text = MemberSorting.edits(document).applied(to: document.bytes)
    }
    guard let style = style ?? fallback else { return text }
    if allowsComments, let document = try? Document.read(text, options) {
      text = CommentLayout.edits(document).applied(to: document.bytes)
    }
    return reformatted(text, style)
  }

  /// The text of one value with another layout. What stands around the value (a byte order mark, a final newline) stays.
  private func reformatted(_ text: [UInt8], _ style: TextStyle) -> [UInt8] {
    let source = SourceBytes(text)
    let start = (try? Encoding.check(source.view)) ?? 0
    var result = Array(text[..<start])
    result.reserveCapacity(text.count)
    Reformatter.append(
      source.view, start..<text.count, style: style, comments: allowsComments ? .ownLine : .drop, to: &result)
    if text.last == 0x0A { result.append(0x0A) }
    return result
  }
}
