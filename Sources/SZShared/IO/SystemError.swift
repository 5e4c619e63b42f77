#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// An error number of the system.
package struct SystemError: Error, Equatable, Sendable {
  package var code: Int32

  package init(_ code: Int32) { self.code = code }

  /// What the last call left in `errno`.
  static var current: SystemError { SystemError(errno) }

  static let isDirectory = SystemError(EISDIR)
  static let outOfMemory = SystemError(ENOMEM)
  static let brokenPipe = SystemError(EPIPE)

  /// The system's words for the error, with a lower-case first letter as messages have it.
  package var words: String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    let words = unsafe String(cString: text)
    return words.prefix(1).lowercased() + words.dropFirst()
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
}
