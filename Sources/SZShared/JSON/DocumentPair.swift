/// Reads documents that belong together.
package enum DocumentPair {
  /// Below this many bytes a thread costs more than it saves.
  private static let threshold = 1 << 20

  /// Both results.
  ///
  /// Two texts that are much alike are read one by the other: that costs less than a thread of its own would gain. Others are
  /// read at once where they are large.
  package static func read(
    _ first: SourceBytes, _ second: SourceBytes, _ options: Document.ReadOptions
  ) -> (Result<Document, JSONError>, Result<Document, JSONError>) {
    if min(first.count, second.count) <= threshold || TwinText.isLikely(second.view, first.view) {
      let twin = result(first, options)
      return (twin, result(second, options, twin: try? twin.get()))
    }
    return ParallelPair.run({ result(first, options) }, { result(second, options) })
  }

  /// The results of reading two texts that may be much like `twin`, at once where they are large.
  package static func read(
    _ first: SourceBytes, _ second: SourceBytes, _ options: Document.ReadOptions, twin: Document?
  ) -> (Result<Document, JSONError>, Result<Document, JSONError>) {
    guard min(first.count, second.count) > threshold else {
      return (result(first, options, twin: twin), result(second, options, twin: twin))
    }
    return ParallelPair.run(
      { result(first, options, twin: twin) }, { result(second, options, twin: twin) })
  }

  private static func result(
    _ source: SourceBytes, _ options: Document.ReadOptions, twin: Document? = nil
  ) -> Result<Document, JSONError> {
    do throws(JSONError) {
      if let twin, TwinText.isLikely(source.view, twin.bytes) {
        return .success(try Document.read(source, options, twin: twin))
      }
      return .success(try Document.read(source, options))
    } catch {
      return .failure(error)
    }
  }
}
