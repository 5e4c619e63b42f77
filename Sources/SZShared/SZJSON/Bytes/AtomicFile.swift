#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file that is replaced whole or not at all.
///
/// The new content goes to a temporary file in the same folder, which is synced, given what the old one has beside its
/// content, and renamed over it; until ``commit(backupSuffix:)`` the old file is untouched, and a file that is let go
/// without it, or whose process a signal ends, leaves nothing behind. Symbolic links are followed, to a file that is yet to
/// be made too. What is no regular file (a device, a pipe) is written as it is, and so is a stream of this process that is
/// called by a name such as `/dev/stdout`, whatever it leads to.
public final class AtomicFile {
  /// Why a file was not written.
  public enum Problem: Error, Equatable, Sendable {
    case file(SystemError)
    /// No temporary file can be made beside it.
    case folder(SystemError)
    /// The backup of this name cannot be made.
    case backup(String, SystemError)
    /// Somebody else has written it or put another in its place.
    case changedMeanwhile
    /// It was to be edited in place, and is a pipe or a device.
    case notRegular
  }

  public let output: Output
  private let path: String
  /// Nil for what is written as it is.
  private let temporary: TemporaryFile?
  private let descriptor: Descriptor
  /// What the file was when it was read, for one that is edited.
  private let expected: FileState?
  /// Whether the content is to be there after a power failure, which takes time.
  private let isDurable: Bool

  /// Prepares to write `path`. With `expected`, the state in which it was read, it is replaced only if that is still so.
  public init(
    path: String, expected: FileState? = nil, isEdit: Bool = false, isDurable: Bool = true
  ) throws(Problem) {
    self.expected = expected
    self.isDurable = isDurable
    let target: WriteTarget
    do { target = try WriteTarget(path: path) } catch { throw .file(error) }
    switch target {
    case .file(let resolved):
      self.path = resolved
      let temporary: TemporaryFile
      do {
        temporary = try TemporaryFile(
          in: WriteTarget.folder(of: resolved), isPrivate: Platform.status(ofPath: resolved) != nil)
      } catch {
        throw [ENOENT, ENOTDIR, ENAMETOOLONG].contains(error.code) ? .file(error) : .folder(error)
      }
      self.temporary = temporary
      descriptor = temporary.descriptor
    case .stream, .device:
      if isEdit { throw .notRegular }
      self.path = path
      temporary = nil
      do {
        if case .stream(let own) = target {
          descriptor = try SystemError.retrying { dup(own) }
        } else {
          descriptor = try SystemError.retrying { unsafe open(path.systemName, O_WRONLY | O_CLOEXEC) }
        }
      } catch { throw .file(error) }
    }
    output = Output(descriptor: descriptor)
  }

  /// Whether it is a file, which is untouched until the end.
  public var isReplaced: Bool { temporary != nil }

  deinit {
    if temporary == nil { close(descriptor) }
  }

  /// Makes the new content the file's; with a suffix the old file is kept under the name with that suffix.
  ///
  /// The backup is complete before the file is replaced, and takes the place of an older one at once.
  public func commit(backupSuffix: String? = nil) throws(Problem) {
    do {
      try output.flush()
      guard let temporary else { return }
      let old = unsafe open(path.systemName, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      defer { if old >= 0 { close(old) } }
      if old >= 0 {
        try FileAttributes.copy(from: old, Platform.status(of: old), to: descriptor)
      } else if let status = Platform.status(ofPath: path) {
        // Not ours to read, but ours to replace.
        try SystemError.retrying { fchmod(descriptor, status.st_mode & 0o777) }
      }
      if isDurable { try temporary.sync() }
    } catch { throw .file(error) }
    try checkUnchanged()
    if let backupSuffix, !backupSuffix.isEmpty, Platform.status(ofPath: path) != nil {
      do { try AtomicFile.backUp(path, to: path + backupSuffix) } catch {
        throw .backup(path + backupSuffix, error)
      }
      try checkUnchanged()
    }
    do { try temporary?.move(to: path, isDurable: isDurable) } catch { throw .file(error) }
  }

  /// The path that a backup of the file at `path` gets: that of the file itself, where `path` is a link, with `suffix`.
  public static func backupPath(_ path: String, _ suffix: String) -> String {
    guard case .file(let resolved) = try? WriteTarget(path: path) else { return path + suffix }
    return resolved + suffix
  }

  private func checkUnchanged() throws(Problem) {
    if let expected, FileState(path: path) != expected { throw .changedMeanwhile }
  }

  /// Makes `backup` another name of the file, or where that cannot be, or `isLink` is false, a copy.
  static func backUp(_ path: String, to backup: String, isLink: Bool = true) throws(SystemError) {
    let folder = WriteTarget.folder(of: path)
    let temporary = try TemporaryFile(in: folder, isPrivate: true)
    // A link needs a name that is free, and takes the place of an old backup by way of that.
    let linked = temporary.path + "-link"
    if isLink,
      (try? SignalCleanup.create(
        linked,
        { () throws(SystemError) in
          try SystemError.retrying { unsafe link(path.systemName, linked.systemName) }
        })) != nil
    {
      defer {
        // Where both are names of one file already, rename(2) leaves both.
        unsafe unlink(linked.systemName)
        SignalCleanup.forget(linked)
      }
      try SystemError.retrying { unsafe rename(linked.systemName, backup.systemName) }
      return TemporaryFile.syncFolder(of: backup)
    }
    let source = try SystemError.retrying { unsafe open(path.systemName, O_RDONLY | O_CLOEXEC) }
    defer { close(source) }
    let output = Output(descriptor: temporary.descriptor)
    let status = try Platform.status(of: source)
    let reader = ByteSource(name: path, descriptor: source)
    try reader.copy(to: output)
    try output.flush()
    try FileAttributes.copy(from: source, status, to: temporary.descriptor)
    FileAttributes.copyTimes(status, to: temporary.descriptor)
    try temporary.sync()
    try temporary.move(to: backup)
  }

  /// Removes the regular file that `path` leads to, if there is one.
  public static func remove(path: String) throws(SystemError) {
    guard case .file(let resolved) = try WriteTarget(path: path), Platform.status(ofPath: resolved) != nil
    else { return }
    try SystemError.retrying { unsafe unlink(resolved.systemName) }
  }
}
