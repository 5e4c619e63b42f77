/// Sets of lanes among 64 bytes, a bit each, the first lowest.
enum LaneBits {
  /// One bit for each byte of ones: a multiplication gathers the eight bits of a word in its top byte.
  @inline(__always) static func of(_ words: SIMD2<UInt64>) -> UInt64 {
    let spread: UInt64 = 0x8040_2010_0804_0201
    let gather: UInt64 = 0x0101_0101_0101_0101
    return ((words[0] & spread) &* gather) &>> 56 | (((words[1] & spread) &* gather) &>> 48) & 0xFF00
  }

  /// Those that begin at `first` or behind it.
  @inline(__always) static func from(_ first: Int, of lanes: UInt64) -> UInt64 {
    first >= 64 ? 0 : lanes & (UInt64.max &<< UInt64(truncatingIfNeeded: first))
  }

  /// Those before `end`.
  @inline(__always) static func before(_ end: Int, of lanes: UInt64) -> UInt64 {
    end >= 64 ? lanes : lanes & ~(UInt64.max &<< UInt64(truncatingIfNeeded: end))
  }
}
