internal import SZJSON

/// What is asked of git itself.
enum GitProgram {
  /// How a text merge ends.
  enum TextMerge {
    /// The result, without conflicts.
    case clean([UInt8])
    /// The lines with markers.
    case conflicts([UInt8])
    /// Binary files, no git, or files that cannot be read.
    case impossible
  }

  /// How conflicts are shown.
  enum ConflictStyle: String {
    case merge, diff3, zdiff3
  }

  /// What `merge.conflictStyle` says.
  static func conflictStyle() -> ConflictStyle {
    guard let answer = try? ChildProcess.captured("git", ["config", "--get", "merge.conflictStyle"]),
      answer.ending == .code(0)
    else { return .merge }
    let value = String(decoding: answer.output, as: UTF8.self).prefix { !$0.isNewline }
    return ConflictStyle(rawValue: String(value)) ?? .merge
  }

  /// Whether git would colour a diff here: by its configuration, the terminal, and the pager that it may have started.
  static func wantsColor(isTerminal: Bool) -> Bool {
    let arguments = ["config", "--get-colorbool", "color.diff", isTerminal ? "true" : "false"]
    guard let answer = try? ChildProcess.captured("git", arguments) else { return false }
    return answer.ending == .code(0) && answer.output.starts(with: "true".utf8)
  }

  /// What git says of two files by their lines; nil when it could not compare them.
  static func lineDiff(_ old: String, _ new: String, colors: Bool) -> [UInt8]? {
    let color = "--color=" + (colors ? "always" : "never")
    let arguments = ["diff", "--no-index", "--no-ext-diff", color, "--", old, new]
    guard let answer = try? ChildProcess.captured("git", arguments),
      answer.ending == .code(0) || answer.ending == .code(1)
    else { return nil }
    return answer.output
  }

  /// What `git diff` prints for `words`, by the index in the file `index` in place of the repository's own, which stays as it is; nil
  /// when it could not compare.
  static func patch(_ options: [String], _ words: [String], index: String?) -> [UInt8]? {
    // Whether what is compared is a commit, the index or the working tree is not known: the letters of names stay a and b.
    let settings = [
      "diff.mnemonicPrefix=false", "core.fsmonitor=false", "core.splitIndex=false",
      "core.hooksPath=/dev/null",
    ]
    var variables = ["GIT_GLOB_PATHSPECS": "0", "GIT_NOGLOB_PATHSPECS": "0", "GIT_ICASE_PATHSPECS": "0"]
    if let index { variables["GIT_INDEX_FILE"] = index }
    let arguments =
      settings.flatMap { ["-c", $0] } + ["--literal-pathspecs"] + options + ["diff", "--no-ext-diff"] + words
    guard let answer = try? ChildProcess.captured("git", arguments, variables: variables),
      answer.ending == .code(0) || answer.ending == .code(1)
    else { return nil }
    return answer.output
  }

  /// Merges lines, and writes nothing.
  static func mergedText(_ operands: GitOperands) -> TextMerge {
    let arguments = mergeFile(operands, ["--stdout", "--quiet"])
    guard let answer = try? ChildProcess.captured("git", arguments) else { return .impossible }
    switch answer.ending {
    case .code(0): return .clean(answer.output)
    case .code(..<128): return .conflicts(answer.output)
    default: return .impossible
    }
  }

  /// Merges lines into the file of our side, with markers at conflicts. Answers 0 or, with conflicts, 1; nil when it could not, and
  /// then the file may be empty.
  static func mergeText(_ operands: GitOperands) -> Int32? {
    guard case .code(let code)? = try? ChildProcess.run("git", mergeFile(operands, [])), code < 128 else {
      return nil
    }
    return min(code, 1)
  }

  /// The style of conflicts is what git reads from its configuration.
  private static func mergeFile(_ operands: GitOperands, _ options: [String]) -> [String] {
    ["merge-file", "--marker-size=\(operands.markerSize)"] + options + [
      "-L", operands.oursLabel, "-L", operands.originalLabel, "-L", operands.theirsLabel, "--",
      operands.ours, operands.original, operands.theirs,
    ]
  }
}
