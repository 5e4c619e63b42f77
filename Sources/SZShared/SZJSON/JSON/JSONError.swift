/// Why a text is not JSON, and where: a byte offset from the start of the input.
public struct JSONError: Error, Equatable, Sendable {
  public var reason: Reason
  /// Bytes from the start of the input, a byte order mark included.
  public var offset: Int

  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  public enum Reason: Equatable, Sendable {
    case empty
    case truncated
    case expectedValue
    case expectedName
    case expectedNameOrClose
    case expectedColon
    case expectedCommaOrClose(ContainerKind)
    case unterminatedString
    case controlCharacter(UInt8)
    case invalidEscape
    case invalidUnicodeEscape
    case invalidUTF8
    case invalidNumber
    case leadingZero
    case invalidLiteral
    case trailingContent
    case utf16
    case utf32
    /// `first` is the byte offset of the other member with the name; the error's own offset is the later one's.
    case duplicateName(String, first: Int)
    case tooLarge
    /// A string that begins like a date and is none that can be converted.
    case invalidDate
    /// A member's name that would become equal to that of another member of its object.
    case joinedName(String)
    case unterminatedComment
  }
}

/// What a bracket opens.
public enum ContainerKind: UInt8, Sendable, BitwiseCopyable {
  case object, array
}
