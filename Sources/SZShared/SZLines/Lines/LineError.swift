public import SZJSON

/// What is wrong with one line of an input.
public struct LineError: Error {
  public enum Reason: Sendable {
    /// It is no JSON text; `text` is the line's own, and the error's offset is one in that.
    case notJSON(JSONError, text: SourceBytes)
    /// It is no object that has what identifies the others.
    case noIdentity(key: String)
    /// Another one has its identity, `first` bytes into the input where that is known.
    case duplicate(identity: String, first: Int?)
    /// It has something that the model does not allow.
    case unfitting(String)
    /// Whoever used the line could not go on.
    case stopped(any Error)
    /// It is more than one JSON text, or none that can stand for an entity.
    case unusable(String)
  }

  /// Which of the inputs it is in, from 0 on.
  public let input: Int
  /// Bytes from the start of that.
  public let offset: Int
  public let reason: Reason

  public init(_ reason: Reason, input: Int, at offset: Int) {
    (self.reason, self.input, self.offset) = (reason, input, offset)
  }
}
