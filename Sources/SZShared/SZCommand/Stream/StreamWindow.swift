internal import SZJSON

/// The part of an input that is in memory: what was read and not yet consumed, padded as ``ByteView`` wants it.
///
/// Unsafe code keeps to this bound: `count + ByteView.padding <= mapping.length` always, the bytes from `count` on are
/// zero for ``ByteView/padding`` bytes, and ``view`` is made anew after every change.
final class StreamWindow {
  private let source: ByteSource
  private var mapping: Mapping
  private var count = 0
  /// The bytes that can be read now. They move with ``discard(_:)`` and ``read()``.
  private(set) var view: ByteView
  /// What a narrow view hides of the bytes behind it.
  private var hidden = [SIMD16<UInt8>](
    repeating: SIMD16<UInt8>(repeating: 0), count: ByteView.padding / 16)
  /// Whether the input has ended.
  private(set) var isAtEnd = false

  init(_ source: ByteSource, capacity: Int) throws(SystemError) {
    self.source = source
    guard let mapping = Mapping.zeroed(length: max(capacity, 2048) + ByteView.padding) else {
      throw SystemError.outOfMemory
    }
    self.mapping = mapping
    view = unsafe ByteView(base: UnsafePointer(mapping.base.assumingMemoryBound(to: UInt8.self)), count: 0)
  }

  /// Whether there is no room for another byte.
  var isFull: Bool { count + ByteView.padding >= mapping.length }

  /// Whether a read would wait.
  var isPausing: Bool { source.isPausing }

  /// Drops the first `prefix` bytes.
  func discard(_ prefix: Int) {
    guard prefix > 0 else { return }
    precondition(prefix <= count)
    count -= prefix
    unsafe mapping.base.copyMemory(from: mapping.base + prefix, byteCount: count)
    seal()
  }

  /// Ends the view at `end` until ``widen()``: what stands behind it gives way to the zeros of the padding.
  func narrow(to end: Int) {
    precondition(end <= count)
    let start = unsafe mapping.base + end
    for index in 0..<ByteView.padding / 16 {
      unsafe hidden[index] = start.loadUnaligned(fromByteOffset: 16 * index, as: SIMD16<UInt8>.self)
    }
    unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: ByteView.padding)
    view = unsafe ByteView(
      base: UnsafePointer(mapping.base.assumingMemoryBound(to: UInt8.self)), count: end)
  }

  /// Gives the view its whole length again.
  func widen() {
    let start = unsafe mapping.base + view.count
    for index in 0..<ByteView.padding / 16 {
      unsafe start.storeBytes(of: hidden[index], toByteOffset: 16 * index, as: SIMD16<UInt8>.self)
    }
    view = unsafe ByteView(
      base: UnsafePointer(mapping.base.assumingMemoryBound(to: UInt8.self)), count: count)
  }

  /// Reads once, as much as there is room for; waits when nothing is there.
  func read() throws(SystemError) {
    let room = mapping.length - ByteView.padding - count
    guard room > 0, !isAtEnd else { return }
    let got = try unsafe source.read(
      into: UnsafeMutableRawBufferPointer(start: mapping.base + count, count: room))
    if got == 0 { isAtEnd = true }
    count += got
    seal()
  }

  /// Doubles the room.
  func grow() throws(SystemError) {
    guard let larger = Mapping.zeroed(length: (mapping.length - ByteView.padding) * 2 + ByteView.padding)
    else {
      throw SystemError.outOfMemory
    }
    unsafe larger.base.copyMemory(from: mapping.base, byteCount: count)
    mapping = larger
    seal()
  }

  private func seal() {
    unsafe (mapping.base + count).initializeMemory(as: UInt8.self, repeating: 0, count: ByteView.padding)
    view = unsafe ByteView(
      base: UnsafePointer(mapping.base.assumingMemoryBound(to: UInt8.self)), count: count)
  }
}
