/// What a fuzzer hands over: a few bytes that choose, then the rest.
struct FuzzInput {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  /// The next byte; 0 behind the end.
  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  /// A number from 0 to below `limit`, which is at most 256.
  mutating func below(_ limit: Int) -> Int { Int(byte()) % limit }

  mutating func word() -> UInt64 { (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) } }

  /// All that is left.
  mutating func rest() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }

  /// All that is left, made UTF-8.
  mutating func text() -> String { String(decoding: rest(), as: UTF8.self) }
}
