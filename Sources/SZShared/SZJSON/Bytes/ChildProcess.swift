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
    ending(of: try ProcessStart(program, arguments).start())
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

  /// Runs a program that reads `text` from its standard input, until it ends. That it does not read all is no failure; an interrupt
  /// from the terminal is for it alone. From then on this process ignores SIGPIPE.
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
      var start = ProcessStart(program, arguments)
      (start.input, start.closing, start.variables) = (readEnd, [writeEnd], variables)
      process = try start.start()
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
      var start = ProcessStart(program, arguments)
      (start.output, start.closing, start.variables) = (writeEnd, [readEnd], variables)
      return (try start.start(), readEnd)
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
