/// What a reader does with the tokens of a JSON text.
///
/// ``Grammar`` calls these in document order; every offset is an index into the bytes it was given. A sink may
/// refuse a token by throwing.
public protocol TokenSink {
  /// A `{` or `[` at `offset`. Answers where to go on: behind the bracket, or behind the whole container when the sink knows
  /// what is in it.
  mutating func open(_ kind: ContainerKind, at offset: Int) throws(JSONError) -> Int
  /// The bracket at `offset` closes the innermost open container; answers what is then the innermost.
  mutating func close(at offset: Int) throws(JSONError) -> ContainerKind?
  /// A member's name; `range` includes the quotes.
  mutating func name(_ range: Range<Int>, escaped: Bool) throws(JSONError)
  /// Takes the string value whose opening quote is at `start` when one look tells what it is; answers the index behind it, or `start`
  /// when ``string(_:escaped:)`` is to have it.
  mutating func takeString(at start: Int) -> Int
  /// A string value; `range` includes the quotes.
  mutating func string(_ range: Range<Int>, escaped: Bool) throws(JSONError)
  mutating func number(_ range: Range<Int>) throws(JSONError)
  mutating func literal(_ literal: Literal, _ range: Range<Int>) throws(JSONError)
}

extension TokenSink {
  @inlinable @inline(__always) public mutating func takeString(at start: Int) -> Int { start }
}

/// The three words of JSON.
public enum Literal: UInt8, Sendable {
  case `true`, `false`, null

  @inlinable @inline(__always) var count: Int { self == .false ? 5 : 4 }

  /// The bytes of `null`, for a store that writes sixteen at once.
  public static let nullText: SIMD16<UInt8> = [0x6E, 0x75, 0x6C, 0x6C, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
}
