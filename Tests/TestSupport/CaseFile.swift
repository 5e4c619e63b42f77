/// Test cases as text: a command line, the files it finds, and all that it must do.
///
///     === name of the case
///     $ sz-diff a.json b.json
///     --- a.json
///     {"a": 1}
///     --- b.json
///     {"a": 2}
///     --- stdout
///     {"attributes":{"old":{"a":1},"new":{"a":2}}}
///     --- exit 0
///
/// Sections are files, but for `stdout`, `stderr`, `exit N` and `after FILE` (what the file holds in the end; `absent` in
/// place of a text says that it is not there). What is not given is empty, and the exit code 0. `(no newline)` behind a
/// section's name leaves out the last newline; `(escaped)` resolves `\xNN`, `\n` and `\\` and leaves out all newlines of the text.
///
///     --- model.json (as above)
///
/// has no text of its own: the file holds what the file of that name held in the nearest case above that had one. Where there is
/// none, or where a text follows, the case file is not read.
package struct CaseFile {
  package struct Case: Sendable, CustomStringConvertible {
    package var name: String
    package var line: String
    /// The case file, from the package's root on, and the number in it of the line with the name, from 1 on.
    package var place: (file: String, line: Int)
    package var files: [(name: String, text: [UInt8])] = []
    package var output: [UInt8] = []
    package var errors: [UInt8] = []
    package var code: Int32 = 0
    package var after: [(name: String, text: [UInt8]?)] = []
    package var description: String { name }
  }

  package let cases: [Case]

  /// Reads the case file at `path`.
  package init(_ path: String) throws {
    let text = String(decoding: try TestFiles.read(path), as: UTF8.self)
    var cases: [Case] = []
    var section: (name: String, lines: [Substring])?
    /// What the files of the cases so far hold, the last text of each name.
    var above: [String: [UInt8]] = [:]
    func finish() throws {
      guard let (header, lines) = section else { return }
      section = nil
      try CaseFile.add(header, lines, above: above, to: &cases[cases.count - 1])
    }
    let file =
      path.hasPrefix(TestFiles.packageRoot + "/")
      ? String(path.dropFirst(TestFiles.packageRoot.count + 1)) : path
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("=== ") {
        try finish()
        for file in cases.last?.files ?? [] { above[file.name] = file.text }
        cases.append(Case(name: String(line.dropFirst(4)), line: "", place: (file, number + 1)))
      } else if line.hasPrefix("$ "), section == nil, !cases.isEmpty {
        cases[cases.count - 1].line = String(line.dropFirst(2))
      } else if line.hasPrefix("--- ") {
        try finish()
        section = (String(line.dropFirst(4)), [])
      } else {
        section?.lines.append(line)
      }
    }
    try finish()
    self.cases = cases
  }

  private static func add(
    _ header: String, _ lines: [Substring], above: [String: [UInt8]], to target: inout Case
  ) throws {
    var name = header
    // The empty line before the next case is not part of a text.
    var lines = lines
    while lines.last == "" { lines.removeLast() }
    if take(" (as above)", from: &name) {
      guard let text = above[name] else { throw TestFiles.Failure("nothing stands above: \(header)") }
      guard lines.isEmpty else { throw TestFiles.Failure("two texts: \(header)") }
      target.files.append((name, text))
      return
    }
    let isEscaped = take(" (escaped)", from: &name)
    let hasNewline = !take(" (no newline)", from: &name)
    var text = Array(lines.joined(separator: isEscaped ? "" : "\n").utf8)
    if isEscaped { text = unescaped(text) } else if hasNewline, !lines.isEmpty { text.append(0x0A) }
    if name == "stdout" {
      target.output = text
    } else if name == "stderr" {
      target.errors = text
    } else if name.hasPrefix("exit ") {
      guard let code = Int32(name.dropFirst(5)) else { throw TestFiles.Failure("bad section: \(header)") }
      target.code = code
    } else if name.hasPrefix("after ") {
      let isAbsent = take(" absent", from: &name)
      target.after.append((String(name.dropFirst(6)), isAbsent ? nil : text))
    } else {
      target.files.append((name, text))
    }
  }

  private static func take(_ suffix: String, from name: inout String) -> Bool {
    guard name.hasSuffix(suffix) else { return false }
    name.removeLast(suffix.count)
    return true
  }

  private static func unescaped(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: "\\"), index + 1 < text.count else {
        result.append(text[index])
        index += 1
        continue
      }
      switch text[index + 1] {
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "x"):
        result.append(UInt8(String(decoding: text[index + 2..<index + 4], as: UTF8.self), radix: 16) ?? 0)
        index += 2
      default: result.append(text[index + 1])
      }
      index += 2
    }
    return result
  }

  /// What the case's command line really did, in the form of the sections that a case file has for it.
  package static func transcript(_ result: ToolRunner.Result) -> String {
    var text = ""
    if !result.output.isEmpty { text += "--- stdout\n" + String(decoding: result.output, as: UTF8.self) }
    if !result.errors.isEmpty { text += "--- stderr\n" + result.errors }
    return text + "--- exit \(result.code)\n"
  }
}
