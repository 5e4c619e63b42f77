internal import SZJSON

/// Shows a text to a person by the pager that the environment names, as git does.
enum Pager {
  static let none = Option("no-pager", help: "with --format=text on a terminal: print without a pager")

  /// Whether the text was shown: `$PAGER`, else less, reads it, with `LESS=FRX` where nothing else is said, so that it stays out of the
  /// way of a text that fits on the screen. It was not where there is no pager, or none is wanted: an empty `$PAGER`, or `cat`.
  static func shows(_ text: [UInt8], _ io: ToolIO) -> Bool {
    let command = io.variable("PAGER") ?? "command -v less >/dev/null || exit 127; exec less"
    if !io.isProcess || text.isEmpty || command.isEmpty || command == "cat" { return false }
    let variables = io.variable("LESS") == nil ? ["LESS": "FRX"] : [:]
    guard let ending = try? ChildProcess.fed(text, to: "/bin/sh", ["-c", command], variables: variables)
    else {
      return false
    }
    // What a shell says of a command that is not there.
    return ending != .code(127)
  }
}
