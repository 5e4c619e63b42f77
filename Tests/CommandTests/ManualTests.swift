import SZShared
import TestSupport
import Testing

/// The help and the manual say the same.
@Suite(.limited) struct ManualTests {
  static let names = ToolRunner.tools.map { $0.spec.name }

  /// How the man page heads an option.
  static func head(_ option: Option) -> String {
    let short = option.short.map { "Fl \($0) , " } ?? ""
    return switch option.argument {
    case .none: ".It \(short)Fl -\(option.long)"
    case .required(let name): ".It \(short)Fl -\(option.long) Ns = Ns Ar \(name)"
    case .optional(let name): ".It \(short)Fl -\(option.long) Ns Op = Ns Ar \(name)"
    }
  }

  @Test(arguments: names) func optionsAreTheSame(name: String) throws {
    let tool = try #require(ToolRunner.tool(name))
    let page = String(decoding: try TestFiles.read(TestFiles.packageRoot + "/man/\(name).1"), as: UTF8.self)
    let heads = page.split(separator: "\n").map(String.init).filter { $0.hasPrefix(".It Fl") }
    #expect(Set(heads) == Set(tool.spec.options.map(ManualTests.head)))
    for option in tool.spec.options where !option.values.isEmpty {
      for value in option.values {
        let isNamed = page.contains("\n.Cm \(value)") || page.contains("\n.It Cm \(value)\n")
        #expect(isNamed, "\(option.long) \(value)")
      }
    }
  }

  @Test(arguments: names) func helpNamesEveryOption(name: String) throws {
    let tool = try #require(ToolRunner.tool(name))
    let result = ToolRunner.run(tool, ["--help"])
    #expect(result.code == 0 && result.errors.isEmpty)
    let help = String(decoding: result.output, as: UTF8.self)
    for option in tool.spec.options { #expect(help.contains("--" + option.long)) }
    for line in help.split(separator: "\n") { #expect(line.count < 80, "\(line)") }
    #expect(ToolRunner.run(tool, ["-V"]).output == Array("\(name) (sz) \(CommandSpec.version)\n".utf8))
  }
}
