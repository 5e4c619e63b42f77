internal import SZJSON

/// A tool by the name that people call it by.
public struct NamedTool: Sendable {
  public let name: String
  let main: @Sendable ([String]) -> Void

  /// - Parameter main: runs the tool on the words behind its name.
  public init(_ name: String, _ main: @escaping @Sendable ([String]) -> Void) {
    self.name = name
    self.main = main
  }
}

/// A program that is several tools, which have most of their code in common. Which one it is says the name that it is called by, or
/// else its first word: `sz-diff a b` and `sz diff a b` are the same.
public struct Program: Sendable {
  private let tools: [NamedTool]
  private let other: NamedTool

  /// - Parameter other: what runs when neither says it.
  public init(_ tools: [NamedTool], otherwise other: NamedTool) {
    self.tools = tools
    self.other = other
  }

  /// Runs what the command line asks for.
  public func run() {
    let (tool, words) = choice(SystemText.programName, SystemText.arguments)
    tool.main(words)
  }

  /// The tool for a program that is called by `path`, and the words for it.
  public func choice(_ path: String, _ words: [String]) -> (tool: NamedTool, words: [String]) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let called = Array(path.utf8[(slash.map { path.utf8.index(after: $0) } ?? path.startIndex)...])
    if let tool = tools.first(where: { Program.isName(called, of: Array($0.name.utf8)) }) {
      return (tool, words)
    }
    if let first = words.first,
      let tool = tools.first(where: { $0.name == first || $0.name == "sz-" + first })
    {
      return (tool, Array(words.dropFirst()))
    }
    return (other, words)
  }

  /// Whether a program's name is that of the tool, alone or with a version behind it: `sz-diff-1.2`, `sz-diff.1`, `sz-diff2`.
  private static func isName(_ called: [UInt8], of tool: [UInt8]) -> Bool {
    guard called.starts(with: tool) else { return false }
    var version = called.dropFirst(tool.count)
    guard let first = version.first else { return true }
    if first == UInt8(ascii: "-") || first == UInt8(ascii: ".") { version = version.dropFirst() }
    return version.first.map { ASCII.isDigit($0) } ?? false
  }
}
