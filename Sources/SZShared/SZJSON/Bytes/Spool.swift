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
    if fileOutput == nil {
      let made = try TemporaryFile.scratch()
      file = made
      fileOutput = Output(descriptor: made.descriptor)
    }
    try fileOutput?.write(bytes, range)
  }

  /// Adds bytes.
  /// - Throws: what keeps the temporary file from being made or written.
  public func append(_ bytes: [UInt8]) throws(SystemError) {
    if fileOutput == nil, memory.count + bytes.count <= Spool.memoryLimit {
      memory += bytes
      return
    }
    if fileOutput == nil {
      let made = try TemporaryFile.scratch()
      file = made
      fileOutput = Output(descriptor: made.descriptor)
    }
    try fileOutput?.write(bytes)
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
