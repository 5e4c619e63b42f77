#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Programs that are run for what they print or do.
public enum ChildProcess {
  /// How a program ended.
  public enum Ending: Equatable, Sendable {
    case code(Int32)
    /// A signal ended it.
    case signal(Int32)

    /// What the macros of wait(2) say of a status, which Swift does not have.
    init(status: Int32) {
      self = status & 0x7F == 0 ? .code(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }

    /// The ending in words.
    public var words: String {
      switch self {
      case .code(let code): "exit code \(code)"
      case .signal(let number): "signal \(number)"
      }
    }
  }

  /// Runs a program with our own streams until it ends. One whose name has no slash is looked for as a shell does.
  /// - Throws: what posix_spawn(3) says.
  public static func run(_ program: String, _ arguments: [String]) throws(SystemError) -> Ending {
    ending(of: try spawn(program, arguments))
  }

  /// Runs `body` in a copy of this process, which ends with what it answers, and waits for that end; nil where no copy can be made.
  ///
  /// Whatever happens to the copy (no memory, a signal, a trap) leaves this process as it was. For as long as it has one thread: a
  /// copy has no other.
  public static func apart(_ body: () -> Int32) -> Ending? {
    #if canImport(Darwin)
      // Swift hides fork(2) there.
      return nil
    #else
      let process = fork()
      if process == 0 { _exit(body()) }
      return process < 0 ? nil : ending(of: process)
    #endif
  }

  /// The same, with what the program writes on its standard output. Its environment is ours with `variables` in it.
  /// - Throws: what posix_spawn(3), pipe(2) or read(2) say.
  public static func captured(
    _ program: String, _ arguments: [String], variables: [String: String] = [:]
  ) throws(SystemError) -> (ending: Ending, output: [UInt8]) {
    let (process, readEnd) = try spawnPiped(program, arguments, variables)
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
  public static func output(of path: String, _ arguments: [String]) throws(SystemError) -> [UInt8] {
    try captured(path, arguments).output
  }

  /// Runs a program that reads `text` from its standard input, until it ends. That it does not read all is no failure; an interrupt from the
  /// terminal is for it alone. From then on this process ignores SIGPIPE.
  /// - Throws: what posix_spawn(3) or pipe(2) say.
  public static func fed(
    _ text: [UInt8], to program: String, _ arguments: [String], variables: [String: String] = [:]
  ) throws(SystemError) -> Ending {
    var ends: [Descriptor] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemError.current }
    let (readEnd, writeEnd) = (ends[0], ends[1])
    signal(SIGPIPE, SIG_IGN)
    let process: pid_t
    do {
      process = try spawn(program, arguments, input: readEnd, closing: [writeEnd], variables: variables)
      close(readEnd)
    } catch {
      close(readEnd)
      close(writeEnd)
      throw error
    }
    let before = signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, before) }
    let output = Output(descriptor: writeEnd)
    do {
      try output.write(text)
      try output.flush()
    } catch {}
    close(writeEnd)
    return ending(of: process)
  }

  /// Starts a program whose standard output is read from `readEnd`.
  private static func spawnPiped(
    _ program: String, _ arguments: [String], _ variables: [String: String]
  ) throws(SystemError) -> (process: pid_t, readEnd: Descriptor) {
    var ends: [Descriptor] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemError.current }
    let (readEnd, writeEnd) = (ends[0], ends[1])
    defer { close(writeEnd) }
    do {
      return (
        try spawn(program, arguments, output: writeEnd, closing: [readEnd], variables: variables), readEnd
      )
    } catch {
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
  /// The signals of `holdingBack` are held back there; else those that are here. The environment is ours with `variables` in it.
  static func spawn(
    _ path: String, _ arguments: [String], input: Descriptor? = nil, output: Descriptor? = nil,
    closing: [Descriptor] = [], isApart: Bool = false, holdingBack: sigset_t? = nil,
    variables: [String: String] = [:]
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
    var code: Int32 = 0
    if variables.isEmpty {
      code = unsafe posix_spawnp(&process, path.systemName, &actions, &attributes, &words, environ)
    } else {
      var environment = unsafe environment(with: variables)
      defer { for index in unsafe environment.indices { unsafe free(environment[index]) } }
      code = unsafe posix_spawnp(&process, path.systemName, &actions, &attributes, &words, &environment)
    }
    if code != 0 { throw SystemError(code) }
    return process
  }

  /// Our environment with other values for some variables, ending in nil, in strings of the C library.
  private static func environment(with variables: [String: String]) -> [UnsafeMutablePointer<CChar>?] {
    var strings: [UnsafeMutablePointer<CChar>?] = unsafe []
    var index = 0
    while let entry = unsafe environ[index] {
      index += 1
      let name = unsafe String(cString: entry).prefix { $0 != "=" }
      if variables[String(name)] == nil { unsafe strings.append(strdup(entry)) }
    }
    for (name, value) in variables { unsafe strings.append(strdup("\(name)=\(value)")) }
    return unsafe strings + [nil]
  }

  /// The path of the program that runs; nil where the system does not tell.
  public static var ownPath: String? {
    let path = Platform.resolved("/proc/self/exe")
    return path == "/proc/self/exe" ? nil : path
  }

  /// The folder of the program that runs; nil where the system does not tell.
  public static var ownFolder: String? {
    guard let path = ownPath, let slash = path.utf8.lastIndex(of: 0x2F) else { return nil }
    return String(path[..<slash])
  }

  /// Whether a shell that is told `name` would run the program that is at `path`.
  public static func isFound(_ name: String, at path: String, searching folders: String) -> Bool {
    for folder in folders.split(separator: ":", omittingEmptySubsequences: false) {
      let found = (folder.isEmpty ? "." : String(folder)) + "/" + name
      if unsafe access(found.systemName, X_OK) == 0 { return Platform.resolved(found) == path }
    }
    return false
  }
}
