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

  /// How many bytes from `index` on are those from `otherIndex` on in `other`, at most `limit`.
  func equalCount(at index: Int, _ other: ByteView, at otherIndex: Int, limit: Int) -> Int {
    precondition(limit >= 0 && index >= 0 && otherIndex >= 0)
    precondition(index + limit <= count && otherIndex + limit <= other.count)
    // Sixteen at a time; what is read behind the limit is padding at most, and is not counted.
    var (left, right) = (index, otherIndex)
    let end = index + limit
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
    while index < count {
      if unsafe self[index] != other[index] { return false }
      index += 1
    }
    return true
  }
}
