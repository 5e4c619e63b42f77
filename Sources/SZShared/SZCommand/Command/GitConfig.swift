internal import SZJSON

/// `sz-merge --git-config`: the shell commands that set the drivers up in git, and those that take them out again.
///
/// Both can be run any number of times. They touch the settings of this driver, and in the file of attributes whole lines that
/// are exactly those.
enum GitConfig {
  /// The files that are merged and compared as JSON; what turns out to be none is left to git.
  static let patterns = [
    "*.json", "*.jsonc", "*.geojson", "*.webmanifest", "*.code-workspace", "*.avsc",
  ]

  private static let mergeOnly = patterns.map { $0 + " merge=sz" }
  private static let all = mergeOnly.map { $0 + " diff=sz" }

  /// What of git the tools are set up for.
  enum Scope { case all, mergeOnly, nothing }

  static func run(_ arguments: ParsedArguments, _ io: ToolIO) throws(Failure) -> ExitCode {
    let path = io.isProcess ? ChildProcess.ownPath : nil
    let scope: Scope =
      arguments.has(MergeCommand.remove)
      ? .nothing : arguments.has(MergeCommand.mergeOnly) ? .mergeOnly : .all
    let text = script(
      isGlobal: arguments.has(MergeCommand.global), scope, merge: program("sz-merge", path, io),
      diff: program("sz-diff", path, io))
    try Destination(arguments, inPlace: nil, io).write { output throws(SystemError) in try output.write(text)
    }
    return .success
  }

  static func script(isGlobal: Bool, _ scope: Scope, merge: String, diff: String) -> String {
    let config = "git config" + (isGlobal ? " --global" : "")
    // git takes %% for a per cent sign in the driver of a merge.
    let escaped = merge.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
    let settings = [
      ("merge.sz.name", "JSON, by sz-merge", isOfMerge: true),
      ("merge.sz.driver", GitFallback.merge(escaped), true),
      ("diff.sz.command", GitFallback.diff(diff), false),
      ("difftool.sz.cmd", diff + " --git \"$MERGED\" \"$LOCAL\" \"$REMOTE\"", false),
    ]
    var script = "set -e\n"
    for (name, value, isOfMerge) in settings {
      let isSet = scope == .all || scope == .mergeOnly && isOfMerge
      script +=
        isSet ? "\(config) \(name) \(word(value))\n" : "\(config) --unset-all \(name) || [ $? = 5 ]\n"
    }
    if isGlobal {
      script += """
        attributes=$(git config --global --path core.attributesFile || git config --system --path core.attributesFile || \
        printf '%s\\n' "${XDG_CONFIG_HOME:-$HOME/.config}/git/attributes")

        """
    } else {
      script += "attributes=$(git rev-parse --git-path info/attributes)\n"
    }
    let lines = scope == .all ? all : scope == .mergeOnly ? mergeOnly : []
    let others = (all + mergeOnly).filter { !lines.contains($0) }.map { "-e " + word($0) }.joined(
      separator: " ")
    script += """
      if grep -qxF \(others) "$attributes" 2>/dev/null; then
        rest=$(mktemp)
        grep -vxF \(others) "$attributes" >"$rest" || [ $? = 1 ]
        cat "$rest" >"$attributes"
        rm "$rest"
        [ -s "$attributes" ] || rm "$attributes"
      fi

      """
    if lines.isEmpty { return script }
    script += """
      mkdir -p "$(dirname "$attributes")"
      [ -z "$(tail -c 1 "$attributes" 2>/dev/null)" ] || echo >>"$attributes"

      """
    for line in lines {
      let line = word(line)
      script +=
        "grep -qxF \(line) \"$attributes\" 2>/dev/null || printf '%s\\n' \(line) >>\"$attributes\"\n"
    }
    return script
  }

  /// How a shell that git starts finds a tool: by its name where that leads to this program, else by its path.
  private static func program(_ name: String, _ own: String?, _ io: ToolIO) -> String {
    guard let own, let slash = own.lastIndex(of: "/") else { return name }
    let path = own[...slash] + name
    let isFound = ChildProcess.isFound(name, at: String(path), searching: io.variable("PATH") ?? "")
    return isFound ? name : word(String(path))
  }

  /// The text as one word of a shell.
  static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      ASCII.isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || "_./+@:,-".utf8.contains(byte)
    }
    if isPlain, !text.isEmpty { return text }
    return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
