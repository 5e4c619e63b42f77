public import SZCommand

/// `sz-htmlenc`: encodes the strings of JSON texts as HTML.
public enum HTMLEncodeCommand: Tool {
  static let quote = Option(
    "quote", .required("WHICH", .words(HTMLEncoding.Quote.allCases.map(\.rawValue))),
    help: "which quotation marks to encode: \" (the default), ', both or none")
  static let minimal = Option(
    "minimal", help: "encode only &, <, > and quotation marks; other characters stay")
  static let numeric = Option("numeric", help: "write decimal references only, which XML knows too")
  static let noDouble = Option("no-double", help: "leave alone what is a character reference already")
  static let decode = Option(
    "decode",
    help:
      "turn references into characters: the exact inverse of encoding with whatever options but --no-double")
  static let html5 = Option(
    "html5",
    help:
      "with --decode, all names and rules of the HTML standard; without, numbers for the two characters whose names mean others there"
  )
  static let attribute = Option(
    "attribute", help: "with --decode --html5: the rules for text that comes from attributes")
  static let raw = Option("raw", help: "read and write plain text instead of JSON")

  public static let spec = CommandSpec(
    name: "sz-htmlenc",
    operands: CommandSpec.Operands("[FILE]...", count: 0...Int.max),
    options: [quote, minimal, numeric, noDouble, decode, html5, attribute, raw] + StreamTool.options,
    vain: [
      // The characters that it is about have no names then.
      VainOptions([html5], where: [[.given(numeric), .absent(decode)], [.given(minimal), .absent(decode)]])
    ],
    help: CommandSpec.Help(
      summary: "encode the strings of JSON as HTML",
      details: """
        Copies JSON texts from the FILEs, or from the standard input, and encodes every string as libxml2's \
        htmlEncodeEntities does: &, <, >, the quotation mark, and every character from U+0080 on, by its name in HTML 4 or \
        by its number. A character that needs nothing keeps its bytes, and so does everything that is no string.

        Memory is constant whatever the size of the input, and output is written when the input pauses.
        """,
      exitCodes: StreamTool.exitCodes))

  public static func run(_ arguments: ParsedArguments, _ io: ToolIO) throws(Failure) -> ExitCode {
    let encoding: HTMLEncoding
    let places: StreamPlaces
    do {
      encoding = try self.encoding(arguments)
      places = try StreamPlaces(arguments)
    } catch { throw .usage(error) }
    let tool = StreamTool(
      spec, arguments, io, isJSON: !encoding.isRaw, warning: "lone surrogate kept as it is")
    return try tool.run { source, output in
      HTMLStream.run(StreamRoute(from: source, to: output, windowSize: io.windowSize), encoding, places) {
        scalar in
        answer(scalar, encoding.quote)
      }
    }
  }

  private static func answer(_ scalar: UInt32, _ quote: HTMLEncoding.Quote) -> [UInt8] {
    let wanted: LibXML2.Quote =
      switch quote {
      case .double, .both: .double
      case .single: .single
      case .none: .none
      }
    // libxml2 refuses no character; a number says the same as any name.
    return LibXML2.answer(scalar, quote: wanted) ?? Array("&#\(scalar);".utf8)
  }

  private static func encoding(_ arguments: ParsedArguments) throws(UsageError) -> HTMLEncoding {
    if arguments.has(attribute), !arguments.has(decode) || !arguments.has(html5) {
      throw .needs("--attribute", "--decode --html5")
    }
    for option in [quote, minimal, numeric, noDouble] where arguments.has(decode) && arguments.has(option) {
      throw .conflicting("--decode", "--" + option.long)
    }
    for option in [Option.keys, .streamOnly, .streamIgnore, .comments, .skipInvalid]
    where arguments.has(raw) && arguments.has(option) {
      throw .conflicting("--raw", "--" + option.long)
    }
    var encoding = HTMLEncoding()
    if arguments.has(decode) {
      encoding.direction =
        arguments.has(attribute) ? .decodeAttribute : arguments.has(html5) ? .decodeStandard : .decode
    }
    encoding.avoidsChangedNames = arguments.has(html5)
    encoding.quote = arguments.value(quote).flatMap(HTMLEncoding.Quote.init) ?? .double
    encoding.isMinimal = arguments.has(minimal)
    encoding.isNumeric = arguments.has(numeric)
    encoding.keepsReferences = arguments.has(noDouble)
    encoding.isRaw = arguments.has(raw)
    return encoding
  }
}
