#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Where bytes go: a descriptor, or memory for tests.
///
/// Bytes are gathered in a buffer; a large piece is written past it. The one that writes last calls ``flush()`` and
/// learns whether everything arrived.
package final class Output {
  private enum Target {
    case descriptor(Descriptor)
    case memory
  }

  private let target: Target
  private var buffer: [UInt8] = []
  private static let limit = 1 << 16

  package init(descriptor: Descriptor) { target = .descriptor(descriptor) }

  /// Keeps what is written in ``contents``.
  package init() { target = .memory }

  /// What was written to memory and, of a descriptor, what was not yet.
  package var contents: [UInt8] { buffer }

  package func write(_ bytes: [UInt8]) throws(SystemError) {
    if buffer.count + bytes.count <= Output.limit {
      buffer.append(contentsOf: bytes)
    } else {
      try unsafe Output.withPiece(of: bytes) { piece throws(SystemError) in try unsafe write(piece) }
    }
  }

  package func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)) }

  /// Writes a range of an input without copying it first.
  package func write(_ view: ByteView, _ range: Range<Int>) throws(SystemError) {
    if range.isEmpty { return }
    try unsafe view.withBytes(range) { piece throws(SystemError) in try unsafe write(piece) }
  }

  private func write(_ piece: UnsafeRawBufferPointer) throws(SystemError) {
    guard case .descriptor(let descriptor) = target else {
      unsafe buffer.append(contentsOf: piece)
      return
    }
    if buffer.count + piece.count <= Output.limit {
      unsafe buffer.append(contentsOf: piece)
      return
    }
    try flush()
    if piece.count < Output.limit / 4 {
      unsafe buffer.append(contentsOf: piece)
    } else {
      try unsafe Output.writeAll(piece, to: descriptor)
    }
  }

  /// Writes what is still held back.
  /// - Throws: what write(2) says.
  package func flush() throws(SystemError) {
    guard case .descriptor(let descriptor) = target, !buffer.isEmpty else { return }
    let pending = buffer
    buffer.removeAll(keepingCapacity: true)
    try unsafe Output.withPiece(of: pending) { piece throws(SystemError) in
      try unsafe Output.writeAll(piece, to: descriptor)
    }
  }

  /// The bytes of an array, borrowed; the standard library's own call cannot throw a typed error.
  private static func withPiece(
    of bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(SystemError) -> Void
  ) throws(SystemError) {
    var failure: SystemError?
    unsafe bytes.withUnsafeBytes { piece in
      do throws(SystemError) { try unsafe body(piece) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Writes all of `piece`: goes on after a short write and after an interruption.
  private static func writeAll(_ piece: UnsafeRawBufferPointer, to descriptor: Descriptor) throws(SystemError)
  {
    var done = 0
    while done < piece.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: piece[done...])
      done += try SystemError.retrying(.writing, descriptor) {
        unsafe systemWrite(descriptor, rest.baseAddress, rest.count)
      }
    }
  }

  private static func systemWrite(_ descriptor: Descriptor, _ base: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, base, count)
    #elseif canImport(Musl)
      unsafe Musl.write(descriptor, base, count)
    #else
      unsafe Darwin.write(descriptor, base, count)
    #endif
  }
}
