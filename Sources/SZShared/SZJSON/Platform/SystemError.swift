#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// An error number of the system.
public struct SystemError: Error, Equatable, Sendable {
  public var code: Int32
  /// The folder for temporary files, where no file could be made in it: nobody named that on the command line.
  var temporaryFolder: String?

  public init(_ code: Int32) { self.code = code }

  /// What the last call left in `errno`.
  static var current: SystemError { SystemError(errno) }

  public static let noSuchFile = SystemError(ENOENT)
  static let isDirectory = SystemError(EISDIR)
  public static let outOfMemory = SystemError(ENOMEM)
  /// A file that is never the one that its name leads to.
  public static let busy = SystemError(EAGAIN)
  public static let brokenPipe = SystemError(EPIPE)

  /// The system's words for the error, with a lower-case first letter as messages have it.
  public var words: String {
    // The only addresses that are written from and may be bad are those of a mapped file.
    if code == EFAULT { return "an input was cut short while it was being read" }
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    let words = unsafe String(cString: text)
    let place = temporaryFolder.map { "no temporary file in \($0), which TMPDIR names: " } ?? ""
    return place + words.prefix(1).lowercased() + words.dropFirst()
  }

  /// Calls until the call is not interrupted by a signal.
  /// - Throws: the error of a call that answers a negative number.
  @discardableResult
  static func retrying<I: FixedWidthInteger>(_ call: () -> I) throws(SystemError) -> I {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw current }
    }
  }

  /// What a descriptor is waited for.
  enum Readiness {
    case reading, writing

    fileprivate var events: Int16 { Int16(self == .reading ? POLLIN : POLLOUT) }
  }

  /// Calls until the call is neither interrupted nor turned away because `descriptor`, which some other process has
  /// told not to block, has nothing to read or no room.
  static func retrying<I: FixedWidthInteger>(
    _ readiness: Readiness, _ descriptor: Descriptor, _ call: () -> I
  ) throws(SystemError) -> I {
    while true {
      do { return try retrying(call) } catch {
        if error.code != EAGAIN { throw error }
        var request = pollfd(fd: descriptor, events: readiness.events, revents: 0)
        try retrying { unsafe poll(&request, 1, -1) }
      }
    }
  }
}
