public import SZJSON

/// How a tool lays out what it writes, as the options say.
public struct OutputLayout {
  public let style: TextStyle?
  public let sortsMembers: Bool
  private let allowsComments: Bool

  public static let options: [Option] = [.indent, .tab, .compact, .sortKeys]

  public init(_ arguments: ParsedArguments) throws(UsageError) {
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
  public var changesText: Bool { style != nil || sortsMembers }

  /// Writes a JSON text, laid out; `fallback` is the layout when no option says one (nil: the text's own). What `isShown` goes to a
  /// terminal. The text is held, what becomes of it is not.
  public func write(
    _ text: [UInt8], fallback: TextStyle? = nil, isShown: Bool = false, to output: Output
  ) throws(SystemError) {
    var text = text
    if sortsMembers {
      let document = Document.ofOwnText(text)
      text = MemberSorting.edits(document).applied(to: document.bytes)
    }
    func take(_ piece: [UInt8]) throws(SystemError) {
      try output.write(isShown ? TerminalText.safe(piece) : piece)
    }
    guard let style = style ?? fallback else { return try take(text) }
    if allowsComments {
      let document = Document.ofOwnText(text)
      text = CommentLayout.edits(document).applied(to: document.bytes)
    }
    // What stands around the value (a byte order mark, a final newline) stays.
    let source = SourceBytes(text)
    let start = (try? Encoding.check(source.view)) ?? 0
    try take(Array(text[..<start]))
    try Reformatter.pieces(
      of: source.view, start..<text.count, style: style, comments: allowsComments ? .ownLine : .drop, take)
    if text.last == 0x0A { try take([0x0A]) }
  }
}
