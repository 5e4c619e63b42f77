/// The world a tool sees: its streams, the folder that paths are relative to, and what it may know of the terminal.
///
/// A process has one over its descriptors, a test one over memory.
package final class ToolIO {
  package let output: Output
  package let errors: Output
  package let outputIsTerminal: Bool
  private let folder: String?
  private let readInput: () throws(SystemError) -> SourceBytes
  private let environment: (String) -> String?

  /// The world of this process.
  package init() {
    output = Output(descriptor: 1)
    errors = Output(descriptor: 2)
    outputIsTerminal = Platform.isTerminal(1)
    folder = nil
    readInput = { () throws(SystemError) in try InputFile.read(descriptor: 0) }
    environment = Platform.environment
  }

  /// A world in memory, but for the files below `folder`.
  package init(
    input: [UInt8], folder: String? = nil, outputIsTerminal: Bool = false, environment: [String: String] = [:]
  ) {
    output = Output()
    errors = Output()
    self.outputIsTerminal = outputIsTerminal
    self.folder = folder
    readInput = { () throws(SystemError) in SourceBytes(input) }
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

  /// Where a name on the command line points.
  package func path(_ name: String) -> String {
    guard let folder, !name.hasPrefix("/") else { return name }
    return folder + "/" + name
  }

  /// Says something on the standard error; that cannot fail in a way that anybody could be told.
  package func say(_ text: String) { try? errors.write(text) }
}
