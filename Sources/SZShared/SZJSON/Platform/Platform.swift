// The C library under one name, and the few places where platforms differ.
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

/// A descriptor's number in this process.
public typealias Descriptor = Int32

public enum Platform {
  /// The flag of posix_spawn(3) by which a program leads a session of its own.
  static var spawnsSession: Int32 {
    #if canImport(Darwin)
      Int32(POSIX_SPAWN_SETSID)
    #else
      // Both glibc and musl have it, behind a macro that Swift does not set.
      0x80
    #endif
  }

  static func status(of descriptor: Descriptor) throws(SystemError) -> stat {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError.current }
    return status
  }

  /// Nil when nothing is there.
  static func status(ofPath path: String) -> stat? {
    var status = stat()
    return unsafe stat(path.systemName, &status) == 0 ? status : nil
  }

  /// Whether the owner may run the file.
  public static func isExecutable(_ path: String) -> Bool {
    status(ofPath: path).map { $0.st_mode & S_IXUSR != 0 } ?? false
  }

  /// From here on a large block of memory that is freed goes back to the system at once, whatever was freed before it: an array that has
  /// grown leaves none of its smaller ones behind.
  public static func returnLargeBlocks() {
    #if canImport(Glibc)
      mallopt(M_MMAP_THRESHOLD, 1 << 20)
    #endif
  }

  /// From here on a reader that has gone is an error of the write, and does not end the process.
  public static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  public static func isTerminal(_ descriptor: Descriptor) -> Bool { isatty(descriptor) == 1 }

  /// The path with symbolic links resolved; the path itself where nothing is there.
  public static func resolved(_ path: String) -> String {
    guard let buffer = unsafe realpath(path.systemName, nil) else { return path }
    defer { unsafe free(buffer) }
    return unsafe String(system: buffer)
  }

  public static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(system: value)
  }

  /// Whether something is there that is neither a file nor a folder: a device, a pipe, a socket.
  public static func isSpecial(_ path: String) -> Bool {
    guard let status = status(ofPath: path) else { return false }
    return type(status) != S_IFREG && type(status) != S_IFDIR
  }

  static func type(_ status: stat) -> mode_t { status.st_mode & S_IFMT }

  /// The resources that bound how much memory there is.
  #if canImport(Glibc)
    static var memoryLimits: [Resource] { [RLIMIT_AS, RLIMIT_DATA] }
    typealias Resource = __rlimit_resource
  #else
    static var memoryLimits: [Int32] { [RLIMIT_AS, RLIMIT_DATA] }
    typealias Resource = Int32
  #endif

  #if canImport(Glibc)
    private static func number(_ resource: Resource) -> Int32 { Int32(resource.rawValue) }
  #else
    private static func number(_ resource: Resource) -> Int32 { resource }
  #endif

  /// A limit of this process; nil when there is none.
  static func limit(_ resource: Resource) -> Int? {
    var value = rlimit()
    guard unsafe getrlimit(Platform.number(resource), &value) == 0 else { return nil }
    return Int(exactly: value.rlim_cur)
  }

  /// What a symbolic link says; nil when `path` is none.
  public static func linkTarget(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path.systemName, &buffer, buffer.count)
    guard count >= 0 else { return nil }
    return String(system: buffer.prefix(count).map { UInt8(bitPattern: $0) })
  }

  /// read(2), whose name others have, too.
  static func read(_ descriptor: Descriptor, _ target: UnsafeMutableRawPointer?, _ room: Int) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.read(descriptor, target, room)
    #elseif canImport(Musl)
      unsafe Musl.read(descriptor, target, room)
    #else
      unsafe Darwin.read(descriptor, target, room)
    #endif
  }

  /// Whether a signal is let go by, as nohup(1) wants it.
  static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = unsafe action.__sa_handler.sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  static func setHandler(_ action: inout sigaction, _ handler: @escaping @convention(c) (Int32) -> Void) {
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = handler
    #elseif canImport(Musl)
      unsafe action.__sa_handler.sa_handler = handler
    #else
      unsafe action.__sigaction_handler.sa_handler = handler
    #endif
  }

  typealias FaultHandler =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  /// A handler that is told the address of a fault.
  static func setFaultHandler(_ action: inout sigaction, _ handler: @escaping FaultHandler) {
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_sigaction = handler
    #elseif canImport(Musl)
      unsafe action.__sa_handler.sa_sigaction = handler
    #else
      unsafe action.__sigaction_handler.sa_sigaction = handler
    #endif
  }

  /// Where a fault was.
  static func faultAddress(_ info: UnsafeMutablePointer<siginfo_t>?) -> UInt {
    guard let info = unsafe info else { return 0 }
    #if canImport(Darwin)
      let address = unsafe info.pointee.si_addr
    #elseif canImport(Musl)
      let address = unsafe info.pointee.__si_fields.__sigfault.si_addr
    #else
      let address = unsafe info.pointee._sifields._sigfault.si_addr
    #endif
    return UInt(bitPattern: address)
  }

  /// Seconds on a clock that is never put back.
  public static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// How many bytes of memory there are in the machine.
  static var memory: Int { Int(sysconf(Int32(_SC_PHYS_PAGES))) * Int(getpagesize()) }
}
