#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// An input that is read piece by piece: a descriptor, or memory for tests.
public final class ByteSource {
  private enum Origin {
    case descriptor(Descriptor, isOwned: Bool)
    case memory([UInt8])
  }

  /// What messages call the input.
  public let name: String
  /// Whether the output goes on where that of another input ended, so that a byte order mark has no place in it.
  public var isContinuation = false
  private let origin: Origin
  private var position = 0
  private let chunkSize: Int

  /// What the input was when it was opened; nil for memory.
  public let state: FileState?

  /// Reads an open file, which stays open.
  public init(name: String, descriptor: Descriptor) {
    self.name = name
    origin = .descriptor(descriptor, isOwned: false)
    state = FileState(descriptor: descriptor)
    chunkSize = Int.max
  }

  /// Opens the file at `path`.
  public init(name: String, path: String) throws(SystemError) {
    self.name = name
    let descriptor = try SystemError.retrying { unsafe open(path.systemName, O_RDONLY | O_CLOEXEC) }
    origin = .descriptor(descriptor, isOwned: true)
    state = FileState(descriptor: descriptor)
    chunkSize = Int.max
  }

  /// Hands out `bytes`, at most `chunkSize` at a time.
  public init(name: String, bytes: [UInt8], chunkSize: Int = .max) {
    self.name = name
    origin = .memory(bytes)
    state = nil
    self.chunkSize = max(chunkSize, 1)
  }

  deinit {
    if case .descriptor(let descriptor, isOwned: true) = origin { close(descriptor) }
  }

  /// Reads at most `target.count` bytes, waiting for the first; answers how many came, 0 at the end.
  public func read(into target: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    switch origin {
    case .descriptor(let descriptor, _):
      return try SystemError.retrying(.reading, descriptor) {
        unsafe Platform.read(descriptor, target.baseAddress, target.count)
      }
    case .memory(let bytes):
      let count = min(bytes.count - position, chunkSize, target.count)
      unsafe bytes.withUnsafeBytes { all in
        unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[position..<position + count]))
      }
      position += count
      return count
    }
  }

  /// Writes all that is left to `output`.
  func copy(to output: Output) throws(SystemError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var count = 0
      var failure: SystemError?
      unsafe buffer.withUnsafeMutableBytes { target in
        do throws(SystemError) { count = try unsafe read(into: target) } catch { failure = error }
      }
      if let failure { throw failure }
      if count == 0 { return }
      try output.write(Array(buffer[..<count]))
    }
  }

  /// Whether a read would wait, because the writer pauses.
  public var isPausing: Bool {
    guard case .descriptor(let descriptor, _) = origin else { return false }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, 0) == 0
  }
}
