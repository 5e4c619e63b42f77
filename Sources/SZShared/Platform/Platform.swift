// The C library under one name, and the few places where platforms differ.
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A descriptor's number in this process.
package typealias Descriptor = Int32

enum Platform {
  static func status(of descriptor: Descriptor) throws(SystemError) -> stat {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError.current }
    return status
  }

  /// Nil when nothing is there.
  static func status(ofPath path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }

  static func isTerminal(_ descriptor: Descriptor) -> Bool { isatty(descriptor) == 1 }

  /// The path with symbolic links resolved; the path itself where nothing is there.
  static func resolved(_ path: String) -> String {
    guard let buffer = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(buffer) }
    return unsafe String(cString: buffer)
  }

  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Whether something is there that is neither a file nor a folder: a device, a pipe, a socket.
  static func isSpecial(_ path: String) -> Bool {
    guard let status = status(ofPath: path) else { return false }
    return type(status) != S_IFREG && type(status) != S_IFDIR
  }

  /// Whether a path and a descriptor lead to one file.
  static func isSame(_ path: String, _ descriptor: Descriptor) -> Bool {
    guard let file = status(ofPath: path), let other = try? status(of: descriptor) else { return false }
    return file.st_dev == other.st_dev && file.st_ino == other.st_ino
  }

  static func type(_ status: stat) -> mode_t { status.st_mode & S_IFMT }
}
