package import SZShared
import TestSupport

/// What a fuzzer hands over: a few bytes that choose, then the rest.
package struct FuzzInput {
  private var bytes: ArraySlice<UInt8>

  package init(_ data: UnsafePointer<UInt8>?, _ size: Int) {
    bytes = ArraySlice(UnsafeBufferPointer(start: data, count: size))
  }

  /// The next byte; 0 behind the end.
  package mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  /// A number from 0 to below `limit`, which is at most 256.
  package mutating func below(_ limit: Int) -> Int { Int(byte()) % limit }

  package mutating func word() -> UInt64 { (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) } }

  /// All that is left.
  package mutating func rest() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }

  /// All that is left, made UTF-8.
  package mutating func text() -> String { String(decoding: rest(), as: UTF8.self) }
}

/// Runs tools in process and compares.
package enum Fuzz {
  package struct Result: Equatable {
    package var output: [UInt8]
    package var errors: [UInt8]
    package var code: Int32
  }

  package static func run(
    _ tool: any Tool.Type, _ arguments: [String], _ input: [UInt8], chunk: Int = .max, window: Int = 1 << 18
  ) -> Result {
    let io = ToolIO(input: input, chunkSize: chunk, windowSize: window)
    let code = tool.execute(arguments, io).code
    return Result(output: io.output.contents, errors: io.errors.contents, code: code.rawValue)
  }

  /// Traps, after saying why, unless `left` is `right`.
  package static func expect<Value: Equatable>(
    _ left: Value, _ right: Value, _ note: @autoclosure () -> String
  ) {
    if left == right { return }
    fatalError("disagreement: \(note())\n  \(left)\n  \(right)")
  }

  /// A JSON string of the text in which some characters are escapes, as `choices` says.
  package static func token(_ text: String, _ choices: UInt8) -> [UInt8] {
    var state = UInt32(choices)
    return EscapedString.token(text) {
      state = state &* 1_664_525 &+ 1_013_904_223
      return choices != 0 && state >> 29 == 0
    }
  }

  /// The characters of the one string that a document is.
  package static func characters(_ document: [UInt8]) -> [UInt8] {
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
  package static func piecesMakeNoDifference(
    _ tool: any Tool.Type, _ arguments: [String], _ input: [UInt8], chunk: Int
  ) -> Result {
    let whole = run(tool, arguments, input)
    var pieces = run(tool, arguments, input, chunk: chunk, window: 4096)
    // What else a text that is no JSON looks like depends on how much of it is at hand; the place of the mistake does not.
    let (left, right) = (place(pieces.errors), place(whole.errors))
    expect(left, right, "\(arguments), pieces of \(chunk), \(input)")
    pieces.errors = whole.errors
    expect(pieces, whole, "\(arguments), pieces of \(chunk), \(input)")
    return whole
  }
}
