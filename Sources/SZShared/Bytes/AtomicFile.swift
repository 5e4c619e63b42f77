#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file that is replaced whole or not at all.
///
/// The new content goes to a temporary file in the same folder, which is synced, given the old one's mode and owner, and
/// renamed over it; until ``commit(backupSuffix:)`` the old file is untouched, and a file that is let go without it
/// leaves nothing behind. A symbolic link is followed. What is no regular file (a device, a pipe) is written as it is, and
/// so is a stream of this process that is called by a name such as `/dev/stdout`, whatever it leads to.
package final class AtomicFile {
  package let output: Output
  private let path: String
  private var temporary: String?
  private let descriptor: Descriptor

  /// Opens a temporary file beside `path`.
  package init(path: String) throws(SystemError) {
    if let own = AtomicFile.ownDescriptor(path) {
      self.path = path
      descriptor = try SystemError.retrying { dup(own) }
      output = Output(descriptor: descriptor)
      return
    }
    let resolved = Platform.resolved(path)
    self.path = resolved
    if let status = Platform.status(ofPath: resolved), Platform.type(status) != S_IFREG {
      if Platform.type(status) == S_IFDIR { throw .isDirectory }
      descriptor = try SystemError.retrying { unsafe open(resolved, O_WRONLY | O_CLOEXEC) }
    } else {
      var template = Array("\(AtomicFile.folder(of: resolved))/.sz-XXXXXX".utf8CString)
      descriptor = try SystemError.retrying { unsafe mkstemp(&template) }
      temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    output = Output(descriptor: descriptor)
  }

  /// The stream of this process that a path names.
  private static func ownDescriptor(_ path: String) -> Descriptor? {
    switch path {
    case "/dev/stdout": 1
    case "/dev/stderr": 2
    default: path.hasPrefix("/dev/fd/") ? Descriptor(path.dropFirst("/dev/fd/".count)) : nil
    }
  }

  deinit {
    close(descriptor)
    if let temporary { unsafe unlink(temporary) }
  }

  /// Makes the new content the file's; with a suffix the old file is kept under the name with that suffix.
  package func commit(backupSuffix: String? = nil) throws(SystemError) {
    try output.flush()
    guard let temporary else { return }
    let old = Platform.status(ofPath: path)
    if let old {
      // Another's file keeps its owner where that is allowed; the mode comes second because chown clears bits of it.
      _ = fchown(descriptor, old.st_uid, old.st_gid)
      try SystemError.retrying { fchmod(descriptor, old.st_mode & 0o7777) }
    } else {
      let mask = umask(0)
      umask(mask)
      try SystemError.retrying { fchmod(descriptor, 0o666 & ~mask) }
    }
    try SystemError.retrying { fsync(descriptor) }
    if let backupSuffix, !backupSuffix.isEmpty, old != nil {
      let backup = path + backupSuffix
      unsafe unlink(backup)
      try SystemError.retrying { unsafe link(path, backup) }
    }
    try SystemError.retrying { unsafe rename(temporary, path) }
    self.temporary = nil
    AtomicFile.syncFolder(of: path)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Makes the new name durable; a file system that cannot sync a folder has done what it can.
  private static func syncFolder(of path: String) {
    let folder = unsafe open(AtomicFile.folder(of: path), O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}
