internal import SZJSON

/// A point in time, exactly: as far as its digits go.
struct TypedDate: Equatable {
  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  private(set) var seconds: Int
  /// The digits of the rest of a second, without zeros at the end.
  private(set) var fraction: [UInt8]

  /// Seconds from 1970 to 2001, where Core Data begins to count.
  static let reference = 978_307_200

  /// Reads a date of RFC 3339 with its zone, or one of a .NET serialiser; nil when the characters are none.
  init?(_ characters: [UInt8]) { self.init(characters, nil) }

  /// Reads a date in any form of ISO 8601 that .NET serialisers read and write, in UTC when it has no zone: without seconds, with a
  /// blank for `T`, a day alone, which is its beginning. Also one of a .NET serialiser.
  init?(anyForm characters: [UInt8]) { self.init(characters, .utc) }

  private init?(_ characters: [UInt8], _ zone: Instant.Zone?) {
    let source = SourceBytes(characters)
    let found = withExtendedLifetime(source) { TypedDate.read(source.view, 0..<characters.count, zone) }
    guard let found else { return nil }
    self = found
  }

  private init(seconds: Int, fraction: [UInt8]) {
    self.seconds = seconds
    self.fraction = fraction
    while self.fraction.last == UInt8(ascii: "0") { self.fraction.removeLast() }
  }

  private static func read(_ bytes: ByteView, _ range: Range<Int>, _ zone: Instant.Zone?) -> TypedDate? {
    if let reading = ISODate.read(bytes, range, isLoose: zone != nil) {
      guard let zone = reading.zone ?? zone else { return nil }
      return TypedDate(seconds: reading.seconds(in: zone), fraction: reading.fraction.map { bytes[$0] })
    }
    guard let found = DotNetDate.read(bytes, range, DotNetDate.Reading()) else { return nil }
    return TypedDate(digits: found.instant.milliseconds, behindPoint: 3)
  }

  /// The instant that a number counts to; nil when it is beyond what is reckoned with here.
  init?(_ number: DecimalNumber, _ format: Model.DateFormat) {
    guard case .small(let magnitude) = number.magnitude,
      format == .epoch || format == .reference
        || format == .epochMilliseconds, (-40...18).contains(number.exponent)
    else { return nil }
    var digits = number.isNegative ? -Int(magnitude) : Int(magnitude)
    var places = format == .epochMilliseconds ? 3 : 0
    places -= number.exponent
    while places < 0 {
      let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      digits = product
      places += 1
    }
    self.init(digits: digits, behindPoint: places)
    if format == .reference {
      let (sum, overflow) = seconds.addingReportingOverflow(TypedDate.reference)
      if overflow { return nil }
      seconds = sum
    }
  }

  /// `digits` with so many of them behind the point.
  private init(digits: Int, behindPoint places: Int) {
    var seconds = digits
    // From the last digit on; a negative number is one second less and the rest of it.
    var fraction: [UInt8] = []
    for _ in 0..<places {
      let (quotient, rest) = Instant.split(seconds, by: 10)
      fraction.append(UInt8(ascii: "0") + UInt8(rest))
      seconds = quotient
    }
    self.init(seconds: seconds, fraction: fraction.reversed())
  }

  /// The instant as bytes that are the same for all its spellings.
  var bytes: [UInt8] { Array("\(seconds).".utf8) + fraction }
}

extension TypedDate: Comparable {
  static func < (left: TypedDate, right: TypedDate) -> Bool {
    left.seconds == right.seconds
      ? left.fraction.lexicographicallyPrecedes(right.fraction) : left.seconds < right.seconds
  }
}
