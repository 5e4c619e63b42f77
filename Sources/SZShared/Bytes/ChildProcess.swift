#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Programs that are run for what they print or do.
package enum ChildProcess {
  /// How a program ended.
  package enum Ending: Equatable, Sendable {
    case code(Int32)
    /// A signal ended it.
    case signal(Int32)

    /// What the macros of wait(2) say of a status, which Swift does not have.
    init(status: Int32) {
      self = status & 0x7F == 0 ? .code(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }

    /// The ending in words.
    package var words: String {
      switch self {
      case .code(let code): "exit code \(code)"
      case .signal(let number): "signal \(number)"
      }
    }
  }

  /// Runs a program with our own streams until it ends. One whose name has no slash is looked for as a shell does.
  /// - Throws: what posix_spawn(3) says.
  package static func run(_ program: String, _ arguments: [String]) throws(SystemError) -> Ending {
    ending(of: try spawn(program, arguments))
  }

  /// The same, with what the program writes on its standard output.
  /// - Throws: what posix_spawn(3), pipe(2) or read(2) say.
  package static func captured(
    _ program: String, _ arguments: [String]
  ) throws(SystemError) -> (ending: Ending, output: [UInt8]) {
    let (process, readEnd) = try spawnPiped(program, arguments)
    defer { close(readEnd) }
    var output: [UInt8] = []
    var failure: SystemError?
    do {
      let source = try InputFile.read(descriptor: readEnd, name: program)
      output = source.view.array(0..<source.count)
    } catch { failure = error }
    let ending = ending(of: process)
    if let failure { throw failure }
    return (ending, output)
  }

  /// Runs the program at `path` and answers what it writes on its standard output; its standard error is ours.
  /// - Throws: what posix_spawn(3), pipe(2) or read(2) say. How the program ends is not looked at: who asks knows a whole
  ///   answer when it sees one.
  package static func output(of path: String, _ arguments: [String]) throws(SystemError) -> [UInt8] {
    try captured(path, arguments).output
  }

  /// Starts a program whose standard output is read from `readEnd`.
  private static func spawnPiped(
    _ program: String, _ arguments: [String]
  ) throws(SystemError) -> (process: pid_t, readEnd: Descriptor) {
    var ends: [Descriptor] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemError.current }
    let (readEnd, writeEnd) = (ends[0], ends[1])
    defer { close(writeEnd) }
    do { return (try spawn(program, arguments, output: writeEnd, closing: [readEnd]), readEnd) } catch {
      close(readEnd)
      throw error
    }
  }

  /// Waits until a process has ended.
  static func ending(of process: pid_t) -> Ending {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    return Ending(status: status)
  }

  /// Starts a program with our own streams but for those given, without the descriptors of `closing`. A SIGPIPE that is ignored here
  /// is not ignored there. With `isApart` it leads a session of its own, and so a group of processes that all of its own are in.
  /// The signals of `holdingBack` are held back there; else those that are here.
  static func spawn(
    _ path: String, _ arguments: [String], input: Descriptor? = nil, output: Descriptor? = nil,
    closing: [Descriptor] = [], isApart: Bool = false, holdingBack: sigset_t? = nil
  ) throws(SystemError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, number) in [(input, Descriptor(0)), (output, 1)] {
      guard let descriptor else { continue }
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      if descriptor != number { unsafe posix_spawn_file_actions_addclose(&actions, descriptor) }
    }
    for descriptor in closing { unsafe posix_spawn_file_actions_addclose(&actions, descriptor) }
    if ErrorStream.descriptor != 2 {
      unsafe posix_spawn_file_actions_adddup2(&actions, ErrorStream.descriptor, 2)
    }
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = Int32(POSIX_SPAWN_SETSIGDEF) | (isApart ? Platform.spawnsSession : 0)
    if var held = holdingBack {
      unsafe posix_spawnattr_setsigmask(&attributes, &held)
      flags |= Int32(POSIX_SPAWN_SETSIGMASK)
    }
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    // The strings belong to the C library until the program has been started.
    var words = unsafe ([path] + arguments).map { unsafe strdup($0.systemName) } + [nil]
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    var process: pid_t = 0
    let code = unsafe posix_spawnp(&process, path.systemName, &actions, &attributes, &words, environ)
    if code != 0 { throw SystemError(code) }
    return process
  }

  /// The path of the program that runs; nil where the system does not tell.
  package static var ownPath: String? {
    let path = Platform.resolved("/proc/self/exe")
    return path == "/proc/self/exe" ? nil : path
  }

  /// The folder of the program that runs; nil where the system does not tell.
  package static var ownFolder: String? {
    guard let path = ownPath, let slash = path.utf8.lastIndex(of: 0x2F) else { return nil }
    return String(path[..<slash])
  }

  /// Whether a shell that is told `name` would run the program that is at `path`.
  package static func isFound(_ name: String, at path: String, searching folders: String) -> Bool {
    for folder in folders.split(separator: ":", omittingEmptySubsequences: false) {
      let found = (folder.isEmpty ? "." : String(folder)) + "/" + name
      if unsafe access(found.systemName, X_OK) == 0 { return Platform.resolved(found) == path }
    }
    return false
  }
}
