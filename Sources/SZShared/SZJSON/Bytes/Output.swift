#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Where bytes go: a descriptor, or memory for tests.
///
/// Bytes are gathered in a buffer; a large piece is written past it, and stretches of an input that is ``kept(_:)`` stay where they
/// are. The one that writes last calls ``flush()`` and learns whether everything arrived.
@safe public final class Output {
  private enum Target {
    case descriptor(Descriptor)
    case memory
  }

  private let target: Target
  private var buffer: [UInt8] = []
  /// Stretches of inputs that are to be written behind so many bytes of the buffer: while they are kept, and until it is flushed.
  private var stretches: [(place: Int, bytes: UnsafeRawBufferPointer)] = unsafe []
  private var areKept = false
  private static let limit = 1 << 16
  /// A stretch from here on is not copied, and so many are written together.
  private static let stretch = 1 << 10
  private static let manyStretches = 500

  public init(descriptor: Descriptor) { target = .descriptor(descriptor) }

  /// Keeps what is written in ``contents``.
  public init() { target = .memory }

  /// What was written to memory and, of a descriptor, what was not yet.
  public var contents: [UInt8] { buffer }

  public func write(_ bytes: [UInt8]) throws(SystemError) {
    if buffer.count + bytes.count <= Output.limit {
      buffer.append(contentsOf: bytes)
    } else {
      try unsafe Output.withPiece(of: bytes) { piece throws(SystemError) in try unsafe write(piece) }
    }
  }

  /// Lends the buffer to who appends many short pieces, or takes it back. Meanwhile nothing else is written.
  func exchangeBuffer(_ bytes: inout [UInt8]) { swap(&buffer, &bytes) }

  /// Whether a buffer that was lent takes so many bytes more: a longer stretch is not copied, and a full one is to be flushed.
  @inline(__always) static func holds(_ count: Int, more buffer: [UInt8]) -> Bool {
    count < stretch && buffer.count + count <= limit
  }

  /// Writes a range of bytes, which must stay where they are as long as inputs that are ``kept(_:)``.
  func write(_ bytes: [UInt8], _ range: Range<Int>) throws(SystemError) {
    if buffer.count + range.count <= Output.limit {
      buffer.append(contentsOf: bytes[range])
    } else {
      try unsafe Output.withPiece(of: bytes) { piece throws(SystemError) in
        try unsafe write(UnsafeRawBufferPointer(rebasing: piece[range]))
      }
    }
  }

  public func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)) }

  /// Writes a range of an input without copying it first.
  public func write(_ view: ByteView, _ range: Range<Int>) throws(SystemError) {
    if range.isEmpty { return }
    try unsafe view.withBytes(range) { piece throws(SystemError) in try unsafe write(piece) }
  }

  /// Lets `body` write stretches of inputs that stay as they are until it ends: they are not copied, and none is kept any longer, also
  /// where writing fails.
  func kept(_ body: () throws(SystemError) -> Void) throws(SystemError) {
    areKept = true
    defer {
      areKept = false
      unsafe stretches.removeAll(keepingCapacity: true)
    }
    try body()
    if unsafe !stretches.isEmpty { try flush() }
  }

  private func write(_ piece: UnsafeRawBufferPointer) throws(SystemError) {
    guard case .descriptor(let descriptor) = target else {
      unsafe buffer.append(contentsOf: piece)
      return
    }
    if areKept, piece.count >= Output.stretch {
      unsafe stretches.append((buffer.count, piece))
      if unsafe stretches.count >= Output.manyStretches { try flush() }
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
  public func flush() throws(SystemError) {
    guard case .descriptor(let descriptor) = target, unsafe !buffer.isEmpty || !stretches.isEmpty else {
      return
    }
    let (pending, inputs) = unsafe (buffer, stretches)
    buffer.removeAll(keepingCapacity: true)
    unsafe stretches.removeAll(keepingCapacity: true)
    try unsafe Output.withPiece(of: pending) { piece throws(SystemError) in
      var pieces: [UnsafeRawBufferPointer] = unsafe []
      var done = 0
      for number in unsafe inputs.indices {
        let (place, bytes) = unsafe inputs[number]
        if done < place { unsafe pieces.append(UnsafeRawBufferPointer(rebasing: piece[done..<place])) }
        unsafe pieces.append(bytes)
        done = place
      }
      if done < piece.count { unsafe pieces.append(UnsafeRawBufferPointer(rebasing: piece[done...])) }
      try unsafe Output.writeAll(pieces, to: descriptor)
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

  private static func writeAll(_ piece: UnsafeRawBufferPointer, to descriptor: Descriptor) throws(SystemError)
  {
    try unsafe writeAll([piece], to: descriptor)
  }

  /// Writes all of the pieces, none of them empty: goes on after a short write and after an interruption.
  private static func writeAll(_ pieces: [UnsafeRawBufferPointer], to descriptor: Descriptor)
    throws(SystemError)
  {
    var vectors = unsafe pieces.map {
      unsafe iovec(iov_base: UnsafeMutableRawPointer(mutating: $0.baseAddress), iov_len: $0.count)
    }[...]
    while let start = unsafe vectors.indices.first {
      var written = try SystemError.retrying(.writing, descriptor) {
        unsafe vectors.withUnsafeBufferPointer {
          unsafe writev(descriptor, $0.baseAddress, Int32(min($0.count, 1024)))
        }
      }
      var next = start
      while unsafe next < vectors.endIndex, unsafe written >= Int(vectors[next].iov_len) {
        written -= unsafe Int(vectors[next].iov_len)
        next += 1
      }
      unsafe vectors = vectors[next...]
      if written > 0 {
        unsafe vectors[next].iov_base? += written
        unsafe vectors[next].iov_len -= numericCast(written)
      }
    }
  }
}
