internal import SZJSON

/// A file that is written beside the result: a report, or rejects. It is made before the result is, so that what cannot be written
/// is known, and gets its place after it.
public struct Companion {
  private enum Job {
    case write(Destination)
    /// Of what cannot be taken back, such as a pipe, nothing is written before its time.
    case writeLate(Destination, [UInt8])
    case remove(name: String, path: String)
  }

  private let job: Job

  /// Prepares `text` for the file called `name`; `-` is the standard output.
  public init(_ name: String, _ text: [UInt8], _ io: ToolIO) throws(Failure) {
    let destination = try Destination(file: name, io)
    guard destination.isReplaced else {
      job = .writeLate(destination, text)
      return
    }
    try destination.prepare { output throws(SystemError) in try output.write(text) }
    job = .write(destination)
  }

  /// Prepares to remove the file called `name`, if there is one.
  init(removing name: String, _ io: ToolIO) { job = .remove(name: name, path: io.path(name)) }

  public func commit() throws(Failure) {
    switch job {
    case .write(let destination): try destination.commit()
    case .writeLate(let destination, let text):
      try destination.write { output throws(SystemError) in try output.write(text) }
    case .remove(let name, let path):
      do { try AtomicFile.remove(path: path) } catch { throw .file(name, error) }
    }
  }
}
