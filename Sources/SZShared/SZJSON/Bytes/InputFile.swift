#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Reads whole inputs: a regular file by mapping it, anything else by reading to its end.
public enum InputFile {
  /// The bytes of the file at `path`, which messages call `name`, and what the file was then. What is no regular file is held in memory,
  /// or where it `isSpooled` in a temporary file.
  /// - Throws: what open(2), fstat(2) or read(2) say; a directory is an error.
  public static func read(path: String, name: String, isSpooled: Bool = false) throws(SystemError)
    -> (SourceBytes, FileState?)
  {
    let descriptor = try SystemError.retrying { unsafe open(path.systemName, O_RDONLY | O_CLOEXEC) }
    defer { close(descriptor) }
    let state = FileState(descriptor: descriptor)
    return (try read(descriptor: descriptor, name: name, isSpooled: isSpooled), state)
  }

  /// The bytes of an open file, from where it stands.
  public static func read(descriptor: Descriptor, name: String, isSpooled: Bool = false) throws(SystemError)
    -> SourceBytes
  {
    let status = try Platform.status(of: descriptor)
    if Platform.type(status) == S_IFDIR { throw .isDirectory }
    let size = Int(status.st_size)
    if Platform.type(status) == S_IFREG, size > 0, lseek(descriptor, 0, SEEK_CUR) == 0,
      let mapping = Mapping.file(descriptor: descriptor, count: size)
    {
      unsafe FaultHandler.expect(at: mapping.base, count: size, name: name)
      return SourceBytes(mapping: mapping, count: size)
    }
    return try isSpooled ? spooled(descriptor, name) : readToEnd(descriptor)
  }

  /// All that comes from a descriptor, in a file that nobody sees and that takes no memory.
  private static func spooled(_ descriptor: Descriptor, _ name: String) throws(SystemError) -> SourceBytes {
    let file = try TemporaryFile.scratch()
    let output = Output(descriptor: file.descriptor)
    try ByteSource(name: name, descriptor: descriptor).copy(to: output)
    try output.flush()
    try file.rewind()
    // The mapping holds the file, also without a name.
    return try read(descriptor: file.descriptor, name: name)
  }

  private static func readToEnd(_ descriptor: Descriptor) throws(SystemError) -> SourceBytes {
    var length = 1 << 18
    guard var mapping = Mapping.zeroed(length: length) else { throw SystemError(ENOMEM) }
    var count = 0
    while true {
      if count + ByteView.padding >= length {
        length *= 2
        guard let larger = Mapping.zeroed(length: length) else { throw SystemError(ENOMEM) }
        unsafe larger.base.copyMemory(from: mapping.base, byteCount: count)
        mapping = larger
      }
      let room = length - ByteView.padding - count
      let got = try SystemError.retrying(.reading, descriptor) {
        unsafe Platform.read(descriptor, mapping.base + count, room)
      }
      if got == 0 { return SourceBytes(mapping: mapping, count: count) }
      count += got
    }
  }
}
