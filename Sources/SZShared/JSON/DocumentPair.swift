/// Reads two documents.
package enum DocumentPair {
  /// Below this many bytes a thread costs more than it saves.
  private static let threshold = 1 << 20

  /// Both results, read at once where that is worth it.
  package static func read(
    _ first: SourceBytes, _ second: SourceBytes, _ options: Document.ReadOptions
  ) -> (Result<Document, JSONError>, Result<Document, JSONError>) {
    guard min(first.count, second.count) > threshold else {
      return (result(first, options), result(second, options))
    }
    return ParallelPair.run({ result(first, options) }, { result(second, options) })
  }

  private static func result(_ source: SourceBytes, _ options: Document.ReadOptions) -> Result<
    Document, JSONError
  > {
    do { return .success(try Document.read(source, options)) } catch { return .failure(error) }
  }
}
