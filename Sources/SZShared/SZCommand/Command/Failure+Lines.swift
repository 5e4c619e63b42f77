internal import SZJSON
internal import SZLines

extension Failure {
  /// What is wrong with a line of one of `inputs`.
  static func line(_ error: LineError, _ inputs: [Input]) -> Failure {
    if case .stopped(let failure as Failure) = error.reason { return failure }
    let input = inputs[error.input]
    return .told("\(Diagnostics.placed(input, error.offset)): \(Diagnostics.words(error, input))")
  }
}

extension Diagnostics {
  /// `file:line:column` of a byte offset, of which only the lines before are counted: a file may be very large.
  static func placed(_ input: Input, _ offset: Int) -> String {
    var numbers = LineNumbers(input.source.view)
    let place = numbers.position(of: offset)
    return "\(input.name):\(place.line):\(place.column)"
  }

  /// What is wrong with a line, in words.
  static func words(_ error: LineError, _ input: Input) -> String {
    switch error.reason {
    case .notJSON(let json, let text): return words(json, ofLine: text)
    case .noIdentity(let key): return "this line is no object with \(key), which identifies the others"
    case .duplicate(let identity, let first):
      var numbers = LineNumbers(input.source.view)
      let place = first.map { numbers.position(of: $0) }
      return "another line has the identity \(identity)"
        + (place.map { ", the one at \($0.line):\($0.column)" } ?? "")
    case .unfitting(let words), .unusable(let words): return words
    case .stopped: return "stopped"
    }
  }

  /// What is wrong with the text of one line, in words.
  private static func words(_ error: JSONError, ofLine text: SourceBytes) -> String {
    switch error.reason {
    case .truncated: return "the line ends within a JSON text; with --lines each is on one line"
    case .unterminatedString: return "the line ends within a string"
    case .duplicateName(let name, let first):
      let column = SourcePosition(text.view, offset: first).column
      return "duplicate member name \(JSONString.shown(name)), first at character \(column) of the line"
    default: break
    }
    guard let mistake = Mistake.behind(error, in: text.view, start: nil) else {
      return words(error.reason, nil)
    }
    switch mistake {
    case .secondText: return "a second JSON text begins on this line"
    // The option that would let them through is not for lines.
    case .comment: return "JSON has no comments"
    case .trailingComma(let bracket):
      return "no comma may stand before '\(String(decoding: [bracket], as: UTF8.self))'"
    default: return words(mistake)
    }
  }
}
