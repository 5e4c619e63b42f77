internal import SZJSON

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A tool: a function from arguments and bytes to bytes and an exit code.
public protocol Tool: SendableMetatype {
  static var spec: CommandSpec { get }
  /// Does the job.
  /// - Throws: what keeps it from doing so; nothing has then been written.
  static func run(_ arguments: ParsedArguments, _ io: ToolIO) throws(Failure) -> ExitCode
  /// The words of the command line, with `--` before those that are operands whatever they look like.
  static func arranged(_ words: [String]) -> [String]
  /// Does a job for which the tool runs itself in a process of its own; nil where it is to be run as it is.
  static func supervise(_ words: [String], _ io: ToolIO) -> Int32?
}

extension Tool {
  public static func arranged(_ words: [String]) -> [String] { words }
  public static func supervise(_ words: [String], _ io: ToolIO) -> Int32? { nil }

  /// Runs the tool on a command line (without the program's name) in a world, and says what went wrong.
  public static func execute(_ arguments: [String], _ io: ToolIO) -> (code: ExitCode, endsAsBrokenPipe: Bool)
  {
    do throws(Failure) {
      let parsed: ParsedArguments
      do { parsed = try spec.parse(arranged(arguments)) } catch { throw .usage(error) }
      if parsed.has(.help) { return (try print(HelpText.of(spec), io), false) }
      if parsed.has(.version) { return (try print("\(spec.name) (sz) \(CommandSpec.version)\n", io), false) }
      for note in spec.vainOptions(parsed) { io.say("\(spec.name): \(note)\n") }
      let code = try run(parsed, io)
      do { try io.output.flush() } catch {
        throw error == .brokenPipe ? .brokenPipe : .file("<stdout>", error)
      }
      try? io.errors.flush()
      return (code, false)
    } catch {
      if let message = Diagnostics.message(error, spec: spec) { io.say(message) }
      try? io.errors.flush()
      if case .brokenPipe = error { return (.trouble, true) }
      return (.trouble, false)
    }
  }

  private static func print(_ text: String, _ io: ToolIO) throws(Failure) -> ExitCode {
    try Destination(file: nil, io).write { output throws(SystemError) in try output.write(text) }
    return .success
  }

  /// The whole program, on the words behind its name: the one place where a process ends.
  @Sendable public static func main(_ words: [String]) {
    Platform.returnLargeBlocks()
    ErrorStream.keepForMessages()
    FaultHandler.install(spec.name)
    if let code = supervise(words, ToolIO()) { exit(code) }
    let result = execute(words, ToolIO())
    SignalCleanup.removeAll()
    if result.endsAsBrokenPipe { Process.endAsBrokenPipe() }
    exit(result.code.rawValue)
  }
}

private enum Process {
  /// Ends as a process does whose reader has gone, also where SIGPIPE was ignored.
  static func endAsBrokenPipe() {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
  }
}
