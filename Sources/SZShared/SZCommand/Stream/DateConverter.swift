internal import SZJSON

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
  /// The reading without what only moment.js takes. It cannot take a date's beginning for a date, whatever follows.
  private let exactReading: DotNetDate.Reading
  var warning = StreamWarning()

  init(_ conversion: DateConversion) {
    self.conversion = conversion
    readsDotNet = conversion.readsDotNet
    readsISO = conversion.readsISO
    isLenient = conversion.reading.isLenient
    isStrict = conversion.isStrict
    exactReading = conversion.reading.exact
  }

  var mayJoin: Bool { true }

  /// A string of the stream.
  private struct Token {
    /// Where it stands, with its quotes.
    let range: Range<Int>
    /// Whether it is the name of a member.
    let isName: Bool

    @inline(__always) var start: Int { range.lowerBound }
    @inline(__always) var inside: Range<Int> { range.lowerBound + 1..<range.upperBound - 1 }
  }

  @inline(__always) mutating func take<Selector: StringSelector>(
    _ bytes: ByteView, at start: Int, _ selector: inout Selector, _ writer: inout EditWriter
  ) -> Int {
    guard readsDotNet, DotNetDate.beginsEscaped(bytes, at: start) else { return start }
    return takeDotNet(bytes, at: start, &selector, &writer)
  }

  @inline(never) private func takeDotNet<Selector: StringSelector>(
    _ bytes: ByteView, at start: Int, _ selector: inout Selector, _ writer: inout EditWriter
  ) -> Int {
    guard let (found, end) = DotNetDate.readEscaped(bytes, at: start, conversion.reading) else {
      return start
    }
    if selector.value() { write(found, isExact: true, Token(range: start..<end, isName: false), &writer) }
    return end
  }

  @inline(__always) mutating func convert(
    _ bytes: ByteView, _ range: Range<Int>, escaped: Bool, isName: Bool, _ writer: inout EditWriter
  ) throws(JSONError) {
    // Nearly every string is told by its first character; `0x2F` is a slash.
    let first = bytes[range.lowerBound + 1]
    guard
      (readsDotNet && (first == 0x2F || (isLenient && first | 0x20 == UInt8(ascii: "d"))))
        || (readsISO && ASCII.isDigit(first)) || first == UInt8(ascii: "\\")
    else { return }
    try convertCandidate(bytes, range, escaped: escaped, isName: isName, &writer)
  }

  @inline(never) private mutating func convertCandidate(
    _ bytes: ByteView, _ range: Range<Int>, escaped: Bool, isName: Bool, _ writer: inout EditWriter
  ) throws(JSONError) {
    guard range.count <= DateConverter.longestWhole else {
      return try refuseLong(bytes, range.lowerBound + 1..<range.upperBound - 1)
    }
    let token = Token(range: range, isName: isName)
    guard escaped else {
      return try convertCharacters(
        bytes, token.inside, of: token, mayBeDotNet: !conversion.needsEscapedSlashes, &writer)
    }
    let content = DateConverter.simplyEscaped(bytes, range)
    if readsDotNet, let content,
      let found = DotNetDate.read(bytes, content, hasLastSlash: false, exactReading), !found.hasBadOffset
    {
      return write(found, isExact: true, token, &writer)
    }
    let mayBeDotNet =
      !conversion.needsEscapedSlashes || content?.contains { bytes[$0] == UInt8(ascii: "\\") } == false
    let decoded = scratch.decode(bytes, range)
    try convertCharacters(
      decoded, 0..<decoded.count, of: token, mayBeDotNet: mayBeDotNet, &writer)
  }

  /// The inside of `"\/…)\/"`, with the slash in front and without what is behind the last bracket, when that is how the
  /// token is written; the usual case, read in place. Escapes may stand in it.
  @inline(__always) private static func simplyEscaped(_ bytes: ByteView, _ range: Range<Int>) -> Range<Int>? {
    let (start, end) = (range.lowerBound, range.upperBound)
    guard range.count >= 8, range.count <= 64, bytes[start + 1] == UInt8(ascii: "\\"),
      bytes[start + 2] == UInt8(ascii: "/"),
      bytes[end - 3] == UInt8(ascii: "\\"), bytes[end - 2] == UInt8(ascii: "/"),
      bytes[end - 4] == UInt8(ascii: ")")
    else { return nil }
    return start + 2..<end - 3
  }

  /// Looks at a string's characters, those of `content`; `bytes` may be other ones than the stream's.
  private mutating func convertCharacters(
    _ bytes: ByteView, _ content: Range<Int>, of token: Token, mayBeDotNet: Bool, _ writer: inout EditWriter
  ) throws(JSONError) {
    let first = bytes[content.lowerBound]
    if ASCII.isDigit(first) {
      if readsISO { try convertISO(bytes, content, of: token, &writer) }
      return
    }
    guard readsDotNet, mayBeDotNet,
      first == UInt8(ascii: "/") || (isLenient && first | 0x20 == UInt8(ascii: "d"))
    else { return }
    guard let found = DotNetDate.read(bytes, content, conversion.reading) else {
      if isStrict, DateConverter.beginsLikeDotNet(bytes, content) {
        throw JSONError(.invalidDate, at: token.start)
      }
      return
    }
    if isStrict, found.hasBadOffset { throw JSONError(.invalidDate, at: token.start) }
    let isExact = !isLenient || DotNetDate.read(bytes, content, exactReading) != nil
    write(found, isExact: isExact && !found.hasBadOffset, token, &writer)
  }

  /// Writes a .NET date in the form wanted; `isExact` says that it is spelled as .NET does.
  @inline(__always) private func write(
    _ found: DotNetDate.Found, isExact: Bool, _ token: Token, _ writer: inout EditWriter
  ) {
    guard conversion.convertsDotNet else { return }
    if found.isSentinel {
      // One that is kept may be no instant that can be written. A member's name cannot be null.
      if conversion.keepsSentinels ? !Instant.range.contains(found.instant.milliseconds) : token.isName {
        return
      }
      if !conversion.keepsSentinels { return writeNull(token, &writer) }
    }
    let shown = conversion.shown(found.instant)
    if conversion.target == .dotnet, isExact, shown.zone == found.instant.zone { return }
    write(shown: shown, token, &writer)
  }

  private func writeNull(_ token: Token, _ writer: inout EditWriter) {
    writer.replaceByWord(token.range)
    writer.buffer.append(Literal.nullText, count: 4)
    writer.countChange(at: token.start)
  }

  private mutating func convertISO(
    _ bytes: ByteView, _ content: Range<Int>, of token: Token, _ writer: inout EditWriter
  ) throws(JSONError) {
    let reading = ISODate.read(bytes, content, isLoose: conversion.readsLooseISO)
    let place = reading.flatMap { conversion.place($0) }
    let instant = reading.flatMap { reading in
      place.flatMap { ISODate.instant(reading, seconds: $0.seconds, $0.zone, bytes) }
    }
    if let reading, !conversion.keepsSentinels, !token.isName,
      ISODate.isSentinel(reading, instant, bytes, conversion.reading.sentinels)
    {
      return writeNull(token, &writer)
    }
    guard let reading, let seconds = place?.seconds, let instant else {
      if isStrict, isLikeISO(bytes, content) { throw JSONError(.invalidDate, at: token.start) }
      return
    }
    let shown = conversion.shown(instant)
    guard conversion.target == .iso else {
      if isStrict, ISODate.isFinerThanMilliseconds(reading, bytes) { warning.note(at: token.start) }
      return write(shown: shown, token, &writer)
    }
    // An ISO date in another zone keeps its digits behind the point, however many there are.
    if reading.isWhole, reading.zone == shown.zone { return }
    let local = shown.showable
    writer.replace(token.inside)
    writer.buffer.appendCivil(wallSeconds: seconds + local.offsetMinutes * 60)
    if !reading.fraction.isEmpty {
      writer.buffer.append(bytes, reading.fraction.lowerBound - 1..<reading.fraction.upperBound)
    }
    writer.buffer.appendISOZone(local.zone)
    writer.countChange(at: token.start)
  }

  @inline(__always) private func write(
    shown instant: Instant, _ token: Token, _ writer: inout EditWriter
  ) {
    let inside = token.inside
    switch conversion.target {
    case .iso:
      writer.replace(inside)
      writer.buffer.appendISO(instant)
    case .dotnet:
      let number = instant.milliseconds - conversion.reading.shift(instant.offsetMinutes)
      guard Instant.range.contains(number) else { return }
      writer.replace(inside)
      writer.buffer.appendDotNet(
        number, instant.zone, minuteOffsets: conversion.reading.hasMinuteOffsets)
    case .epoch:
      if token.isName { writer.replace(inside) } else { writer.replaceByWord(token.range) }
      writer.buffer.appendEpoch(instant)
    case .epochMilliseconds:
      if token.isName { writer.replace(inside) } else { writer.replaceByWord(token.range) }
      writer.buffer.appendDecimal(instant.milliseconds)
    }
    writer.countChange(at: token.start)
  }

  /// Whether somebody meant a .NET date; what `--strict` refuses when it is none.
  private static func beginsLikeDotNet(_ bytes: ByteView, _ content: Range<Int>) -> Bool {
    let start = bytes[content.lowerBound] == UInt8(ascii: "/") ? content.lowerBound + 1 : content.lowerBound
    return content.upperBound - start >= 5
      && (bytes.word(at: start) & 0xFF_FFFF_FFFF) | 0x2020_2020 == 0x28_6574_6164
  }

  /// Whether somebody meant an ISO date with a time, or a day alone where those are read: nothing else is in the string. Prose
  /// may begin with a date.
  private func isLikeISO(_ bytes: ByteView, _ content: Range<Int>) -> Bool {
    guard content.count >= 10 else { return false }
    let start = content.lowerBound
    for digit in [0, 1, 2, 3, 5, 6, 8, 9] where !ASCII.isDigit(bytes[start + digit]) { return false }
    guard bytes[start + 4] == UInt8(ascii: "-"), bytes[start + 7] == UInt8(ascii: "-") else { return false }
    if content.count == 10 { return conversion.assumption != nil }
    guard content.count >= 12, bytes[start + 10] | 0x20 == UInt8(ascii: "t") || bytes[start + 10] == 0x20,
      ASCII.isDigit(bytes[start + 11])
    else { return false }
    return content.dropFirst(12).allSatisfy { index in
      switch bytes[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: ","),
        UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "Z"), UInt8(ascii: "z"):
        true
      default: false
      }
    }
  }

  /// A string that is too long for a date is refused by `--strict` when it begins like one.
  private func refuseLong(_ bytes: ByteView, _ content: Range<Int>) throws(JSONError) {
    guard isStrict else { return }
    let isEscaped = bytes[content.lowerBound] == UInt8(ascii: "\\")
    let inside = (isEscaped ? content.lowerBound + 1 : content.lowerBound)..<content.upperBound
    let mayBeDotNet = readsDotNet && (isEscaped || !conversion.needsEscapedSlashes)
    if (mayBeDotNet && DateConverter.beginsLikeDotNet(bytes, inside))
      || (readsISO && isLikeISO(bytes, inside))
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
