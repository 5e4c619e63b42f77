public import SZJSON
internal import SZModel

/// Why a tool cannot go on. The words are made in one place, ``Diagnostics``.
public enum Failure: Error {
  case usage(UsageError)
  /// An input that is not JSON.
  case notJSON(Input, JSONError)
  /// A stream that is not JSON from some place on.
  case badStream(name: String, SourcePosition, JSONError.Reason, Mistake?)
  /// An input that is JSON but not what it should be.
  case unusable(Input, offset: Int, reason: String)
  /// What another program says of an input, with the file and place in front.
  case told(String)
  /// A file or stream that cannot be read or written.
  case file(String, SystemError)
  /// A file that could not be replaced by its new content.
  case notReplaced(String, AtomicFile.Problem)
  /// An input that is what the standard output goes to; empty when the shell has made room in it for the output.
  case inputIsOutput(String, isEmpty: Bool)
  /// The reader of the output has gone.
  case brokenPipe
}

extension Failure {
  /// What a document must not have under a model.
  static func unfitting(_ input: Input, _ document: Document, _ error: EntityError) -> Failure {
    var positions = SourcePositions(input.source.view)
    let reason = error.words { node in
      let place = positions.position(of: document.start(node))
      return "\(place.line):\(place.column)"
    }
    return .unusable(input, offset: document.start(error.node), reason: reason)
  }
}

/// The bytes of an input and the name it has in messages.
public struct Input: Sendable {
  public let name: String
  public let source: SourceBytes
  /// Where the text begins in the file of that name, if it is one line of it between brackets.
  let origin: SourcePosition?

  public init(name: String, source: SourceBytes, origin: SourcePosition? = nil) {
    (self.name, self.source, self.origin) = (name, source, origin)
  }
}
