/// Bytes that are kept until it is known whether they are wanted: in memory up to a limit, all behind that in a temporary file.
public final class Spool {
  private static let memoryLimit = 1 << 20
  private var memory: [UInt8] = []
  private var file: TemporaryFile?
  private var fileOutput: Output?

  public init() {}

  public var isEmpty: Bool { memory.isEmpty && file == nil }

  /// Adds a range of an input.
  /// - Throws: what keeps the temporary file from being made or written.
  public func append(_ bytes: ByteView, _ range: Range<Int>) throws(SystemError) {
    if fileOutput == nil, memory.count + range.count <= Spool.memoryLimit {
      unsafe bytes.withBytes(range) { unsafe memory.append(contentsOf: $0) }
      return
    }
    try output().write(bytes, range)
  }

  /// The file, which has begun with what was in memory.
  private func output() throws(SystemError) -> Output {
    if let fileOutput { return fileOutput }
    let scratch = try TemporaryFile.scratch()
    let output = Output(descriptor: scratch.descriptor)
    try output.write(memory)
    memory = []
    (file, fileOutput) = (scratch, output)
    return output
  }

  /// Adds bytes.
  /// - Throws: what keeps the temporary file from being made or written.
  public func append(_ bytes: [UInt8]) throws(SystemError) {
    if fileOutput == nil, memory.count + bytes.count <= Spool.memoryLimit {
      memory += bytes
      return
    }
    try output().write(bytes)
  }

  /// Adds all of another one, which is empty then.
  public func append(_ other: Spool) throws(SystemError) {
    try append(other.memory)
    if let file = other.file {
      try other.fileOutput?.flush()
      try file.rewind()
      let source = try InputFile.read(descriptor: file.descriptor, name: file.path)
      try append(source.view, 0..<source.count)
    }
    other.removeAll()
  }

  /// All of it, to be read.
  public func contents() throws(SystemError) -> SourceBytes {
    guard let file else { return SourceBytes(memory) }
    try fileOutput?.flush()
    try file.rewind()
    return try InputFile.read(descriptor: file.descriptor, name: file.path)
  }

  /// Writes all to `output`, and is empty then.
  public func move(to output: Output) throws(SystemError) {
    try output.write(memory)
    if let file, let fileOutput {
      try fileOutput.flush()
      try file.rewind()
      try ByteSource(name: file.path, descriptor: file.descriptor).copy(to: output)
    }
    removeAll()
  }

  public func removeAll() {
    memory.removeAll(keepingCapacity: true)
    fileOutput = nil
    file = nil
  }
}
