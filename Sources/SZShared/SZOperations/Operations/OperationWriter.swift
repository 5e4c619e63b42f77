internal import SZJSON

/// Writes the operations of a JSON Patch, in one line.
struct OperationWriter {
  /// Whether what is replaced, removed or moved is tested before.
  let hasTests: Bool
  private var output = [UInt8(ascii: "[")]

  init(hasTests: Bool) { self.hasTests = hasTests }

  /// All of them.
  var text: [UInt8] { output + [UInt8(ascii: "]")] }

  /// Begins an operation, up to the end of its last pointer: `from`, where there is one, comes first.
  private mutating func begin(_ action: JSONPatch.Action, from source: Pointer? = nil, _ path: Pointer) {
    if output.count > 1 { output.append(UInt8(ascii: ",")) }
    output += action.head
    if let source {
      output += OperationWriter.from
      append(source)
      output.append(UInt8(ascii: "\""))
    }
    output += OperationWriter.path
    append(path)
    output.append(UInt8(ascii: "\""))
  }

  private static let from = Array(",\"from\":\"".utf8)
  private static let path = Array(",\"path\":\"".utf8)
  private static let value = Array(",\"value\":".utf8)

  /// A pointer as it stands in a string: what this has come to, with a step below it or without.
  enum Pointer {
    case here([UInt8])
    case element([UInt8], Int)
  }

  private mutating func append(_ pointer: Pointer) {
    switch pointer {
    case .here(let text): output += text
    case .element(let text, let index):
      output += text
      output.append(UInt8(ascii: "/"))
      Decimal.append(index, to: &output)
    }
  }

  /// Writes an operation.
  mutating func operation(_ action: JSONPatch.Action, _ path: Pointer, value: Value? = nil) {
    begin(action, path)
    if let value {
      output += OperationWriter.value
      value.appendCompact(to: &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  /// Writes that a value is tested, where that is wished.
  mutating func test(_ path: Pointer, _ value: Value?) {
    if hasTests, let value { operation(.test, path, value: value) }
  }

  /// Writes a move.
  mutating func move(from source: Pointer, to path: Pointer) {
    begin(.move, from: source, path)
    output.append(UInt8(ascii: "}"))
  }

  /// Writes what becomes of the value at `path`.
  mutating func change(_ path: Pointer, from before: Value?, to after: Value?) {
    switch (before, after) {
    case (nil, nil): return
    case (nil, let after?): operation(.add, path, value: after)
    case (let before?, nil):
      test(path, before)
      operation(.remove, path)
    case (let before?, let after?):
      test(path, before)
      operation(.replace, path, value: after)
    }
  }
}
