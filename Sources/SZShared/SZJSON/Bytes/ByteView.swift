internal import CPrefetch

/// Read-only bytes that are followed by at least ``padding`` readable zero bytes.
///
/// This is the one place where document bytes are read through a pointer. The bound that makes it safe: whoever
/// makes a view promises that `count + padding` bytes from `base` stay readable while the view is in use (the
/// owner, ``SourceBytes``, is kept alive by every document). A scanner stops at the first zero byte behind the
/// end, and a wide load at any index up to `count` stays inside the padding. Debug builds check each index.
@safe public struct ByteView: @unchecked Sendable {
  /// The number of zero bytes that can be read behind the last byte.
  public static let padding = 64

  @usableFromInline let base: UnsafePointer<UInt8>
  public let count: Int

  /// Makes a view; the caller owns the promise in the type's description.
  @unsafe public init(base: UnsafePointer<UInt8>, count: Int) {
    unsafe self.base = unsafe base
    self.count = count
  }

  @inlinable @inline(__always) public subscript(index: Int) -> UInt8 {
    assert(index >= 0 && index < count + ByteView.padding)
    return unsafe base[index]
  }

  /// Eight bytes from `index`, the first one lowest.
  @inlinable @inline(__always) public func word(at index: Int) -> UInt64 {
    assert(index >= 0 && index + 8 <= count + ByteView.padding)
    return unsafe UInt64(
      littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
  }

  /// Sixteen bytes from `index`.
  @inlinable @inline(__always) public func vector(at index: Int) -> SIMD16<UInt8> {
    assert(index >= 0 && index + 16 <= count + ByteView.padding)
    return unsafe UnsafeRawPointer(base + index).loadUnaligned(as: SIMD16<UInt8>.self)
  }

  /// Says that the byte at `index` is about to be read.
  @inline(__always) public func prefetch(_ index: Int) { unsafe sz_prefetch(base + index) }

  /// The bytes of `range`, borrowed for the call of `body`.
  @inline(__always) public func withBytes<R, E: Error>(
    _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return try unsafe body(UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  /// Whether `range` here and `otherRange` in `other` hold the same bytes.
  @inlinable @inline(__always) public func equals(
    _ range: Range<Int>, _ other: ByteView, _ otherRange: Range<Int>
  )
    -> Bool
  {
    guard range.count == otherRange.count else { return false }
    return unsafe withBytes(range) { left in
      unsafe other.withBytes(otherRange) { right in unsafe left.elementsEqualBytes(right) }
    }
  }

  /// The same for what is in documents: their padding lets a short piece be compared by whole words.
  @inline(__always) func equalsShort(_ range: Range<Int>, _ other: ByteView, _ otherRange: Range<Int>) -> Bool
  {
    let count = range.count
    guard count == otherRange.count else { return false }
    if count > 16 { return equals(range, other, otherRange) }
    let (left, right) = (range.lowerBound, otherRange.lowerBound)
    let first = word(at: left) ^ other.word(at: right)
    if count > 8 {
      let last = word(at: left &+ count &- 8) ^ other.word(at: right &+ count &- 8)
      return first | last == 0
    }
    // Of less than a word the bytes behind do not count.
    return count == 0 || first &<< UInt64(truncatingIfNeeded: 64 &- count &<< 3) == 0
  }

  /// How many bytes from `index` on are those from `otherIndex` on in `other`, at most `limit`.
  func equalCount(at index: Int, _ other: ByteView, at otherIndex: Int, limit: Int) -> Int {
    precondition(limit >= 0 && index >= 0 && otherIndex >= 0)
    precondition(index + limit <= count && otherIndex + limit <= other.count)
    var (left, right) = (index, otherIndex)
    let end = index + limit
    while left &+ 64 <= end {
      let first = vector(at: left) ^ other.vector(at: right)
      let second = vector(at: left &+ 16) ^ other.vector(at: right &+ 16)
      let third = vector(at: left &+ 32) ^ other.vector(at: right &+ 32)
      let fourth = vector(at: left &+ 48) ^ other.vector(at: right &+ 48)
      let words = Bits.words((first | second) | (third | fourth))
      if words[0] | words[1] != 0 { break }
      left &+= 64
      right &+= 64
    }
    // Sixteen at a time; what is read behind the limit is padding at most, and is not counted.
    while left < end {
      let low = word(at: left) ^ other.word(at: right)
      let high = word(at: left &+ 8) ^ other.word(at: right &+ 8)
      if low | high != 0 {
        left &+= low != 0 ? low.trailingZeroBitCount >> 3 : 8 + high.trailingZeroBitCount >> 3
        break
      }
      left &+= 16
      right &+= 16
    }
    return min(left, end) - index
  }

  /// Whether `range` holds these bytes.
  @inlinable @inline(__always) public func equals(_ range: Range<Int>, _ other: [UInt8]) -> Bool {
    guard range.count == other.count else { return false }
    return unsafe withBytes(range) { own in
      unsafe other.withUnsafeBytes { unsafe own.elementsEqualBytes($0) }
    }
  }

  /// Appends the bytes of `range`.
  @inlinable @inline(__always) public func append(_ range: Range<Int>, to output: inout [UInt8]) {
    unsafe withBytes(range) { unsafe output.append(contentsOf: $0) }
  }

  public func array(_ range: Range<Int>) -> [UInt8] {
    unsafe withBytes(range) { unsafe [UInt8]($0) }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether two buffers of one length hold the same bytes, compared a word at a time.
  @inlinable @inline(__always) func elementsEqualBytes(_ other: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index + 8 <= count {
      let left = unsafe loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let right = unsafe other.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if left != right { return false }
      index += 8
    }
    if index == count { return true }
    if count >= 8 {
      // The last eight, some of them once more.
      let left = unsafe loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      let right = unsafe other.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      return left == right
    }
    while index < count {
      if unsafe self[index] != other[index] { return false }
      index += 1
    }
    return true
  }
}
