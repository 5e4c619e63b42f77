package import SZCommand
internal import SZJSON
internal import SZMarkup

/// Runs tools in process, over memory and one folder.
package enum ToolRunner {
  /// Every tool there is.
  package static let tools: [any Tool.Type] = [
    DiffCommand.self, PatchCommand.self, MergeCommand.self, JSONDateCommand.self, HTMLEncodeCommand.self,
  ]

  package struct Result: Equatable {
    package var output: [UInt8]
    package var errors: String
    package var code: Int32

    package init(output: [UInt8], errors: String, code: Int32) {
      self.output = output
      self.errors = errors
      self.code = code
    }
  }

  package static func tool(_ name: String) -> (any Tool.Type)? { tools.first { $0.spec.name == name } }

  /// One tool.
  package static func run(
    _ tool: any Tool.Type, _ arguments: [String], input: [UInt8] = [], folder: String? = nil,
    environment: [String: String] = [:], chunkSize: Int = .max, windowSize: Int = 1 << 18
  ) -> Result {
    let io = ToolIO(
      input: input, folder: folder, environment: environment,
      portions: ToolIO.Portions(chunk: chunkSize, window: windowSize))
    io.coreDataAnswer = { CoreDataProgram.answer($0) }
    let code = tool.execute(arguments, io).code
    return Result(
      output: io.output.contents, errors: String(decoding: io.errors.contents, as: UTF8.self),
      code: code.rawValue)
  }

  /// A command line as a shell would run it with `pipefail`: tools with `|` between them, words quoted with `'`, input
  /// from `< FILE`. The code is that of the last tool that did not end with 0.
  package static func run(line: String, folder: String) throws -> Result {
    var input: [UInt8] = []
    var errors = ""
    var code: Int32 = 0
    for command in split(line).split(separator: "|") {
      var words = Array(command)
      if let redirect = words.firstIndex(of: "<") {
        input = try TestFiles.read(folder + "/" + words[redirect + 1])
        words.removeSubrange(redirect...redirect + 1)
      }
      guard let tool = tool(words[0]) else { throw TestFiles.Failure("no tool called \(words[0])") }
      let result = run(tool, Array(words.dropFirst()), input: input, folder: folder)
      input = result.output
      errors += result.errors
      if result.code != 0 { code = result.code }
    }
    return Result(output: input, errors: errors, code: code)
  }

  private static func split(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in line {
      if character == "'" {
        isQuoted.toggle()
        word = word ?? ""
      } else if character == " ", !isQuoted {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return words
  }
}
