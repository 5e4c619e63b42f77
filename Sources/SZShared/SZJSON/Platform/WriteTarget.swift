#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What the name of a file to be written leads to.
///
/// Links are followed by hand, one at a time, for two reasons: a link whose target does not exist yet names the file to
/// make, which realpath(3) does not say; and the links of `/proc/self/fd` lead to open files, which are written as they are.
enum WriteTarget {
  /// A stream of this process, called by a name such as `/dev/stdout`.
  case stream(Descriptor)
  /// What is no regular file, and files that only their descriptors lead to: written as they are.
  case device(String)
  /// A regular file, or none yet.
  case file(String)

  private static let maximumLinks = 40

  /// - Throws: what stands in the way, a folder of that name among it.
  init(path: String) throws(SystemError) {
    var path = path
    var links = 0
    while true {
      if let own = WriteTarget.ownDescriptor(path) {
        self = .stream(own)
        return
      }
      guard let target = Platform.linkTarget(path) else { break }
      if WriteTarget.isOfProcesses(path) {
        self = .device(path)
        return
      }
      links += 1
      if links > WriteTarget.maximumLinks { throw SystemError(ELOOP) }
      path = target.utf8.first == 0x2F ? target : WriteTarget.folder(of: path) + "/" + target
    }
    guard let status = Platform.status(ofPath: path) else {
      self = .file(path)
      return
    }
    switch Platform.type(status) {
    case S_IFDIR: throw .isDirectory
    case S_IFREG: self = .file(path)
    default: self = .device(path)
    }
  }

  /// The stream of this process that a path names.
  private static func ownDescriptor(_ path: String) -> Descriptor? {
    switch path {
    case "/dev/stdin": return 0
    case "/dev/stdout": return 1
    case "/dev/stderr": return ErrorStream.descriptor
    default: break
    }
    for folder in ["/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/", "/proc/\(getpid())/fd/"]
    where path.hasPrefix(folder) {
      return Descriptor(path.dropFirst(folder.count)).map { $0 == 2 ? ErrorStream.descriptor : $0 }
    }
    return nil
  }

  /// Whether a link leads to an open file of some process, as those in `/proc/1/fd` do.
  private static func isOfProcesses(_ path: String) -> Bool {
    Platform.resolved(folder(of: path)).hasPrefix("/proc/")
  }

  /// The folder that `path` stands in.
  static func folder(of path: String) -> String {
    // By bytes, as a sign that combines with the slash before it hides it as a character.
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
