#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file under a name that nobody else has, which goes when its owner does or a signal ends the process.
public final class TemporaryFile {
  public let path: String
  public let descriptor: Descriptor
  private var isKept = false
  private static let attempts = 100

  /// Makes the file in `folder`, readable by its owner alone when it `isPrivate`, else by whom a new file may be.
  init(in folder: String, isPrivate: Bool) throws(SystemError) {
    var random = SystemRandomNumberGenerator()
    var attempt = 0
    while true {
      let name = folder + "/.sz-" + String(random.next() as UInt64, radix: 36)
      do {
        descriptor = try SignalCleanup.create(name) { () throws(SystemError) in
          try SystemError.retrying {
            unsafe open(name.systemName, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, isPrivate ? 0o600 : 0o666)
          }
        }
        path = name
        return
      } catch {
        attempt += 1
        if error.code != EEXIST || attempt == TemporaryFile.attempts { throw error }
      }
    }
  }

  /// Makes the file in the folder for temporary files.
  public static func scratch() throws(SystemError) -> TemporaryFile {
    let folder = Platform.environment("TMPDIR")
    do { return try TemporaryFile(in: folder ?? "/tmp", isPrivate: true) } catch {
      var error = error
      error.temporaryFolder = folder
      throw error
    }
  }

  deinit {
    close(descriptor)
    if !isKept {
      unsafe unlink(path.systemName)
      SignalCleanup.forget(path)
    }
  }

  /// Goes back to the beginning.
  func rewind() throws(SystemError) { try SystemError.retrying { lseek(descriptor, 0, SEEK_SET) } }

  /// Makes the content durable.
  func sync() throws(SystemError) { try SystemError.retrying { fsync(descriptor) } }

  /// Gives the file its name for good, in place of what has it now.
  func move(to target: String, isDurable: Bool = true) throws(SystemError) {
    try SystemError.retrying { unsafe rename(path.systemName, target.systemName) }
    isKept = true
    SignalCleanup.forget(path)
    if isDurable { TemporaryFile.syncFolder(of: target) }
  }

  /// Makes a new name durable; a file system that cannot sync a folder has done what it can.
  static func syncFolder(of path: String) {
    let folder = unsafe open(WriteTarget.folder(of: path).systemName, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}
