/// The world a tool sees: its streams, the folder that paths are relative to, and what it may know of the terminal.
///
/// A process has one over its descriptors, a test one over memory.
package final class ToolIO {
  package let output: Output
  package let errors: Output
  package let outputIsTerminal: Bool
  private let folder: String?
  private let outputDescriptor: Descriptor?
  /// How much of a stream is held at once; a test may choose less.
  package let windowSize: Int
  private let readInput: () throws(SystemError) -> SourceBytes
  private let openInput: () -> ByteSource
  private let environment: (String) -> String?
  /// Asks the program that reads Core Data models, given its arguments.
  let coreDataAnswer: ([String]) throws(SystemError) -> [UInt8]

  /// The world of this process.
  package init() {
    coreDataAnswer = ToolIO.askCoreDataProgram
    output = Output(descriptor: 1)
    outputDescriptor = 1
    errors = Output(descriptor: 2)
    outputIsTerminal = Platform.isTerminal(1)
    folder = nil
    windowSize = 1 << 18
    readInput = { () throws(SystemError) in try InputFile.read(descriptor: 0) }
    openInput = { ByteSource(name: "<stdin>", descriptor: 0) }
    environment = Platform.environment
  }

  /// A world in memory, but for the files below `folder`. A stream gets at most `chunkSize` bytes at a time.
  package init(
    input: [UInt8], folder: String? = nil, outputIsTerminal: Bool = false,
    environment: [String: String] = [:],
    chunkSize: Int = .max, windowSize: Int = 1 << 18,
    coreDataAnswer: @escaping ([String]) throws(SystemError) -> [UInt8] = ToolIO.askCoreDataProgram
  ) {
    self.coreDataAnswer = coreDataAnswer
    output = Output()
    outputDescriptor = nil
    errors = Output()
    self.outputIsTerminal = outputIsTerminal
    self.folder = folder
    self.windowSize = windowSize
    readInput = { () throws(SystemError) in SourceBytes(input) }
    openInput = { ByteSource(name: "<stdin>", bytes: input, chunkSize: chunkSize) }
    self.environment = { environment[$0] }
  }

  package func variable(_ name: String) -> String? { environment(name) }

  /// The whole input called `name` on the command line; `-` is the standard input.
  package func read(_ name: String) throws(Failure) -> Input {
    if name == "-" {
      do { return Input(name: "<stdin>", source: try readInput()) } catch { throw .file("<stdin>", error) }
    }
    do {
      return Input(name: name, source: try InputFile.read(path: path(name)))
    } catch { throw .file(name, error) }
  }

  /// The input called `name` on the command line, to be read piece by piece.
  package func open(_ name: String) throws(Failure) -> ByteSource {
    if name == "-" { return openInput() }
    do { return try ByteSource(name: name, path: path(name)) } catch { throw .file(name, error) }
  }

  /// Where a name on the command line points.
  package func path(_ name: String) -> String {
    guard let folder, !name.hasPrefix("/") else { return name }
    return folder + "/" + name
  }

  /// Whether the file called `name` is what the standard output writes to.
  func isOutput(_ name: String) -> Bool {
    outputDescriptor.map { Platform.isSame(path(name), $0) } ?? false
  }

  /// Says something on the standard error; that cannot fail in a way that anybody could be told.
  ///
  /// What comes out of an input or the command line must not steer the terminal.
  package func say(_ text: String) {
    try? errors.write(TerminalText.safe(Array(text.utf8), escapingControls: true))
  }

  /// Runs the program that is installed in `libexec/sz` beside the folder of the tools, or stands in the tools' own folder.
  package static func askCoreDataProgram(_ arguments: [String]) throws(SystemError) -> [UInt8] {
    let folder = ChildProcess.ownFolder ?? "."
    var failure: SystemError?
    for path in [folder + "/../libexec/sz/coredata-model", folder + "/coredata-model"] {
      do { return try ChildProcess.output(of: path, arguments) } catch { failure = failure ?? error }
    }
    throw failure ?? .noSuchFile
  }
}
