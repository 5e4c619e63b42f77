#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file that is kept from others who lock it, too, from before it is read until another one stands in its place.
///
/// Who has waited may hold a file whose name leads to another one by now; it is let go, and the other one locked. Where a file cannot
/// be locked it is open nevertheless. Programs that are started do not get it.
public final class FileLock {
  public let descriptor: Descriptor

  /// Each further attempt means that somebody has put another file in its place, who has come to an end then; so many need not be
  /// feared, and a file system that calls one file two does not hang us.
  private static let attempts = 10_000
  /// After so many milliseconds it is said what is waited for.
  private static let patience: Int32 = 1000

  /// Opens and locks the file that `path` leads to, by way of links too. `wait` is called once when that takes long.
  /// - Throws: what open(2) says; ``SystemError/busy`` where the name never leads to the file that was locked.
  public init(path: String, wait: () -> Void) throws(SystemError) {
    var left = FileLock.patience
    for _ in 0..<FileLock.attempts {
      let opened = try SystemError.retrying {
        unsafe open(path.systemName, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      }
      FileLock.lock(opened, &left, wait)
      if let named = FileIdentity(path: path), named == FileState(descriptor: opened)?.identity {
        descriptor = opened
        return
      }
      close(opened)
    }
    throw .busy
  }

  deinit { close(descriptor) }

  /// Waits for the lock; comes back without one where there is none to be had.
  private static func lock(_ descriptor: Descriptor, _ left: inout Int32, _ wait: () -> Void) {
    var pause: Int32 = 1
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      if errno != EWOULDBLOCK { return }
      if left > 0 {
        _ = poll(nil, 0, pause)
        left -= pause
        pause = min(pause * 2, 50)
        if left <= 0 { wait() }
      } else {
        _ = try? SystemError.retrying { flock(descriptor, LOCK_EX) }
        return
      }
    }
  }
}
