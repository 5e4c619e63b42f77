import Glibc
import SZCommand
import SZJSON
import SZMarkup
import SZModel
import SZPatch
import Synchronization
import TestSupport

/// Command lines of all tools, with any options and values, on small documents: they end with 0, 1 or 2, with words when it is 2,
/// with JSON where that is promised, and the second run does what the first one did.
func fuzzCommands(_ bytes: [UInt8]) throws {
  var input = FuzzInput(bytes)
  let tool = ToolRunner.tools[input.below(ToolRunner.tools.count)]
  let line = CommandWords.line(tool.spec, &input)
  let documents = CommandWords.documents(tool.spec.name, &input)
  let first = CommandFolder.run(tool, line, documents)
  let note = "\(tool.spec.name) \(line)\n\(documents.map { String(decoding: $0, as: UTF8.self) })"
  try Fuzz.expect(CommandFolder.run(tool, line, documents), first, "the second run, \(note)")
  try Fuzz.expect((0...2).contains(first.code), true, "exit \(first.code), \(note)")
  if first.code == 2 { try Fuzz.expect(first.errors.isEmpty, false, "no words, \(note)") }
  let isJSON = ["sz-diff", "sz-patch", "sz-merge"].contains(tool.spec.name) && first.code == 0
  let others = ["--help", "-h", "--version", "-V", "--format", "-f", "--stat", "--git", "--to"]
  if isJSON, !first.output.isEmpty, !line.contains(where: { word in others.contains { word.hasPrefix($0) } })
  {
    let result = try? Document.read(first.output, .init(allowsDuplicates: true, allowsComments: true))
    try Fuzz.expect(result != nil, true, "no JSON: \(String(decoding: first.output, as: UTF8.self)), \(note)")
  }
}

/// The words of command lines, and the documents they speak of.
private enum CommandWords {
  static let files = ["a.json", "b.json", "c.json", "-", "out.json", "none/x.json", "", ".", "report.json"]
  static let values = [
    "0", "1", "7", "64", "65", "-1", "1000", "1001", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "", "x", "1e3", "+1", "00", "$", "$..*", "$.a", "$[*].id",
    "$[::-9223372036854775808]", "$[::-9007199254740991]", "$[9007199254740991]", "$[-9007199254740991]",
    "$[-9007199254740991:9007199254740991:-1]", "$[9007199254740991:-9007199254740991:9007199254740991]",
    "$[1:]", "$[:-1:2]", "/a/0", "/", "/~", "$[?@.id==1]", "$[?@.a.b=='x'&&@.c==null]", "$..[0,1,'a']", "a=b",
    "$.a=sum", "$.a=1", "$.a.b[0]={}", "$.l[*]=[1]", "/a/-=null", "$.*=union", "$..*=max", "$..*=min",
    "$..*=union", "$..*=sum", "$:a,b", "$[*]:a,c", "$..*:a,b",
    "id", "id,name", "a+b", "a.b?", "a?", "['x y']", "$[*]=id", "$..*=a+b", "$..=", "=", ":", "newest:a",
    "newest:", "newest:id", "edited", "current", "fail", "mark", "keep", "delete", "utc", "local", "+14:00",
    "+99:99", "-00:00", "+1:0", "always", "never", "\u{0}", "\u{FEFF}", "é", "old", "new", "elements",
  ]

  static func line(_ spec: CommandSpec, _ input: inout FuzzInput) -> [String] {
    var words: [String] = []
    for _ in 0..<input.below(6) {
      let option = spec.options[input.below(spec.options.count)]
      let form = input.below(8)
      let value: String
      switch option.argument {
      case .none: value = values[0]
      case .required("FILE", _), .optional("SUFFIX", _),
        .required("PATH", _) where option.long == "model":
        value =
          option.long == "in-place" ? [".orig", "~", "/x"][input.below(3)] : files[input.below(files.count)]
      case .required, .optional:
        let choice = input.below(4)
        if choice == 0, !option.values.isEmpty {
          value = option.values[input.below(option.values.count)]
        } else if choice == 1 {
          value = String(decoding: (0..<input.below(24)).map { _ in input.byte() }, as: UTF8.self)
        } else {
          value = values[input.below(values.count)]
        }
      }
      switch (option.argument, form) {
      case (.none, 0): words.append("--\(option.long)=")
      case (.none, 1...3):
        if let short = option.short { words.append("-\(short)") } else { words.append("--\(option.long)") }
      case (.none, _), (.optional, 0...2): words.append("--\(option.long)")
      case (_, 3...4):
        if let short = option.short { words.append("-\(short)\(value)") } else { fallthrough }
      case (.required, 5): words += ["--\(option.long)", value]
      default: words.append("--\(option.long)=\(value)")
      }
    }
    // Mostly as many operands as wanted.
    let count = min(spec.operandCount.upperBound, 3)
    let choice = input.byte()
    if choice < 200 {
      words += ["a.json", "b.json", "c.json"].prefix(count)
    } else {
      for _ in 0..<input.below(5) { words.append(files[input.below(files.count)]) }
    }
    // An absolute path would lead out of the folder.
    return words.map {
      $0.hasPrefix("/") && $0.count > 1 && !values.contains($0) ? String($0.dropFirst()) : $0
    }
  }

  /// The texts of a.json, b.json and c.json, and of the standard input.
  static func documents(_ tool: String, _ input: inout FuzzInput) -> [[UInt8]] {
    if input.below(3) == 0 {
      let parts = input.rest().split(separator: 0xFF, maxSplits: 3, omittingEmptySubsequences: false)
      return parts.map { Array($0) } + [[UInt8]](repeating: Array("{}".utf8), count: 4 - parts.count)
    }
    var generator = SeededGenerator(seed: input.word())
    let value = RandomValue.container(&generator, depth: 1 + generator.below(5))
    let texts = [
      value, value.edited(&generator, edits: generator.below(5)), value.edited(&generator, edits: 3),
    ]
    .map { Array((generator.chance(2) ? $0.pretty() : $0.text).utf8) }
    guard tool == "sz-patch", let old = try? Document.read(texts[0], .init(hashing: Hashing())),
      let new = try? Document.read(texts[1], .init(hashing: Hashing()))
    else { return texts + [texts[2]] }
    let change = ChangeWriter.text(Differ.change(from: old, to: new, DiffOptions()))
    return [generator.chance(3) ? texts[2] : texts[0], change, texts[1], change]
  }
}

/// A folder in memory in which command lines run, one at a time.
private enum CommandFolder {
  private static let turn = Mutex(())
  static let path: String = {
    let path = "/dev/shm/sz-fuzz-\(getpid())"
    mkdir(path, 0o700)
    // What removes files when a signal ends a process also takes the alarm by which the fuzzer finds what hangs.
    var alarm = sigaction()
    sigaction(SIGALRM, nil, &alarm)
    _ = JSONDateCommand.execute(["-o", "out.json"], ToolIO(input: [], folder: path))
    sigaction(SIGALRM, &alarm, nil)
    return path
  }()

  static func run(_ tool: any Tool.Type, _ arguments: [String], _ documents: [[UInt8]]) -> Fuzz.Result {
    turn.withLock { _ in runAlone(tool, arguments, documents) }
  }

  private static func runAlone(
    _ tool: any Tool.Type, _ arguments: [String], _ documents: [[UInt8]]
  ) -> Fuzz.Result {
    for name in ["out.json", "report.json"] { unlink(path + "/" + name) }
    for (name, text) in zip(["a.json", "b.json", "c.json"], documents) {
      let file = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      _ = text.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      close(file)
    }
    let io = ToolIO(input: documents[3], folder: path)
    let code = tool.execute(arguments, io).code
    return Fuzz.Result(output: io.output.contents, errors: io.errors.contents, code: code.rawValue)
  }
}
