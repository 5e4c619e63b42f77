import SZCommand
import SZJSON
import TestSupport

/// Runs tools in process and compares.
enum Fuzz {
  struct Result: Equatable {
    var output: [UInt8]
    var errors: [UInt8]
    var code: Int32
  }

  static func run(
    _ tool: any Tool.Type, _ arguments: [String], _ input: [UInt8], chunk: Int = .max, window: Int = 1 << 18
  ) -> Result {
    let io = ToolIO(input: input, portions: ToolIO.Portions(chunk: chunk, window: window))
    let code = tool.execute(arguments, io).code
    return Result(output: io.output.contents, errors: io.errors.contents, code: code.rawValue)
  }

  /// What a law or an oracle says otherwise.
  struct Disagreement: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  /// - Throws: a disagreement unless `left` is `right`.
  static func expect<Value: Equatable>(
    _ left: Value, _ right: Value, _ note: @autoclosure () -> String
  ) throws {
    if left == right { return }
    throw Disagreement("\(note())\n  \(left)\n  \(right)")
  }

  /// A JSON string of the text in which some characters are escapes, as `choices` says.
  static func token(_ text: String, _ choices: UInt8) -> [UInt8] {
    var state = UInt32(choices)
    return EscapedString.token(text) {
      state = state &* 1_664_525 &+ 1_013_904_223
      return choices != 0 && state >> 29 == 0
    }
  }

  /// The characters of the one string that a document is.
  static func characters(_ document: [UInt8]) -> [UInt8] {
    let source = SourceBytes(document)
    return JSONString.decoded(source.view, 0..<source.count)
  }

  /// A message up to the column.
  private static func place(_ message: [UInt8]) -> [UInt8] {
    Array(
      message.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).prefix(4).joined(
        separator: [0x3A]))
  }

  /// Whatever the pieces an input comes in, the tool does the same; answers what.
  static func piecesMakeNoDifference(
    _ tool: any Tool.Type, _ arguments: [String], _ input: [UInt8], chunk: Int
  ) throws -> Result {
    let whole = run(tool, arguments, input)
    var pieces = run(tool, arguments, input, chunk: chunk, window: 4096)
    // What else a text that is no JSON looks like depends on how much of it is at hand; the place of the mistake does not.
    let (left, right) = (place(pieces.errors), place(whole.errors))
    try expect(left, right, "\(arguments), pieces of \(chunk), \(input)")
    pieces.errors = whole.errors
    try expect(pieces, whole, "\(arguments), pieces of \(chunk), \(input)")
    return whole
  }
}
