#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Where the messages of this process go: the standard error, whatever its number is.
public enum ErrorStream {
  /// Set once, before anything is written and before there is a second thread.
  nonisolated(unsafe) private static var number: Descriptor = 2

  public static var descriptor: Descriptor { unsafe number }

  /// Where memory is limited, keeps the standard error for our own messages alone: Swift's runtime writes a trace of its own to
  /// descriptor 2 when there is no memory left, which says nothing to the one who set the limit. That descriptor leads nowhere then,
  /// and the stream has another number. It stays as it is when there is no standard error.
  public static func keepForMessages() {
    guard Platform.memoryLimits.contains(where: { Platform.limit($0) != nil }) else { return }
    let copy = fcntl(2, F_DUPFD_CLOEXEC, 10)
    let nowhere = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { if nowhere > 2 { close(nowhere) } }
    guard copy >= 0, nowhere > 2, dup2(nowhere, 2) == 2 else { return }
    unsafe number = copy
  }
}
