/// Secret words made of a random seed, as many as are asked for: the ChaCha20 key stream (RFC 8439, with a block number of
/// 64 bits), by which systems make their own random numbers too.
///
/// Any block is made alone, so that a key for the millionth level of nesting costs what one for the first does.
struct KeyStream: Sendable {
  private let key: (SIMD4<UInt32>, SIMD4<UInt32>)

  /// - Parameter seed: 256 random bits.
  init(_ seed: (UInt64, UInt64, UInt64, UInt64)) {
    key = (KeyStream.row(seed.0, seed.1), KeyStream.row(seed.2, seed.3))
  }

  private static func row(_ first: UInt64, _ second: UInt64) -> SIMD4<UInt32> {
    SIMD4(
      UInt32(truncatingIfNeeded: first), UInt32(truncatingIfNeeded: first &>> 32),
      UInt32(truncatingIfNeeded: second), UInt32(truncatingIfNeeded: second &>> 32))
  }

  /// The eight words of the block with this number; `stream` tells sequences of blocks apart.
  func block(_ number: UInt64, of stream: UInt64) -> [UInt64] {
    let start = (
      SIMD4<UInt32>(0x6170_7865, 0x3320_646E, 0x7962_2D32, 0x6B20_6574), key.0, key.1,
      KeyStream.row(number, stream)
    )
    var (a, b, c, d) = start
    for _ in 0..<10 {
      KeyStream.round(&a, &b, &c, &d)
      // The diagonals of the square become its columns, and back.
      b = SIMD4(b.y, b.z, b.w, b.x)
      c = SIMD4(c.z, c.w, c.x, c.y)
      d = SIMD4(d.w, d.x, d.y, d.z)
      KeyStream.round(&a, &b, &c, &d)
      b = SIMD4(b.w, b.x, b.y, b.z)
      c = SIMD4(c.z, c.w, c.x, c.y)
      d = SIMD4(d.y, d.z, d.w, d.x)
    }
    let rows = [a &+ start.0, b &+ start.1, c &+ start.2, d &+ start.3]
    return rows.flatMap { row in
      [UInt64(row.x) | UInt64(row.y) &<< 32, UInt64(row.z) | UInt64(row.w) &<< 32]
    }
  }

  @inline(__always) private static func round(
    _ a: inout SIMD4<UInt32>, _ b: inout SIMD4<UInt32>, _ c: inout SIMD4<UInt32>, _ d: inout SIMD4<UInt32>
  ) {
    a = a &+ b
    d = rotated(d ^ a, by: 16)
    c = c &+ d
    b = rotated(b ^ c, by: 12)
    a = a &+ b
    d = rotated(d ^ a, by: 8)
    c = c &+ d
    b = rotated(b ^ c, by: 7)
  }

  @inline(__always) private static func rotated(_ row: SIMD4<UInt32>, by bits: UInt32) -> SIMD4<UInt32> {
    row &<< SIMD4(repeating: bits) | row &>> SIMD4(repeating: 32 - bits)
  }

  /// The words of a stream one after the other.
  struct Words {
    private let stream: KeyStream
    private let number: UInt64
    private var block: [UInt64] = []
    private var next = 0
    private var blocks: UInt64 = 0

    init(_ stream: KeyStream, number: UInt64) {
      self.stream = stream
      self.number = number
    }

    mutating func word() -> UInt64 {
      if next == block.count {
        block = stream.block(blocks, of: number)
        blocks += 1
        next = 0
      }
      next += 1
      return block[next - 1]
    }

    mutating func key() -> WordSum.Key { WordSum.Key(high: word(), low: word()) }

    /// A number below 2^61 - 1, but for a chance of 2^-61.
    mutating func element() -> UInt64 { word() &>> 3 }

    mutating func pair() -> Lanes { Lanes(first: element(), second: element()) }
  }
}
