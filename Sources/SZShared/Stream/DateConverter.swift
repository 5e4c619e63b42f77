/// Converts the dates among the strings of a stream.
struct DateConverter: StringConverter {
  /// A longer string is no date.
  static let longestWhole = 1024

  private let conversion: DateConversion
  private let scratch = DecodedString(capacity: DateConverter.longestWhole)
  private let readsDotNet: Bool
  private let readsISO: Bool
  private let isLenient: Bool
  private let isStrict: Bool
  var warning = StreamWarning()

  init(_ conversion: DateConversion) {
    self.conversion = conversion
    readsDotNet = conversion.readsDotNet
    readsISO = conversion.readsISO
    isLenient = conversion.reading.isLenient
    isStrict = conversion.isStrict
  }

  @inline(__always) mutating func convert(
    _ bytes: ByteView, _ range: Range<Int>, escaped: Bool, isName: Bool, _ writer: inout EditWriter
  ) throws(JSONError) {
    // Nearly every string is told by its first character; `0x2F` is a slash.
    let first = bytes[range.lowerBound + 1]
    guard
      (readsDotNet && (first == 0x2F || (isLenient && first | 0x20 == UInt8(ascii: "d"))))
        || (readsISO && Lexer.isDigit(first)) || first == UInt8(ascii: "\\")
    else { return }
    try convertCandidate(bytes, range, escaped: escaped, isName: isName, &writer)
  }

  @inline(never) private mutating func convertCandidate(
    _ bytes: ByteView, _ range: Range<Int>, escaped: Bool, isName: Bool, _ writer: inout EditWriter
  ) throws(JSONError) {
    guard range.count <= DateConverter.longestWhole else {
      return try refuseLong(bytes, range.lowerBound + 1..<range.upperBound - 1)
    }
    if escaped {
      if readsDotNet, let content = DateConverter.simplyEscaped(bytes, range) {
        let outcome = DotNetDate.read(bytes, content, hasLastSlash: false, conversion.reading)
        if case .date(let instant) = outcome { return write(instant, token: range, isName: isName, &writer) }
      }
      let decoded = scratch.decode(bytes, range)
      return try convertCharacters(decoded, 0..<decoded.count, token: range, isName: isName, &writer)
    }
    try convertCharacters(
      bytes, range.lowerBound + 1..<range.upperBound - 1, token: range, isName: isName, &writer)
  }

  /// The inside of `"\/…\/"`, with the slash in front and without what is behind the last bracket, when that is how the
  /// token is written; the usual case, read in place.
  @inline(__always) private static func simplyEscaped(_ bytes: ByteView, _ range: Range<Int>) -> Range<Int>? {
    let (start, end) = (range.lowerBound, range.upperBound)
    guard range.count >= 8, range.count <= 64, bytes[start + 1] == UInt8(ascii: "\\"),
      bytes[start + 2] == UInt8(ascii: "/"),
      bytes[end - 3] == UInt8(ascii: "\\"), bytes[end - 2] == UInt8(ascii: "/"),
      bytes[end - 4] == UInt8(ascii: ")")
    else { return nil }
    return start + 2..<end - 3
  }

  private mutating func convertCharacters(
    _ bytes: ByteView, _ content: Range<Int>, token: Range<Int>, isName: Bool, _ writer: inout EditWriter
  ) throws(JSONError) {
    let first = bytes[content.lowerBound]
    if Lexer.isDigit(first) {
      if readsISO { try convertISO(bytes, content, token: token, isName: isName, &writer) }
    } else if readsDotNet, first == UInt8(ascii: "/") || (isLenient && first | 0x20 == UInt8(ascii: "d")) {
      let outcome = DotNetDate.read(bytes, content, conversion.reading)
      switch outcome {
      case .date(let instant):
        write(instant, token: token, isName: isName, &writer)
      case .dateWithBadOffset(let instant):
        if isStrict { throw JSONError(.invalidDate, at: token.lowerBound) }
        write(instant, token: token, isName: isName, &writer)
      case .noDate:
        if isStrict, DateConverter.beginsLikeDotNet(bytes, content) {
          throw JSONError(.invalidDate, at: token.lowerBound)
        }
      }
    }
  }

  /// Writes a .NET date in the form wanted.
  @inline(__always) private func write(
    _ instant: Instant, token: Range<Int>, isName: Bool, _ writer: inout EditWriter
  ) {
    let number =
      conversion.reading.isWallClock
      ? instant.milliseconds - instant.offsetMinutes * 60_000 : instant.milliseconds
    if !conversion.keepsSentinels, conversion.target != .dotnet, Instant.isSentinel(number) {
      // A member's name cannot be null.
      if isName { return }
      writer.replace(token)
      writer.buffer.append(Literal.nullText, count: 4)
      writer.countChange()
      return
    }
    let shown = conversion.shown(instant)
    if conversion.target == .dotnet, shown.zone == instant.zone { return }
    write(shown: shown, token: token, isName: isName, &writer)
  }

  private mutating func convertISO(
    _ bytes: ByteView, _ content: Range<Int>, token: Range<Int>, isName: Bool, _ writer: inout EditWriter
  ) throws(JSONError) {
    guard let reading = ISODate.read(bytes, content), let zone = conversion.zone(reading),
      let instant = ISODate.instant(reading, zone, bytes)
    else {
      if isStrict, DateConverter.beginsLikeISO(bytes, content) {
        throw JSONError(.invalidDate, at: token.lowerBound)
      }
      return
    }
    let shown = conversion.shown(instant)
    guard conversion.target == .iso else {
      return write(shown: shown, token: token, isName: isName, &writer)
    }
    // An ISO date in another zone keeps its digits behind the point, however many there are.
    if reading.zone == shown.zone { return }
    let local = shown.showable
    let wall = reading.wallSeconds - (instant.offsetMinutes - local.offsetMinutes) * 60
    writer.replace(token.lowerBound + 1..<token.upperBound - 1)
    writer.buffer.appendCivil(wallSeconds: wall)
    if !reading.fraction.isEmpty {
      writer.buffer.append(bytes, reading.fraction.lowerBound - 1..<reading.fraction.upperBound)
    }
    writer.buffer.appendISOZone(local.zone)
    writer.countChange()
  }

  @inline(__always) private func write(
    shown instant: Instant, token: Range<Int>, isName: Bool, _ writer: inout EditWriter
  ) {
    let inside = token.lowerBound + 1..<token.upperBound - 1
    switch conversion.target {
    case .iso:
      writer.replace(inside)
      writer.buffer.appendISO(instant)
    case .dotnet:
      var written = instant
      if conversion.reading.isWallClock { written.milliseconds -= instant.offsetMinutes * 60_000 }
      guard Instant.range.contains(written.milliseconds) else { return }
      writer.replace(inside)
      writer.buffer.appendDotNet(written, minuteOffsets: conversion.reading.hasMinuteOffsets)
    case .epoch:
      writer.replace(isName ? inside : token)
      writer.buffer.appendEpoch(instant)
    case .epochMilliseconds:
      writer.replace(isName ? inside : token)
      writer.buffer.appendDecimal(instant.milliseconds)
    }
    writer.countChange()
  }

  /// Whether somebody meant a .NET date; what `--strict` refuses when it is none.
  private static func beginsLikeDotNet(_ bytes: ByteView, _ content: Range<Int>) -> Bool {
    let start = bytes[content.lowerBound] == UInt8(ascii: "/") ? content.lowerBound + 1 : content.lowerBound
    return content.upperBound - start >= 5
      && (bytes.word(at: start) & 0xFF_FFFF_FFFF) | 0x2020_2020 == 0x28_6574_6164
  }

  /// Whether somebody meant an ISO date with a time.
  private static func beginsLikeISO(_ bytes: ByteView, _ content: Range<Int>) -> Bool {
    guard content.count >= 12 else { return false }
    let start = content.lowerBound
    for digit in [0, 1, 2, 3, 5, 6, 8, 9, 11] where !Lexer.isDigit(bytes[start + digit]) { return false }
    let middle = bytes[start + 10]
    return bytes[start + 4] == UInt8(ascii: "-") && bytes[start + 7] == UInt8(ascii: "-")
      && (middle | 0x20 == UInt8(ascii: "t") || middle == 0x20)
  }

  /// A string that is too long for a date is refused by `--strict` when it begins like one.
  private func refuseLong(_ bytes: ByteView, _ content: Range<Int>) throws(JSONError) {
    guard isStrict else { return }
    let start = bytes[content.lowerBound] == UInt8(ascii: "\\") ? content.lowerBound + 1 : content.lowerBound
    let inside = start..<content.upperBound
    if (readsDotNet && DateConverter.beginsLikeDotNet(bytes, inside))
      || (readsISO && DateConverter.beginsLikeISO(bytes, inside))
    {
      throw JSONError(.invalidDate, at: content.lowerBound - 1)
    }
  }

  mutating func convertFragment(
    _ bytes: ByteView, _ range: Range<Int>, isFirst: Bool, isLast: Bool, _ writer: inout EditWriter
  ) throws(JSONError) -> Int {
    if isFirst { try refuseLong(bytes, range) }
    return range.upperBound
  }
}
