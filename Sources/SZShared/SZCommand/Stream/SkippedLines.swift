internal import SZJSON

/// What `--skip-invalid` has let pass.
struct SkippedLines {
  var count = 0
  var first: (reason: JSONError.Reason, position: SourcePosition)?
  /// Whether the last line was one of them.
  var endsInput = false
}
