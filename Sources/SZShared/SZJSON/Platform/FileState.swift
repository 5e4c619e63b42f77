#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What tells one file from all others while it exists, whatever it is called.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// The file that `path` leads to, by way of links too; nil when nothing is there.
  public init?(path: String) {
    guard let status = Platform.status(ofPath: path) else { return nil }
    self.init(status)
  }
}

/// A file as it was at some moment: which one, how long, and when it was last written.
public struct FileState: Equatable, Sendable {
  public let identity: FileIdentity
  public let isRegular: Bool
  public let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  init(_ status: stat) {
    identity = FileIdentity(status)
    isRegular = Platform.type(status) == S_IFREG
    size = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    seconds = Int(time.tv_sec)
    nanoseconds = Int(time.tv_nsec)
  }

  /// The state of what `path` leads to; nil when nothing is there.
  public init?(path: String) {
    guard let status = Platform.status(ofPath: path) else { return nil }
    self.init(status)
  }

  /// The state of an open file; nil when the descriptor is not open.
  public init?(descriptor: Descriptor) {
    guard let status = try? Platform.status(of: descriptor) else { return nil }
    self.init(status)
  }
}
