internal import SZFormats
internal import SZJSON
internal import SZModel
internal import SZPatch

/// `sz-diff --git`, for git's `diff.*.command`, `GIT_EXTERNAL_DIFF` and `git difftool`: the text format under a heading where somebody
/// reads it, and git's own patch (``GitPatch``) where it goes to a file or a program, which is to apply it.
enum GitDiff {
  /// One version of the file.
  private struct Version {
    /// As it is shown.
    let name: String
    let file: String
    let hash: String?
    let mode: String?

    var isAbsent: Bool { file == "/dev/null" }
  }

  /// How many words git passes: a path that is not merged, what a difftool gets without and with the path, and what an external
  /// diff gets for a file and for one with another name.
  static let operandCounts = [1, 2, 3, 7, 9]

  /// What git passes are operands, whatever they look like: seven or nine words with modes in their places.
  static func arranged(_ words: [String]) -> [String] {
    guard let job = words.firstIndex(of: "--" + DiffCommand.git.long), !words.contains("--") else {
      return words
    }
    for start in [words.count - 7, words.count - 9] where start > job {
      if isMode(words[start + 3]), isMode(words[start + 6]) {
        return words[..<start] + ["--"] + words[start...]
      }
    }
    return words
  }

  private static func isMode(_ word: String) -> Bool {
    word == "." || word.utf8.count == 6 && word.utf8.allSatisfy { (0x30...0x37).contains($0) }
  }

  static func run(_ arguments: ParsedArguments, _ io: ToolIO) throws(Failure) -> ExitCode {
    let others =
      [
        DiffCommand.format, DiffCommand.stat, DiffCommand.context, DiffCommand.fullOld, DiffCommand.layout,
        DiffCommand.exitCode, DiffCommand.quiet, .output,
        ModelOptions.printModel, DiffCommand.test, DiffCommand.stamp, ReadingOptions.mask,
        ReadingOptions.show,
        ReadingOptions.limit, ReadingOptions.tsv,
      ] + OutputLayout.options
    for option in others where arguments.has(option) {
      throw .usage(.conflicting("--git", "--" + option.long))
    }
    let words = arguments.operands
    if io.isProcess { Platform.ignoreBrokenPipes() }
    let text = isRead(words, io) ? try shown(words, arguments, io) : try patch(words, arguments, io)
    do { try Destination(file: nil, io).write { output throws(SystemError) in try output.write(text) } } catch
    {
      // Who reads only the beginning has what was wanted; git would take any other end for a failure.
      guard case .brokenPipe = error else { throw error }
    }
    return .success
  }

  /// Whether it is for a person: on a terminal, in the pager that git has started, and for a difftool.
  private static func isRead(_ words: [String], _ io: ToolIO) -> Bool {
    if !io.isProcess || io.outputIsTerminal || words.count == 2 || words.count == 3 { return true }
    return !["", "0", "false", "no", "off"].contains(io.variable("GIT_PAGER_IN_USE") ?? "")
  }

  private static func shown(
    _ words: [String], _ arguments: ParsedArguments, _ io: ToolIO
  ) throws(Failure) -> [UInt8] {
    if words.count == 1 { return safe("* Unmerged path \(TerminalText.name(words[0]))\n") }
    let colors = wantsColor(arguments, io)
    let (old, new) = versions(words)
    let heading = heading(old, new, message: words.count == 9 ? words[8] : nil, colors)
    if let body = try body(old, new, arguments, colors, io) { return heading + body }
    return heading + (try linesOfGit(old, new, colors, io))
  }

  /// What git would print by itself.
  private static func patch(
    _ words: [String], _ arguments: ParsedArguments, _ io: ToolIO
  ) throws(Failure) -> [UInt8] {
    if words.count == 1 { return Array("* Unmerged path \(words[0])\n".utf8) }
    let patch = GitPatch(
      old: GitPatch.Side(name: words[0], file: words[1], hash: words[2], mode: words[3]),
      new: GitPatch.Side(
        name: words.count == 9 ? words[7] : words[0], file: words[4], hash: words[5], mode: words[6]),
      message: words.count == 9 ? words[8] : nil,
      color: arguments.has(DiffCommand.color)
        ? ["--color=" + (arguments.value(DiffCommand.color) ?? "always")] : [])
    if patch.isOfSubmodule {
      let (old, new) = versions(words)
      let heading = heading(old, new, message: words.count == 9 ? words[8] : nil, false, word: "--git")
      return heading + (try linesOfGit(old, new, false, io))
    }
    if let text = patch.text() { return text }
    throw .told(
      "\(TerminalText.name(words[0])): git cannot compare it; 'git diff --no-ext-diff' leaves this program out"
    )
  }

  private static func versions(_ words: [String]) -> (Version, Version) {
    func plain(_ name: String, _ file: String) -> Version {
      Version(name: TerminalText.name(name), file: file, hash: nil, mode: nil)
    }
    switch words.count {
    case 2: return (plain(words[0], words[0]), plain(words[1], words[1]))
    case 3: return (plain(words[0], words[1]), plain(words[0], words[2]))
    default:
      return (
        Version(name: TerminalText.name(words[0]), file: words[1], hash: words[2], mode: words[3]),
        Version(
          name: TerminalText.name(words.count == 9 ? words[7] : words[0]), file: words[4], hash: words[5],
          mode: words[6])
      )
    }
  }

  private static func wantsColor(_ arguments: ParsedArguments, _ io: ToolIO) -> Bool {
    let when = arguments.has(DiffCommand.color) ? arguments.value(DiffCommand.color) ?? "always" : "auto"
    if when != "auto" { return when == "always" }
    if io.variable("NO_COLOR").map({ !$0.isEmpty }) ?? false { return false }
    return io.isProcess && GitProgram.wantsColor(isTerminal: io.outputIsTerminal)
  }

  /// The heading of git's own diffs, by another name where no program can apply what follows.
  private static func heading(
    _ old: Version, _ new: Version, message: String?, _ colors: Bool, word: String = "--sz"
  ) -> [UInt8] {
    var lines = ["diff \(word) a/\(old.name) b/\(new.name)"]
    let modes = (old.isAbsent ? nil : old.mode, new.isAbsent ? nil : new.mode)
    switch modes {
    case (nil, let mode?): lines.append("new file mode \(mode)")
    case (let mode?, nil): lines.append("deleted file mode \(mode)")
    case (let mode?, let other?) where mode != other: lines += ["old mode \(mode)", "new mode \(other)"]
    default: break
    }
    if let message {
      lines += message.split(whereSeparator: \.isNewline).map(String.init)
    } else if let before = old.hash, let after = new.hash {
      func short(_ hash: String) -> String { hash == "." ? "0000000" : String(hash.prefix(7)) }
      lines.append("index \(short(before))..\(short(after))")
    }
    lines.append("--- " + (old.isAbsent ? "/dev/null" : "a/\(old.name)"))
    lines.append("+++ " + (new.isAbsent ? "/dev/null" : "b/\(new.name)"))
    var heading: [UInt8] = []
    for line in lines {
      let text = safe(line)
      heading += (colors ? Array("\u{1B}[1m".utf8) + text + Array("\u{1B}[0m".utf8) : text) + [0x0A]
    }
    return heading
  }

  /// The entities of both versions under a model; nil where one of them does not fit it, which is said.
  private static func pairs(
    _ before: Document, _ after: Document, _ model: Model, _ version: (Version, Version), _ io: ToolIO
  ) -> EntityPairs? {
    do { return try EntityPairs(before, after, Schema(model)) } catch {
      let (name, document) =
        error.isInNew ? (version.1.name, after) : (version.0.name, before)
      let failure = Failure.unfitting(Input(name: name, source: document.source), document, error.error)
      if let message = Diagnostics.message(failure, spec: DiffCommand.spec) { io.say(message) }
      return nil
    }
  }

  /// The change in the text format; nil when one of the two is no JSON, or does not fit the model.
  private static func body(
    _ old: Version, _ new: Version, _ arguments: ParsedArguments, _ colors: Bool, _ io: ToolIO
  ) throws(Failure) -> [UInt8]? {
    let options = try DiffCommand.options(arguments)
    let read = Document.ReadOptions(
      hashing: Hashing(exactNumbers: options.exactNumbers, unordered: options.unordered),
      allowsDuplicates: arguments.has(.allowDuplicateKeys), allowsComments: true)
    func document(_ version: Version) throws(Failure) -> Document? {
      try? Document.read(try io.read(version.file).source, read)
    }
    /// What takes the place of a version that is not there.
    func nothing(like document: Document) -> Document {
      let text =
        switch document.kind(document.root) {
        case .object: "{}"
        case .array: "[]"
        default: "null"
        }
      return .ofOwnText(Array(text.utf8), hashing: read.hashing)
    }
    let versions: (Document?, Document?)
    if old.isAbsent, new.isAbsent { return [] }
    if old.isAbsent {
      let document = try document(new)
      versions = (document.map(nothing), document)
    } else if new.isAbsent {
      let document = try document(old)
      versions = (document, document.map(nothing))
    } else {
      versions = (try document(old), try document(new))
    }
    guard let before = versions.0, var after = versions.1 else { return nil }
    var pairs: EntityPairs?
    let model = try ModelInput.read(arguments, io, DiffCommand.spec)
    if let model {
      pairs = self.pairs(before, after, model, (old, new), io)
      if pairs == nil { return nil }
    }
    let tolerances: [Tolerance]
    do { tolerances = try ToleranceOption.tolerances(arguments) } catch { throw .usage(error) }
    if !tolerances.isEmpty {
      after = ToleratedDocument(after, since: before, tolerances, options, pairs).document
      pairs = model.flatMap { self.pairs(before, after, $0, (old, new), io) }
    }
    let change = SelectedComparison(from: before, to: after, options, pairs).shown
    if !change.isEmpty {
      var styling = (try? ReadingOptions(arguments))?.styling ?? TextStyling()
      (styling.colors, styling.isFull) = (colors, true)
      return TextFormat.text(ValueChanges.of(change, from: before, to: after), styling, hasSummary: false)
    }
    let isSame =
      before.bytes.count == after.bytes.count
      && before.bytes.equals(0..<before.bytes.count, after.bytes, 0..<after.bytes.count)
    return isSame || old.isAbsent || new.isAbsent ? [] : Array("$  (the same data)\n".utf8)
  }

  /// What git says of the lines, without its own heading.
  private static func linesOfGit(
    _ old: Version, _ new: Version, _ colors: Bool, _ io: ToolIO
  ) throws(Failure) -> [UInt8] {
    guard let text = GitProgram.lineDiff(io.path(old.file), io.path(new.file), colors: colors) else {
      throw .told("\(new.name): no JSON, and git cannot compare it")
    }
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
      let line = text[colorEnd(text[start..<end])..<end]
      if line.starts(with: "@@".utf8) { return Array(text[start...]) }
      if line.starts(with: "Binary files ".utf8) {
        return safe("Binary files a/\(old.name) and b/\(new.name) differ\n")
      }
      start = end
    }
    return []
  }

  /// Where the colour at the beginning of a line ends.
  static func colorEnd(_ line: ArraySlice<UInt8>) -> Int {
    var line = line
    while line.starts(with: [0x1B, UInt8(ascii: "[")]), let end = line.firstIndex(of: UInt8(ascii: "m")) {
      line = line[(end + 1)...]
    }
    return line.startIndex
  }

  private static func safe(_ text: String) -> [UInt8] {
    TerminalText.safe(Array(text.utf8), escapingControls: true)
  }
}
