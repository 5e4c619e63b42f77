/// Vectors of bytes seen as two words, or as numbers with a sign, by way of registers alone. A cast between types of one size without
/// padding: any bits are a value of the other.
public enum Bits {
  @inlinable @inline(__always) public static func words(_ vector: SIMD16<UInt8>) -> SIMD2<UInt64> {
    unsafe unsafeBitCast(vector, to: SIMD2<UInt64>.self)
  }

  @inlinable @inline(__always) public static func signed(_ vector: SIMD16<UInt8>) -> SIMD16<Int8> {
    unsafe unsafeBitCast(vector, to: SIMD16<Int8>.self)
  }

  /// A byte of ones for each lane that is set.
  @inlinable @inline(__always) public static func words(_ mask: SIMDMask<SIMD16<Int8>>) -> SIMD2<UInt64> {
    unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  }
}
