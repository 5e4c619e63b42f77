internal import SZJSON

/// What a stream has made and not yet written.
///
/// Small pieces are gathered, large ones go past the buffer. A failed write is remembered, so that the scanner need not
/// stop for it in the middle of a window; ``check()`` reports it.
///
/// Unsafe code keeps to this bound: a piece begins at or before `capacity` and its stores end at most 128 bytes behind that, as far as
/// the memory reaches: it is `slack` and the padding of a view, 64 bytes each, longer.
final class StreamBuffer {
  static let slack = 64
  private static let capacity = 1 << 17

  /// Nil when nothing is written at all.
  private let output: Output?
  private let mapping: Mapping
  private var used = 0
  private var failure: SystemError?
  /// Where in the buffer begins what is held back; nil when nothing is.
  private var heldFrom: Int?
  /// What stands before that, of what is held back.
  private let spool = Spool()
  /// Where the part begins that is captured, when it has not been written yet, and what has been written of it.
  private var captureStart: Int?
  private var writtenCapture: [UInt8] = []

  init(_ output: Output?) throws(SystemError) {
    self.output = output
    let length = StreamBuffer.capacity + StreamBuffer.slack + ByteView.padding
    guard let mapping = Mapping.zeroed(length: length) else { throw SystemError.outOfMemory }
    self.mapping = mapping
  }

  /// Appends a range of an input.
  @inline(__always) func append(_ view: ByteView, _ range: Range<Int>) {
    let count = range.count
    guard count <= StreamBuffer.capacity - used else { return appendLarge(view, range) }
    let target = unsafe mapping.base + used
    if count <= 32, range.lowerBound + 32 <= view.count + ByteView.padding {
      // Two stores that may go too far cost less than a call that is exact; the slack takes the excess.
      unsafe target.storeBytes(of: view.vector(at: range.lowerBound), as: SIMD16<UInt8>.self)
      unsafe (target + 16).storeBytes(of: view.vector(at: range.lowerBound + 16), as: SIMD16<UInt8>.self)
    } else {
      unsafe view.withBytes(range) { bytes in
        if let base = bytes.baseAddress { unsafe target.copyMemory(from: base, byteCount: count) }
      }
    }
    used += count
  }

  /// Appends the first `count` bytes of a vector.
  @inline(__always) func append(_ vector: SIMD16<UInt8>, count: Int) {
    if used >= StreamBuffer.capacity { drain() }
    unsafe (mapping.base + used).storeBytes(of: vector, as: SIMD16<UInt8>.self)
    used += count
  }

  @inline(__always) func append(_ byte: UInt8) {
    if used >= StreamBuffer.capacity { drain() }
    unsafe (mapping.base + used).storeBytes(of: byte, as: UInt8.self)
    used += 1
  }

  /// Appends the last `count` bytes of a word, of which the lowest stands first.
  @inline(__always) func append(lastOf word: UInt64, count: Int) {
    if used >= StreamBuffer.capacity { drain() }
    let kept = (word &>> UInt64(truncatingIfNeeded: 64 &- 8 &* count)).littleEndian
    unsafe (mapping.base + used).storeBytes(of: kept, as: UInt64.self)
    used += count
  }

  /// A run of small pieces, at most `room` bytes in all; nothing else may be appended before ``end(_:)``.
  @inline(__always) func begin(room: Int) -> Run {
    if used > StreamBuffer.capacity - room { drain() }
    return unsafe Run(base: mapping.base, used: used)
  }

  @inline(__always) func end(_ run: Run) { used = run.used }

  /// Where the pieces of a run go; what a caller holds in registers while it appends many.
  @safe struct Run {
    private let base: UnsafeMutableRawPointer
    fileprivate private(set) var used: Int

    fileprivate init(base: UnsafeMutableRawPointer, used: Int) {
      unsafe self.base = base
      self.used = used
    }

    /// Appends the first `count` bytes of a vector.
    @inline(__always) mutating func append(_ vector: SIMD16<UInt8>, count: Int) {
      precondition(used <= StreamBuffer.capacity)
      unsafe (base + used).storeBytes(of: vector, as: SIMD16<UInt8>.self)
      used &+= count
    }

    /// Appends the first `count` bytes of a word, of which the lowest stands first.
    @inline(__always) mutating func append(_ word: UInt64, count: Int) {
      precondition(used <= StreamBuffer.capacity)
      unsafe (base + used).storeBytes(of: word.littleEndian, as: UInt64.self)
      used &+= count
    }

    /// Appends a range of `view`, of up to 128 bytes that lie before the view's last one.
    @inline(__always) mutating func append(_ view: ByteView, _ range: Range<Int>) {
      precondition(used <= StreamBuffer.capacity)
      let count = range.upperBound &- range.lowerBound
      let target = unsafe base + used
      unsafe target.storeBytes(of: view.vector(at: range.lowerBound), as: SIMD16<UInt8>.self)
      unsafe (target + 16).storeBytes(of: view.vector(at: range.lowerBound &+ 16), as: SIMD16<UInt8>.self)
      if count > 32 {
        precondition(count <= 128)
        var done = 32
        while done < count {
          unsafe (target + done).storeBytes(
            of: view.vector(at: range.lowerBound &+ done), as: SIMD16<UInt8>.self)
          done &+= 16
        }
      }
      used &+= count
    }
  }

  func append(_ bytes: [UInt8]) {
    for byte in bytes { append(byte) }
  }

  @inline(never) private func appendLarge(_ view: ByteView, _ range: Range<Int>) {
    drain()
    if range.count < StreamBuffer.capacity / 4 { return append(view, range) }
    write(view, range, free: 0)
  }

  /// Holds back what is appended from here on, until it is known whether it may be written.
  func hold() { heldFrom = used }

  /// Lets what is held back be written.
  func release() {
    heldFrom = nil
    if spool.isEmpty { return }
    guard let output, failure == nil else { return spool.removeAll() }
    do { try spool.move(to: output) } catch { failure = error }
  }

  /// Takes what is held back away.
  func drop() {
    if let heldFrom { used = heldFrom }
    heldFrom = nil
    spool.removeAll()
  }

  /// Appends all that another spool holds.
  func append(_ other: Spool) {
    drain()
    guard let output, failure == nil else { return other.removeAll() }
    do { try other.move(to: output) } catch { failure = error }
  }

  /// Remembers what is appended from here on. It can be taken back when it comes to less than six times `room` bytes (an escape such as
  /// `\u00e9` is six times what it stands for), and those fit the buffer.
  func beginCapture(room: Int) {
    if used + 6 * room + StreamBuffer.slack > StreamBuffer.capacity { drain() }
    captureStart = used
  }

  /// What has been appended since ``beginCapture(room:)``.
  var captured: [UInt8] {
    guard let start = captureStart else { return [] }
    let view = unsafe ByteView(
      base: UnsafePointer(mapping.base.assumingMemoryBound(to: UInt8.self)), count: used)
    return writtenCapture + view.array(start..<used)
  }

  func endCapture(isKept: Bool) {
    if !isKept, let start = captureStart { used = start }
    captureStart = nil
    if !writtenCapture.isEmpty { writtenCapture = [] }
  }

  /// Hands what was gathered to the output.
  func drain() {
    guard used > 0 else { return }
    let view = unsafe ByteView(
      base: UnsafePointer(mapping.base.assumingMemoryBound(to: UInt8.self)), count: used)
    let all = 0..<used
    used = 0
    write(view, all, free: heldFrom ?? all.count)
    if heldFrom != nil { heldFrom = 0 }
  }

  /// Writes everything through, because the input pauses or has ended.
  ///
  /// What is held back waits.
  func flush() {
    if let heldFrom {
      // What stands before the held part has to go now; the held part goes to the spool with it.
      if heldFrom > 0 { drain() }
    } else {
      drain()
    }
    guard let output, failure == nil else { return }
    do { try output.flush() } catch { failure = error }
  }

  /// Writes the first `free` bytes of `range`, and the rest too unless it is held back.
  private func write(_ view: ByteView, _ range: Range<Int>, free: Int) {
    if let start = captureStart {
      writtenCapture += view.array(range).dropFirst(start)
      captureStart = 0
    }
    guard let output, failure == nil else { return }
    do throws(SystemError) {
      guard heldFrom != nil else { return try output.write(view, range) }
      let border = range.lowerBound + free
      try output.write(view, range.lowerBound..<border)
      try spool.append(view, border..<range.upperBound)
    } catch { failure = error }
  }

  /// - Throws: what kept an earlier piece from being written.
  func check() throws(SystemError) {
    if let failure { throw failure }
  }
}
