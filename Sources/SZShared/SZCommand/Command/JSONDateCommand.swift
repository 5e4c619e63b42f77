internal import SZJSON

/// `sz-jsondate`: converts the dates of .NET serialisers to ISO 8601 and back.
public enum JSONDateCommand: Tool {
  static let to = Option(
    "to", .required("FORM", .words(DateConversion.Form.allCases.map(\.rawValue))),
    help:
      "what dates become: ISO 8601 (the default), .NET's /Date(x)/, or a number of seconds or milliseconds since 1970"
  )
  static let utc = Option("utc", help: "show dates in UTC")
  static let local = Option("local", help: "show dates in the system's time zone")
  static let assume = Option(
    "assume", .required("ZONE"),
    help: "take ISO dates without a zone to be in ZONE: utc, local or an offset such as +01:00")
  static let keepSentinels = Option(
    "keep-sentinels", help: "convert .NET's two \"no date\" values like other dates, instead of to null")
  static let sentinel = Option(
    "sentinel", .required("N"),
    help: "N, milliseconds since 1970, is no date either: it becomes null; can be repeated")
  static let strict = Option("strict", help: "refuse a string that begins like a date and is none")
  static let lenient = Option("lenient", help: "read what moment.js takes for a .NET date")
  static let odata = Option("odata", help: "the offsets of .NET dates are minutes")
  static let wall = Option(
    "wall", .optional("HOW", .words(DotNetDate.WallClock.allCases.map(\.rawValue))),
    help:
      "the number of a .NET date is not UTC: add the offset to it (the default), or subtract it from what is a wall clock's time"
  )
  static let escaped = Option(
    "escaped", help: "take only \\/Date(x)\\/ for a .NET date, with its slashes escaped")

  public static let spec = CommandSpec(
    name: "sz-jsondate",
    operands: CommandSpec.Operands("[FILE]...", count: 0...Int.max),
    options: [to, utc, local, assume, keepSentinels, sentinel, strict, lenient, escaped, odata, wall]
      + StreamTool.options,
    vain: [
      VainOptions([sentinel], where: [[.given(keepSentinels)]]),
      VainOptions(
        [utc, local], where: [[.value(to, numbers.map(\.rawValue))]]),
      // What is in the right form already is not looked at.
      VainOptions(
        [escaped],
        where: [
          [
            .value(to, [DateConversion.Form.dotnet.rawValue]), .absent(utc), .absent(local), .absent(lenient),
            .absent(strict),
          ]
        ]),
    ],
    help: CommandSpec.Help(
      summary: "convert /Date(x)/ to ISO 8601 and back",
      details: """
        Copies JSON texts from the FILEs, or from the standard input, and converts the strings that are dates. The number \
        in /Date(946684861000+0100)/ is milliseconds since 1970 in UTC, and the offset only says how to show it: that is \
        2000-01-01T01:01:01+01:00. All other bytes come out as they went in.

        Memory is constant whatever the size of the input, and output is written when the input pauses.
        """,
      exitCodes: StreamTool.exitCodes))

  /// The forms that show no zone.
  private static var numbers: [DateConversion.Form] { [.epoch, .epochMilliseconds] }

  public static func run(_ arguments: ParsedArguments, _ io: ToolIO) throws(Failure) -> ExitCode {
    let conversion: DateConversion
    let places: StreamPlaces
    do {
      conversion = try self.conversion(arguments)
      places = try StreamPlaces(arguments)
    } catch { throw .usage(error) }
    if conversion.display == .local || conversion.assumption == .local {
      if let zone = io.variable("TZ"), !ZoneName.isKnown(zone, io) {
        throw .told("TZ is '\(zone)', which names no time zone here; it takes a name such as Europe/Berlin")
      }
      LocalZone.prepare()
    }
    return try StreamTool(spec, arguments, io, warning: "digits beyond milliseconds are dropped").run {
      source, output in
      StreamRun.edit(
        StreamRoute(from: source, to: output, windowSize: io.windowSize), DateConverter(conversion), places)
    }
  }

  private static func conversion(_ arguments: ParsedArguments) throws(UsageError) -> DateConversion {
    if arguments.has(utc), arguments.has(local) { throw .conflicting("--utc", "--local") }
    if arguments.has(strict), arguments.has(lenient) { throw .conflicting("--strict", "--lenient") }
    var conversion = DateConversion()
    conversion.target = arguments.value(to).flatMap(DateConversion.Form.init) ?? .iso
    conversion.display = arguments.has(utc) ? .utc : arguments.has(local) ? .local : .asWritten
    conversion.isStrict = arguments.has(strict)
    conversion.keepsSentinels = arguments.has(keepSentinels)
    conversion.reading = DotNetDate.Reading(
      isLenient: arguments.has(lenient), hasMinuteOffsets: arguments.has(odata),
      wallClock: arguments.has(wall) ? arguments.value(wall).flatMap(DotNetDate.WallClock.init) ?? .add : nil)
    conversion.needsEscapedSlashes = arguments.has(escaped)
    for text in arguments.values(sentinel) {
      guard let number = Int(text), number.magnitude <= Instant.range.upperBound.magnitude else {
        throw .invalidValue(
          option: "--sentinel", value: text,
          expected: "milliseconds since 1970, a whole number of up to 15 digits")
      }
      conversion.reading.sentinels.append(number)
    }
    switch arguments.value(assume) {
    case nil: break
    case "utc": conversion.assumption = .zone(.utc)
    case "local": conversion.assumption = .local
    case .some(let text):
      guard let zone = ISODate.zone(text) else {
        let hint = text.contains("/") ? "; for a zone by its name: TZ=\(text) sz-jsondate --assume=local" : ""
        throw .invalidValue(
          option: "--assume", value: text, expected: "utc, local or an offset such as +01:00" + hint)
      }
      conversion.assumption = .zone(zone)
    }
    return conversion
  }
}
