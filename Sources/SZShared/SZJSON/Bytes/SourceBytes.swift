#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The bytes of one input, owned, and padded as ``ByteView`` wants them.
///
/// The memory is zeroed and filled from the front, or a file mapped over such memory; either way it ends in zero bytes.
/// It is released with the last reference, so a view must not outlive its owner.
public final class SourceBytes: Sendable {
  public let view: ByteView
  private let mapping: Mapping

  public var count: Int { view.count }

  /// Copies `bytes`.
  public convenience init(_ bytes: [UInt8]) {
    unsafe self.init(count: bytes.count) { target in
      unsafe bytes.withUnsafeBytes { source in unsafe target.copyMemory(from: source) }
    }
  }

  /// Copies a range of another input, with `brackets` before and behind it where that is given.
  public convenience init(_ view: ByteView, _ range: Range<Int>, around brackets: (UInt8, UInt8)? = nil) {
    let extra = brackets == nil ? 0 : 1
    unsafe self.init(count: range.count + 2 * extra) { target in
      unsafe view.withBytes(range) { source in
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[extra..<extra + range.count])
          .copyMemory(from: source)
      }
      guard let (first, last) = brackets else { return }
      unsafe target[0] = first
      unsafe target[target.count - 1] = last
    }
  }

  /// Makes room for `count` bytes and lets `fill` write them.
  public init(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
    guard let mapping = Mapping.zeroed(length: count + ByteView.padding) else {
      FaultHandler.endOutOfMemory()
    }
    unsafe fill(UnsafeMutableRawBufferPointer(start: mapping.base, count: count))
    self.mapping = mapping
    unsafe self.view = ByteView(
      base: UnsafePointer(mapping.base.assumingMemoryBound(to: UInt8.self)), count: count)
  }

  /// Takes over a mapping whose bytes behind `count` are zero.
  init(mapping: Mapping, count: Int) {
    precondition(count + ByteView.padding <= mapping.length)
    self.mapping = mapping
    unsafe self.view = ByteView(
      base: UnsafePointer(mapping.base.assumingMemoryBound(to: UInt8.self)), count: count)
  }
}

/// Memory from mmap(2), or for a small piece from calloc(3), released when the last owner goes.
@safe public final class Mapping: @unchecked Sendable {
  public let base: UnsafeMutableRawPointer
  public let length: Int
  private let isMapped: Bool

  private init(base: UnsafeMutableRawPointer, length: Int, isMapped: Bool = true) {
    unsafe self.base = unsafe base
    self.length = length
    self.isMapped = isMapped
  }

  deinit {
    if isMapped { unsafe munmap(base, length) } else { unsafe free(base) }
  }

  /// Zeroed memory of at least `length` bytes; nil when there is none.
  public static func zeroed(length: Int) -> Mapping? {
    if length > 1 << 16 { return anonymous(length: length) }
    guard let base = unsafe calloc(length, 1) else { return nil }
    return unsafe Mapping(base: base, length: length, isMapped: false)
  }

  /// Zeroed pages of at least `length` bytes; nil when there is no memory. Those that are not to be written take none.
  private static func anonymous(length: Int, isWritten: Bool = true) -> Mapping? {
    let page = Int(getpagesize())
    let rounded = (length + page - 1) / page * page
    let protection = isWritten ? PROT_READ | PROT_WRITE : PROT_READ
    let base = unsafe mmap(nil, rounded, protection, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let base = unsafe base, unsafe base != MAP_FAILED else { return nil }
    return unsafe Mapping(base: base, length: rounded)
  }

  /// `count` bytes of the open file `descriptor`, with zero bytes behind them: the file is mapped over an anonymous
  /// mapping that is at least ``ByteView/padding`` bytes longer. Nil when the file cannot be mapped.
  static func file(descriptor: Int32, count: Int) -> Mapping? {
    // A file may be larger than the memory.
    guard let mapping = anonymous(length: count + ByteView.padding, isWritten: false) else { return nil }
    // Not read ahead as a whole: a mistake in front costs what stands before it, and pages that come as they are
    // wanted cost no more than all at once.
    let mapped = unsafe mmap(mapping.base, count, PROT_READ, MAP_PRIVATE | MAP_FIXED, descriptor, 0)
    return unsafe mapped == MAP_FAILED ? nil : mapping
  }
}
