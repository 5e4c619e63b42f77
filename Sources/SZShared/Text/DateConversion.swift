/// Which dates are converted, to what, and how they are shown.
package struct DateConversion: Sendable {
  package enum Form: String, Sendable, CaseIterable {
    case iso, dotnet, epoch
    case epochMilliseconds = "epoch-ms"
  }

  /// The zone dates are shown in.
  package enum Display: Equatable, Sendable {
    /// The one they were written in.
    case asWritten
    case utc
    case local
  }

  /// The zone of dates that have none.
  package enum Assumption: Equatable, Sendable {
    case zone(Instant.Zone)
    case local
  }

  package var target = Form.iso
  package var display = Display.asWritten
  package var assumption: Assumption?
  package var reading = DotNetDate.Reading()
  package var isStrict = false
  package var keepsSentinels = false
  /// Whether .NET dates must be written with `\/`, which is how some serialisers tell them from text.
  package var needsEscapedSlashes = false

  package init() {}

  /// Whether .NET dates are converted. Those that are in the right form already only when something is said about their
  /// zone or their form.
  var convertsDotNet: Bool { target != .dotnet || display != .asWritten || reading.isLenient }
  /// Whether .NET dates are looked at.
  var readsDotNet: Bool { convertsDotNet || isStrict }
  /// Whether ISO dates are looked at; as for .NET dates.
  var readsISO: Bool { target != .iso || display != .asWritten || readsLooseISO }
  /// Whether ISO dates are read that RFC 3339 does not have.
  var readsLooseISO: Bool { reading.isLenient || assumption != nil }

  /// The instant as it is shown.
  @inline(__always) func shown(_ instant: Instant) -> Instant {
    switch display {
    case .asWritten: instant
    case .utc: Instant(milliseconds: instant.milliseconds, zone: .utc)
    case .local:
      Instant(
        milliseconds: instant.milliseconds, zone: LocalZone.zone(atMilliseconds: instant.milliseconds))
    }
  }

  /// The seconds since 1970 in UTC that a reading names, and its zone: its own, or the assumed one.
  func place(_ reading: ISODate.Reading) -> (seconds: Int, zone: Instant.Zone)? {
    if let zone = reading.zone { return (reading.seconds(in: zone), zone) }
    switch assumption {
    case nil: return nil
    case .zone(let zone): return (reading.seconds(in: zone), zone)
    case .local: return LocalZone.instant(atWallSeconds: reading.wallSeconds)
    }
  }
}
