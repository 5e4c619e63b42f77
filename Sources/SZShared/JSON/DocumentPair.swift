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
    let isAlike = TwinText.isLikely(second.view, first.view)
    if isAlike || min(first.count, second.count) <= threshold {
      let twin = result(first, options)
      return (twin, result(second, options, twin: isAlike ? try? twin.get() : nil))
    }
    return ParallelPair.run({ result(first, options) }, { result(second, options) })
  }

  /// The results of reading two texts each of which may be much like `twin`, at once where they are large.
  package static func read(
    _ first: SourceBytes, _ second: SourceBytes, _ options: Document.ReadOptions, twin: Document
  ) -> (Result<Document, JSONError>, Result<Document, JSONError>) {
    @Sendable func version(_ source: SourceBytes) -> Result<Document, JSONError> {
      result(source, options, twin: TwinText.isLikely(source.view, twin.bytes) ? twin : nil)
    }
    guard min(first.count, second.count) > threshold else { return (version(first), version(second)) }
    return ParallelPair.run({ version(first) }, { version(second) })
  }

  /// The document of one text, read by `twin` when there is one.
  private static func result(
    _ source: SourceBytes, _ options: Document.ReadOptions, twin: Document? = nil
  ) -> Result<Document, JSONError> {
    do throws(JSONError) {
      if let twin { return .success(try Document.read(source, options, twin: twin)) }
      return .success(try Document.read(source, options))
    } catch {
      return .failure(error)
    }
  }
}
