#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

#if os(Linux)
  internal import CAttributes
#endif

/// What a file has beside its content: owner, mode, and the extended attributes, access control lists among them.
enum FileAttributes {
  /// Gives the file behind `target` what the one behind `source`, whose status is `status`, has.
  ///
  /// What only a privileged process may give is left out: another owner, and then the bits that lend his rights, and
  /// attributes of the system.
  static func copy(from source: Descriptor, _ status: stat, to target: Descriptor) throws(SystemError) {
    var mode = status.st_mode & 0o7777
    if fchown(target, status.st_uid, status.st_gid) != 0 {
      mode &= ~mode_t(S_ISUID)
      if fchown(target, uid_t.max, status.st_gid) != 0 { mode &= ~mode_t(S_ISGID) }
    }
    // The mode comes second because chown clears bits of it, the lists third because they say more than the mode does.
    try SystemError.retrying { fchmod(target, mode) }
    let names = try FileAttributes.names(source)
    for name in try FileAttributes.names(target) where !names.contains(name) {
      unsafe _ = name.withUnsafeBufferPointer { unsafe remove(target, $0.baseAddress) }
    }
    for name in names {
      guard let value = try FileAttributes.value(source, name) else { continue }
      do { try set(target, name, value) } catch {
        let isUsers = FileAttributes.isUsers(name)
        if isUsers || ![EPERM, EACCES, ENOTSUP, EINVAL].contains(error.code) { throw error }
      }
    }
  }

  /// Gives the file behind `target` the times of `status`.
  static func copyTimes(_ status: stat, to target: Descriptor) {
    #if canImport(Darwin)
      let times = [status.st_atimespec, status.st_mtimespec]
    #else
      let times = [status.st_atim, status.st_mtim]
    #endif
    unsafe _ = times.withUnsafeBufferPointer { unsafe futimens(target, $0.baseAddress) }
  }

  /// A name as the C library takes it, its zero included.
  private typealias Name = [CChar]

  /// Whether somebody set the attribute who needed no privilege for it.
  private static func isUsers(_ name: Name) -> Bool {
    let prefix = "user.".utf8CString.dropLast()
    return name.starts(with: prefix)
  }

  /// No names where the file system has no attributes.
  private static func names(_ descriptor: Descriptor) throws(SystemError) -> [Name] {
    var all: Name = []
    do {
      all = try unsafe bytes { buffer, size in unsafe list(descriptor, buffer, size) }
    } catch { if error.code != ENOTSUP && error.code != ENOSYS && error.code != EPERM { throw error } }
    return all.split(separator: 0).map { Array($0) + [0] }
  }

  /// Nil when the attribute has gone, or is not ours to read.
  private static func value(_ descriptor: Descriptor, _ name: Name) throws(SystemError) -> [CChar]? {
    do {
      return try unsafe bytes { buffer, size in
        unsafe name.withUnsafeBufferPointer { unsafe get(descriptor, $0.baseAddress, buffer, size) }
      }
    } catch {
      #if os(Linux)
        if error.code == ENODATA { return nil }
      #else
        if error.code == ENOATTR { return nil }
      #endif
      if !isUsers(name), [EPERM, EACCES, ENOTSUP].contains(error.code) { return nil }
      throw error
    }
  }

  private static func set(_ descriptor: Descriptor, _ name: Name, _ value: [CChar]) throws(SystemError) {
    try SystemError.retrying {
      unsafe name.withUnsafeBufferPointer { name in
        unsafe value.withUnsafeBufferPointer { value in
          unsafe set(descriptor, name.baseAddress, value.baseAddress, value.count)
        }
      }
    }
  }

  /// What `call` writes into a buffer, which it first asks the size of, and again when that has grown meanwhile.
  private static func bytes(_ call: (UnsafeMutablePointer<CChar>?, Int) -> Int) throws(SystemError) -> [CChar]
  {
    while true {
      let size = try SystemError.retrying { call(nil, 0) }
      if size == 0 { return [] }
      var buffer = [CChar](repeating: 0, count: size)
      let got = unsafe buffer.withUnsafeMutableBufferPointer { unsafe call($0.baseAddress, size) }
      if got >= 0 { return Array(buffer.prefix(got)) }
      if errno != ERANGE { throw SystemError.current }
    }
  }

  private static func list(_ descriptor: Descriptor, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int)
    -> Int
  {
    #if os(Linux)
      unsafe flistxattr(descriptor, buffer, size)
    #else
      unsafe flistxattr(descriptor, buffer, size, 0)
    #endif
  }

  private static func get(
    _ descriptor: Descriptor, _ name: UnsafePointer<CChar>?, _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: Int
  ) -> Int {
    #if os(Linux)
      unsafe fgetxattr(descriptor, name, buffer, size)
    #else
      unsafe fgetxattr(descriptor, name, buffer, size, 0, 0)
    #endif
  }

  private static func set(
    _ descriptor: Descriptor, _ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?, _ size: Int
  ) -> Int32 {
    #if os(Linux)
      unsafe fsetxattr(descriptor, name, value, size, 0)
    #else
      unsafe fsetxattr(descriptor, name, value, size, 0, 0)
    #endif
  }

  private static func remove(_ descriptor: Descriptor, _ name: UnsafePointer<CChar>?) -> Int32 {
    #if os(Linux)
      unsafe fremovexattr(descriptor, name)
    #else
      unsafe fremovexattr(descriptor, name, 0)
    #endif
  }
}
