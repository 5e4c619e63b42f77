internal import SZJSON

/// What `sz-htmlenc` does with a string.
public struct HTMLEncoding: Sendable {
  public enum Quote: String, Sendable, CaseIterable {
    case double, single, both, none
  }

  public enum Direction: Equatable, Sendable {
    case encode
    /// The exact inverse of encoding.
    case decode
    /// As the HTML standard says for text.
    case decodeStandard
    /// As it says for the value of an attribute.
    case decodeAttribute
  }

  public var direction = Direction.encode
  public var quote = Quote.double
  /// Only markup characters are encoded.
  public var isMinimal = false
  /// Always by number.
  public var isNumeric = false
  /// What is a reference already is left alone.
  public var keepsReferences = false
  /// No name is written that readers of HTML 5 take for another character.
  public var avoidsChangedNames = false
  /// The input is text, not JSON.
  public var isRaw = false

  public init() {}

  /// What a character becomes that is not to be asked for: both quotes encoded means `&#39;`, which HTML 4 knows too.
  public func fixedAnswer(_ scalar: UInt32) -> [UInt8]? {
    if scalar < 0x80, !encodes(ascii: UInt8(scalar)) { return [UInt8(scalar)] }
    if isNumeric || (quote == .both && scalar == 0x27) || (avoidsChangedNames && hasChangedName(scalar)) {
      return Array("&#\(scalar);".utf8)
    }
    return nil
  }

  /// Whether HTML 4's name of a character means another one in HTML 5: `&lang;` and `&rang;` do.
  private func hasChangedName(_ scalar: UInt32) -> Bool { scalar == 0x2329 || scalar == 0x232A }

  func encodes(ascii byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"): true
    case UInt8(ascii: "\""): quote == .double || quote == .both
    case UInt8(ascii: "'"): quote == .single || quote == .both
    default: false
    }
  }
}

/// Runs `sz-htmlenc` over one input, JSON texts or plain text.
public enum HTMLStream {
  /// `ask` says what a character becomes when it is encoded.
  public static func run(
    _ route: StreamRoute, _ encoding: HTMLEncoding, _ places: StreamPlaces, ask: @escaping (UInt32) -> [UInt8]
  ) -> StreamOutcome {
    if encoding.direction == .encode {
      return edit(route, HTMLEncoder(encoding, ask), encoding, places)
    }
    return edit(route, HTMLDecoder(encoding), encoding, places)
  }

  private static func edit<Converter: StringConverter>(
    _ route: StreamRoute, _ converter: Converter, _ encoding: HTMLEncoding, _ places: StreamPlaces
  ) -> StreamOutcome {
    encoding.isRaw
      ? StreamRun.editText(route, converter) : StreamRun.edit(route, converter, places)
  }
}
