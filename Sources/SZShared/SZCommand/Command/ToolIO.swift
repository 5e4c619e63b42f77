public import SZJSON

/// The world a tool sees: its streams, the folder that paths are relative to, and what it may know of the terminal.
///
/// A process has one over its descriptors, a test one over memory.
public final class ToolIO {
  public let output: Output
  public let errors: Output
  public let outputIsTerminal: Bool
  /// Whether a person sees what is said.
  let errorsAreTerminal: Bool
  private let folder: String?
  /// How much of a stream is held at once; a test may choose less.
  public let windowSize: Int
  private let readInput: (_ isSpooled: Bool) throws(SystemError) -> SourceBytes
  private let openInput: () -> ByteSource
  private let environment: (String) -> String?
  /// Asks the program that reads Core Data models, given its arguments.
  public var coreDataAnswer: ([String]) throws(SystemError) -> [UInt8]
  /// Whether the standard streams are descriptors.
  let isProcess: Bool
  /// What the files that were read were like then, by the bytes of the names they have on the command line.
  private var states: [[UInt8]: FileState] = [:]
  /// The files that are locked, by their names.
  private var locks: [[UInt8]: FileLock] = [:]

  /// The world of this process.
  public init() {
    coreDataAnswer = ToolIO.askCoreDataProgram
    output = Output(descriptor: 1)
    errors = Output(descriptor: ErrorStream.descriptor)
    outputIsTerminal = Platform.isTerminal(1)
    errorsAreTerminal = Platform.isTerminal(ErrorStream.descriptor)
    folder = nil
    isProcess = true
    windowSize = Portions().window
    readInput = { isSpooled throws(SystemError) in
      try InputFile.read(descriptor: 0, name: "<stdin>", isSpooled: isSpooled)
    }
    openInput = { ByteSource(name: "<stdin>", descriptor: 0) }
    environment = Platform.environment
  }

  /// How much of a stream comes at a time at most, and how much is held at once; in bytes.
  public struct Portions {
    let chunk: Int
    let window: Int

    public init(chunk: Int = .max, window: Int = 1 << 18) { (self.chunk, self.window) = (chunk, window) }
  }

  /// A world in memory, but for the files below `folder`.
  public init(
    input: [UInt8], folder: String? = nil, outputIsTerminal: Bool = false,
    environment: [String: String] = [:], portions: Portions = Portions()
  ) {
    coreDataAnswer = ToolIO.askCoreDataProgram
    output = Output()
    errors = Output()
    self.outputIsTerminal = outputIsTerminal
    errorsAreTerminal = false
    self.folder = folder
    isProcess = false
    windowSize = portions.window
    readInput = { _ throws(SystemError) in SourceBytes(input) }
    openInput = { ByteSource(name: "<stdin>", bytes: input, chunkSize: portions.chunk) }
    self.environment = { environment[$0] }
  }

  public func variable(_ name: String) -> String? { environment(name) }

  /// The whole input called `name` on the command line; `-` is the standard input. What is no regular file is held in memory, or where
  /// it `isSpooled` in a temporary file.
  public func read(_ name: String, isSpooled: Bool = false) throws(Failure) -> Input {
    if name == "-" {
      do { return Input(name: "<stdin>", source: try readInput(isSpooled)) } catch {
        throw .file("<stdin>", error)
      }
    }
    let shown = TerminalText.name(name)
    do {
      if let lock = locks[name.systemBytes] {
        states[name.systemBytes] = FileState(descriptor: lock.descriptor)
        return Input(
          name: shown,
          source: try InputFile.read(descriptor: lock.descriptor, name: shown, isSpooled: isSpooled))
      }
      let (source, state) = try InputFile.read(path: path(name), name: shown, isSpooled: isSpooled)
      states[name.systemBytes] = state
      return Input(name: shown, source: source)
    } catch { throw .file(name, error) }
  }

  /// The input called `name` on the command line, to be read piece by piece.
  public func open(_ name: String) throws(Failure) -> ByteSource {
    if name == "-" { return openInput() }
    let shown = TerminalText.name(name)
    do {
      let source: ByteSource
      if let lock = locks[name.systemBytes] {
        source = ByteSource(name: shown, descriptor: lock.descriptor)
      } else {
        source = try ByteSource(name: shown, path: path(name))
      }
      states[name.systemBytes] = source.state
      return source
    } catch { throw .file(name, error) }
  }

  /// Locks the file called `name`, which is about to be read and replaced, until it is unlocked or the tool ends: ``read(_:)`` and
  /// ``open(_:)`` read what was locked. When it has been waited for a while, `spec`'s tool says so, unless it is to be quiet.
  func lock(_ name: String, _ spec: CommandSpec, isQuiet: Bool = false) throws(Failure) {
    do {
      locks[name.systemBytes] = try FileLock(path: path(name)) {
        if isQuiet { return }
        say("\(spec.name): \(TerminalText.name(name)): waiting for another program that edits it\n")
        try? errors.flush()
      }
    } catch { throw error == .busy ? .notReplaced(name, .changedMeanwhile) : .file(name, error) }
  }

  func unlock(_ name: String) { locks[name.systemBytes] = nil }

  /// Where a name on the command line points.
  public func path(_ name: String) -> String {
    guard let folder, name.utf8.first != 0x2F, !name.isEmpty else { return name }
    return folder + "/" + name
  }

  /// What the input called `name` was when it was read; nil when it was not, or is no file.
  func state(ofInput name: String) -> FileState? {
    states[name.systemBytes].flatMap { $0.isRegular ? $0 : nil }
  }

  /// Where the input called `name` stands.
  func place(reading name: String) -> FilePlace? {
    if name == "-" { return isProcess ? FilePlace(descriptor: 0) : nil }
    return FilePlace(reading: path(name))
  }

  /// Where the output called `name` stands.
  func place(writing name: String) -> FilePlace? {
    if name == "-" { return isProcess ? FilePlace(descriptor: 1) : nil }
    return FilePlace(writing: path(name))
  }

  /// Whether the standard output is a file in which nothing stands yet.
  var outputIsEmpty: Bool { isProcess && FileState(descriptor: 1)?.size == 0 }

  /// The path of the backup of the file called `name`.
  func backup(of name: String, _ suffix: String) -> String { AtomicFile.backupPath(path(name), suffix) }

  /// Says something on the standard error; that cannot fail in a way that anybody could be told.
  ///
  /// What comes out of an input or the command line must not steer the terminal.
  public func say(_ text: String) {
    try? errors.write(TerminalText.safe(Array(text.utf8), escapingControls: true))
  }

  /// Shows how far the tool is, at once.
  func tell(_ text: String) {
    try? errors.write(text)
    try? errors.flush()
  }

  /// Runs the program that is installed in `libexec/sz` beside the folder of the tools, or stands in the tools' own folder.
  public static func askCoreDataProgram(_ arguments: [String]) throws(SystemError) -> [UInt8] {
    let folder = ChildProcess.ownFolder ?? "."
    var failure: SystemError?
    for path in [folder + "/../libexec/sz/coredata-model", folder + "/coredata-model"] {
      do { return try ChildProcess.output(of: path, arguments) } catch { failure = failure ?? error }
    }
    throw failure ?? .noSuchFile
  }
}
