/// Which dates are converted, to what, and how they are shown.
public struct DateConversion: Sendable {
  public enum Form: String, Sendable, CaseIterable {
    case iso, dotnet, epoch
    case epochMilliseconds = "epoch-ms"
  }

  /// The zone dates are shown in.
  public enum Display: Equatable, Sendable {
    /// The one they were written in.
    case asWritten
    case utc
    case local
  }

  /// The zone of dates that have none.
  public enum Assumption: Equatable, Sendable {
    case zone(Instant.Zone)
    case local
  }

  public var target = Form.iso
  public var display = Display.asWritten
  public var assumption: Assumption?
  public var reading = DotNetDate.Reading()
  public var isStrict = false
  public var keepsSentinels = false
  /// Whether .NET dates must be written with `\/`, which is how some serialisers tell them from text.
  public var needsEscapedSlashes = false

  public init() {}

  /// Whether .NET dates are converted. Those that are in the right form already only when something is said about their
  /// zone or their form.
  public var convertsDotNet: Bool { target != .dotnet || display != .asWritten || reading.isLenient }
  /// Whether .NET dates are looked at.
  public var readsDotNet: Bool { convertsDotNet || isStrict }
  /// Whether ISO dates are looked at; as for .NET dates.
  public var readsISO: Bool { target != .iso || display != .asWritten || readsLooseISO }
  /// Whether ISO dates are read that RFC 3339 does not have.
  public var readsLooseISO: Bool { reading.isLenient || assumption != nil }

  /// The instant as it is shown.
  @inline(__always) public func shown(_ instant: Instant) -> Instant {
    switch display {
    case .asWritten: instant
    case .utc: Instant(milliseconds: instant.milliseconds, zone: .utc)
    case .local:
      Instant(
        milliseconds: instant.milliseconds, zone: LocalZone.zone(atMilliseconds: instant.milliseconds))
    }
  }

  /// The seconds since 1970 in UTC that a reading names, and its zone: its own, or the assumed one.
  public func place(_ reading: ISODate.Reading) -> (seconds: Int, zone: Instant.Zone)? {
    if let zone = reading.zone { return (reading.seconds(in: zone), zone) }
    switch assumption {
    case nil: return nil
    case .zone(let zone): return (reading.seconds(in: zone), zone)
    case .local: return LocalZone.instant(atWallSeconds: reading.wallSeconds)
    }
  }
}
