#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Folders of the file system.
public enum Folder {
  /// Whether a folder is at `path`.
  public static func exists(_ path: String) -> Bool {
    Platform.status(ofPath: path).map { Platform.type($0) == S_IFDIR } ?? false
  }

  /// The names in the folder at `path`, in no order, without `.` and `..`.
  /// - Throws: what opendir(3) and readdir(3) say.
  public static func names(_ path: String) throws(SystemError) -> [String] {
    guard let folder = unsafe opendir(path.systemName) else { throw SystemError.current }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    errno = 0
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        // The field has room for the longest name and its end.
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(system: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    if errno != 0 { throw SystemError.current }
    return names
  }
}
