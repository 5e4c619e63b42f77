internal import SZJSON

/// Turns mistakes into words: `tool: file:line:column: lower-case reason`.
public enum Diagnostics {
  /// The message for a failure; nil where a tool ends without one.
  public static func message(_ failure: Failure, spec: CommandSpec) -> String? {
    switch failure {
    case .usage(let error):
      var hint = ""
      if case .extraOperand = error { hint = spec.extraOperandHint.map { "; " + $0 } ?? "" }
      return "\(spec.name): \(words(error))\(hint)\nTry '\(spec.name) --help' for more information.\n"
    case .notJSON(let input, let error):
      let view = input.source.view
      let mistake = Mistake.behind(error, in: view, start: Encoding.start(view))
      let words = mistake.map(words) ?? words(error.reason, input.source)
      return "\(spec.name): \(located(input, error.offset)): \(words)\n"
    case .badStream(let name, let position, let reason, let mistake):
      let words = mistake.map(words) ?? words(reason, nil)
      return "\(spec.name): \(shown(name)):\(position.line):\(position.column): \(words)\n"
    case .unusable(let input, let offset, let reason):
      return "\(spec.name): \(located(input, offset)): \(reason)\n"
    case .told(let words):
      return "\(spec.name): \(words)\n"
    case .file(let name, let error):
      return "\(spec.name): \(shown(name)): \(error.words)\n"
    case .notReplaced(let name, let problem):
      return "\(spec.name): \(words(problem, name))\n"
    case .inputIsOutput(let name, let isEmpty):
      let reason = isEmpty ? "empty input; the output goes to the same file" : "input file is output file"
      return "\(spec.name): \(shown(name)): \(reason)\n"
    case .brokenPipe:
      return nil
    }
  }

  /// `file:line:column` of a byte offset.
  public static func located(_ input: Input, _ offset: Int) -> String {
    var positions = SourcePositions(input.source.view)
    return located(input, offset, &positions)
  }

  /// The same for one of many offsets, whose `positions` in the input's text are kept from one to the next.
  static func located(_ input: Input, _ offset: Int, _ positions: inout SourcePositions) -> String {
    let own = positions.position(of: offset)
    let position = input.origin.map { own.inText(at: $0) } ?? own
    return "\(input.name):\(position.line):\(position.column)"
  }

  /// A name that is empty would not be seen.
  private static func shown(_ name: String) -> String { name.isEmpty ? "''" : TerminalText.name(name) }

  private static func words(_ problem: AtomicFile.Problem, _ name: String) -> String {
    switch problem {
    case .file(let error): "\(shown(name)): \(error.words)"
    case .folder(let error): "\(shown(name)): no temporary file can be made beside it: \(error.words)"
    case .backup(let backup, let error): "\(shown(backup)): \(error.words)"
    case .changedMeanwhile: "\(shown(name)): changed by another program meanwhile, and left as it is now"
    case .notRegular: "\(shown(name)): no regular file, so it cannot be edited in place"
    }
  }

  private static func words(_ error: UsageError) -> String {
    switch error {
    case .unknownOption(let name, let nearest):
      "unknown option '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .ambiguousOption(let name, let candidates):
      "option '\(name)' is ambiguous: \(candidates.joined(separator: ", "))"
    case .missingValue(let name): "option '\(name)' needs a value"
    case .unexpectedValue(let name): "option '\(name)' takes no value"
    case .invalidValue(let option, let value, let expected):
      "option '\(option)' cannot be '\(value)'; it takes \(expected)"
    case .missingOperands(let names, let taken):
      "missing operand\(names.count == 1 ? "" : "s") \(names.joined(separator: " "))"
        + (taken.isEmpty
          ? "" : " (" + taken.map { "\($0.option) took '\($0.value)'" }.joined(separator: ", ") + ")")
    case .foreignOption(let name, let known): "unknown option '\(name)'; it is '\(known)' here"
    case .standardInputTwice: "only one input can be '-', the standard input"
    case .extraOperand(let operand): "extra operand '\(operand)'"
    case .conflicting(let first, let second): "'\(first)' and '\(second)' exclude each other"
    case .unsuited(let option, let format): "'\(option)' cannot be used with \(format)"
    case .sameFile(let first, let second): "'\(first)' and '\(second)' are the same file"
    case .needs(let option, let other): "'\(option)' needs \(other)"
    case .unknownTool(let name, let tools): "no tool '\(name)'; there are \(tools.joined(separator: ", "))"
    }
  }

  static func words(_ reason: JSONError.Reason, _ source: SourceBytes?) -> String {
    switch reason {
    case .empty: return "empty input; expected a JSON value"
    case .truncated: return "unexpected end of input"
    case .expectedValue: return "expected a value"
    case .expectedName: return "expected a member name"
    case .expectedNameOrClose: return "expected a member name or '}'"
    case .expectedColon: return "expected ':'"
    case .expectedCommaOrClose(.object): return "expected ',' or '}'"
    case .expectedCommaOrClose(.array): return "expected ',' or ']'"
    case .unterminatedString: return "unexpected end of input in a string"
    case .controlCharacter(let byte): return "control character U+00\(hex(byte)) in a string must be escaped"
    case .invalidEscape: return "invalid escape"
    case .invalidUnicodeEscape: return "invalid escape; expected \\u and four hexadecimal digits"
    case .invalidUTF8: return "invalid UTF-8"
    case .invalidNumber: return "invalid number"
    case .leadingZero: return "invalid number: leading zero"
    case .invalidLiteral: return "invalid literal; expected true, false or null"
    case .trailingContent: return "unexpected content after the JSON value"
    case .utf16: return "this looks like UTF-16; convert it with 'iconv -f UTF-16 -t UTF-8'"
    case .utf32: return "this looks like UTF-32; convert it with 'iconv -f UTF-32 -t UTF-8'"
    case .duplicateName(let name, let first):
      let position = source.map { SourcePosition($0.view, offset: first) }
      return "duplicate member name \(JSONString.shown(name))"
        + (position.map { ", first at \($0.line):\($0.column)" } ?? "")
    case .tooLarge: return "input of a tebibyte or more"
    case .joinedName(let name):
      return "this member would get the name \(JSONString.shown(name)), which another one of the object has"
    case .unterminatedComment: return "this comment has no end"
    case .invalidDate: return "this begins like a date but cannot be converted"
    }
  }

  private static func hex(_ byte: UInt8) -> String {
    String(
      decoding: [ASCII.hexDigit(byte >> 4), ASCII.hexDigit(byte & 15)], as: UTF8.self
    ).uppercased()
  }
}
