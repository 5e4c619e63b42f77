/// Reads documents that belong together.
public enum DocumentPair {
  /// Below this many bytes a thread costs more than it saves.
  private static let threshold = 1 << 20

  /// Both results. Of two texts that are the same, byte for byte, one is read, and is both documents.
  ///
  /// Two texts that are much alike are read one by the other: that costs less than a thread of its own would gain. Others are
  /// read at once where they are large.
  public static func read(
    _ first: SourceBytes, _ second: SourceBytes, _ options: Document.ReadOptions
  ) -> (Result<Document, JSONError>, Result<Document, JSONError>) {
    if areSame(first, second) {
      let both = result(first, options)
      return (both, both)
    }
    let isAlike = ReferenceText.isLikely(second.view, first.view)
    if isAlike || min(first.count, second.count) <= threshold {
      let reference = result(first, options)
      return (reference, result(second, options, reference: isAlike ? try? reference.get() : nil))
    }
    return ParallelPair.run({ result(first, options) }, { result(second, options) })
  }

  /// Whether two texts are the same, byte for byte. Of those that begin otherwise than with an object or an array it is not said: they are
  /// short, or have a mistake in front, which is found without looking at the rest.
  public static func areSame(_ first: SourceBytes, _ second: SourceBytes) -> Bool {
    guard first.count == second.count, first.count > 0 else { return false }
    let start = first.view[0]
    guard start == UInt8(ascii: "{") || start == UInt8(ascii: "[") else { return false }
    return first.view.equals(0..<first.count, second.view, 0..<second.count)
  }

  /// The results of reading two texts each of which may be much like `reference`, at once where they are large.
  public static func read(
    _ first: SourceBytes, _ second: SourceBytes, _ options: Document.ReadOptions, reference: Document
  ) -> (Result<Document, JSONError>, Result<Document, JSONError>) {
    @Sendable func version(_ source: SourceBytes) -> Result<Document, JSONError> {
      result(
        source, options, reference: ReferenceText.isLikely(source.view, reference.bytes) ? reference : nil)
    }
    guard min(first.count, second.count) > threshold else { return (version(first), version(second)) }
    return ParallelPair.run({ version(first) }, { version(second) })
  }

  /// The document of one text, read by `reference` when there is one.
  private static func result(
    _ source: SourceBytes, _ options: Document.ReadOptions, reference: Document? = nil
  ) -> Result<Document, JSONError> {
    do throws(JSONError) {
      if let reference { return .success(try Document.read(source, options, reference: reference)) }
      return .success(try Document.read(source, options))
    } catch {
      return .failure(error)
    }
  }
}
