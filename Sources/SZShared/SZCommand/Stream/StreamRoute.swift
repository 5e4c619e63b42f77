public import SZJSON

/// Where a stream comes from and goes to, and how much of it is held at once.
public struct StreamRoute {
  let source: ByteSource
  /// Nil where nothing is written.
  let output: Output?
  private let windowSize: Int

  public init(from source: ByteSource, to output: Output?, windowSize: Int) {
    (self.source, self.output, self.windowSize) = (source, output, windowSize)
  }

  /// The window for a converter that must see so many bytes as a whole.
  func window(longestWhole: Int) throws(SystemError) -> StreamWindow {
    try StreamWindow(source, capacity: max(windowSize, 2 * longestWhole))
  }
}
