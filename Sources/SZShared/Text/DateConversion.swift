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

  package init() {}

  /// Whether .NET dates are looked at.
  var readsDotNet: Bool { target != .dotnet || display != .asWritten }
  /// Whether ISO dates are looked at. Those that are in the right form already only when something is said about zones.
  var readsISO: Bool { target != .iso || display != .asWritten || assumption != nil }

  /// The instant as it is shown.
  @inline(__always) func shown(_ instant: Instant) -> Instant {
    switch display {
    case .asWritten: instant
    case .utc: Instant(milliseconds: instant.milliseconds, zone: .utc)
    case .local:
      Instant(
        milliseconds: instant.milliseconds,
        zone: .offset(LocalZone.offset(atMilliseconds: instant.milliseconds)))
    }
  }

  /// The zone of a reading, its own or the assumed one.
  func zone(_ reading: ISODate.Reading) -> Instant.Zone? {
    if let zone = reading.zone { return zone }
    switch assumption {
    case nil: return nil
    case .zone(let zone): return zone
    case .local: return .offset(LocalZone.offset(atWallSeconds: reading.wallSeconds))
    }
  }
}
