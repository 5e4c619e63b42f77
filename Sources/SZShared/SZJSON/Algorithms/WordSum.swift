/// A sum of words, each multiplied with a secret key of 128 bits, modulo 2^128: its high word is a hash of the words.
///
/// The bound: let two sequences of words, each ended by as many zeros as one likes, differ at a place in which the difference is
/// `d`, and let `2^v` be the highest power of two in `d`; `v` is below 64. The key of that place alone makes the difference of
/// the sums take every multiple of `2^v` plus a constant with one probability. High words are equal only where that difference
/// is less than 2^64 up or down, which fewer than `2 * 2^(64-v)` of its `2^(128-v)` values are: a chance below 2^-63. (This is
/// the multilinear family of Carter and Wegman, with the high bits kept as Dietzfelbinger does.)
struct WordSum {
  struct Key: Sendable {
    let high: UInt64
    let low: UInt64
  }

  private(set) var high: UInt64
  private var low: UInt64

  /// A sum that begins with a secret of its own, so that two kinds of sequences have nothing in common.
  @inline(__always) init(_ start: Key) { (high, low) = (start.high, start.low) }

  @inline(__always) mutating func add(_ word: UInt64, _ key: Key) {
    let product = word.multipliedFullWidth(by: key.low)
    let (sum, carry) = low.addingReportingOverflow(product.low)
    low = sum
    high = high &+ product.high &+ word &* key.high &+ (carry ? 1 : 0)
  }
}
