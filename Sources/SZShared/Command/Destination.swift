/// Where a tool's result goes: the standard output, or a file that is replaced whole or not at all.
package struct Destination {
  private let name: String
  private let file: AtomicFile?
  package let output: Output
  private let backupSuffix: String?

  /// What `-o` and `-i` ask for; `-i` means the file called `operand`.
  package init(_ arguments: ParsedArguments, inPlace operand: String?, _ io: ToolIO) throws(Failure) {
    let inPlace = arguments.has(.inPlace)
    if inPlace, arguments.has(.output) { throw .usage(.conflicting("--in-place", "--output")) }
    if inPlace, operand == nil || operand == "-" { throw .usage(.needs("--in-place", "a file to edit")) }
    let target = inPlace ? operand : arguments.value(.output).flatMap { $0 == "-" ? nil : $0 }
    try self.init(file: target, backupSuffix: inPlace ? arguments.value(.inPlace) : nil, io)
  }

  /// The file called `target`, or the standard output.
  package init(file target: String?, backupSuffix: String? = nil, _ io: ToolIO) throws(Failure) {
    self.backupSuffix = backupSuffix
    guard let target else {
      (name, file, output) = ("<stdout>", nil, io.output)
      return
    }
    do {
      let file = try AtomicFile(path: io.path(target))
      (name, self.file, output) = (target, file, file.output)
    } catch { throw .file(target, error) }
  }

  /// Writes what `body` makes, and then lets it be the result.
  package func write(_ body: (Output) throws(SystemError) -> Void) throws(Failure) {
    do {
      try body(output)
      if let file { try file.commit(backupSuffix: backupSuffix) } else { try output.flush() }
    } catch {
      throw failure(error)
    }
  }

  /// What an error of a write to ``output`` means.
  package func failure(_ error: SystemError) -> Failure {
    error == .brokenPipe && file == nil ? .brokenPipe : .file(name, error)
  }
}
