public import SZJSON

/// Where a tool's result goes: the standard output, or a file that is replaced whole or not at all.
public struct Destination {
  private let name: String
  private let file: AtomicFile?
  public let output: Output
  private let backupSuffix: String?

  /// What `-o` and `-i` ask for; `-i` means the file called `operand`.
  public init(_ arguments: ParsedArguments, inPlace operand: String?, _ io: ToolIO) throws(Failure) {
    let inPlace = arguments.has(.inPlace)
    do { try Destination.check(arguments, inPlace: operand) } catch { throw .usage(error) }
    let target = inPlace ? operand : arguments.value(.output)
    try self.init(
      file: target, backupSuffix: inPlace ? arguments.value(.inPlace) : nil, isEdit: inPlace, io)
  }

  /// The file called `target`; the standard output when that is nil or `-`. A file that was read is replaced only if it has
  /// not changed since. It outlives a power failure unless that is not asked for.
  public init(
    file target: String?, backupSuffix: String? = nil, isEdit: Bool = false, isDurable: Bool = true,
    _ io: ToolIO
  ) throws(Failure) {
    self.backupSuffix = backupSuffix
    guard let target, target != "-" else {
      (name, file, output) = ("<stdout>", nil, io.output)
      return
    }
    do {
      let file = try AtomicFile(
        path: io.path(target), expected: io.state(ofInput: target), isEdit: isEdit, isDurable: isDurable)
      (name, self.file, output) = (target, file, file.output)
    } catch { throw .notReplaced(target, error) }
  }

  /// Checks that the result has one place: for those who do something before they have it, too.
  static func check(_ arguments: ParsedArguments, inPlace operand: String?) throws(UsageError) {
    guard arguments.has(.inPlace) else { return }
    if arguments.has(.output) { throw .conflicting("--in-place", "--output") }
    if operand == nil || operand == "-" { throw .needs("--in-place", "a file to edit") }
  }

  /// Checks that what `options` write beside the result goes to files of its own; one may take the standard output when the result
  /// does not go there.
  public static func checkBeside(
    _ options: [Option], _ arguments: ParsedArguments, writesResult: Bool = true
  ) throws(UsageError) {
    var taken: [(file: String, option: String?)] = []
    if writesResult, !arguments.has(.inPlace) {
      taken.append((arguments.value(.output) ?? "-", arguments.has(.output) ? Option.output.long : nil))
    }
    for option in options {
      guard let file = arguments.value(option) else { continue }
      if let other = taken.first(where: { $0.file.systemBytes == file.systemBytes }) {
        let name = "--\(option.long)=\(file)"
        guard let long = other.option else { throw .needs(name, "--output=FILE or --in-place") }
        throw .conflicting(name, "--\(long)=\(file)")
      }
      taken.append((file, option.long))
    }
  }

  /// Writes what `body` makes, and then lets it be the result. What is written `beside` it has been prepared, and gets its place when
  /// the result has its own: where that cannot be, nothing is written.
  public func write(
    beside companions: [Companion] = [], _ body: (Output) throws(SystemError) -> Void
  ) throws(Failure) {
    try prepare(body)
    try commit()
    for companion in companions { try companion.commit() }
  }

  /// Writes what `body` makes, but lets it not be the result yet, where that is a file.
  func prepare(_ body: (Output) throws(SystemError) -> Void) throws(Failure) {
    do {
      try body(output)
      try output.flush()
    } catch { throw failure(error) }
  }

  /// Lets what has been written be the result.
  func commit() throws(Failure) {
    do { try file?.commit(backupSuffix: backupSuffix) } catch { throw .notReplaced(name, error) }
  }

  /// Whether what is written can still be taken back.
  var isReplaced: Bool { file?.isReplaced ?? false }

  /// What an error of a write to ``output`` means.
  public func failure(_ error: SystemError) -> Failure {
    error == .brokenPipe && file == nil ? .brokenPipe : .file(name, error)
  }
}
