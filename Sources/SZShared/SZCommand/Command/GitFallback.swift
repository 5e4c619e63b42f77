/// What the driver lines of `--git-config` do where the tool is not found, or cannot run: what git does without them. Words of a shell.
///
/// That is on a machine, in a window or a job of cron whose `PATH` lacks the tool, and after it has been uninstalled: git takes the end
/// of a driver that does not run for a conflict, and leaves ours without a marker; an external diff that does not run ends `git diff`.
enum GitFallback {
  /// Exit codes that say that the tool has not done its work: a shell's for what it does not find, or a signal has ended, and the
  /// tool's own for trouble. 255 is that of a merge which nothing could be done about.
  private static let failures = "2|12[6-9]|1[3-9]?"

  /// The merge driver with git's own merge behind it; a git before 2.44 has left the place holders of the labels as they are, with which
  /// only a pattern can be compared, as git puts something in the place of what looks like one.
  static func merge(_ program: String) -> String {
    "\(program) --git %O %A %B %L %P %S %X %Y || { c=$?; case $c in \(failures)) ;; *) exit $c;; esac; "
      + "set -- %S %X %Y; case $1 in %?) set -- base ours theirs;; esac; "
      + "git merge-file -q --marker-size=%L -L \"$2\" -L \"$1\" -L \"$3\" -- %A %O %B || exit 1; }"
  }

  /// The external diff with git's own behind it: of two trees that have this file alone, made in a folder that goes again.
  static func diff(_ program: String) -> String {
    let words = [
      "\(program) --git \"$@\"; c=$?",
      "case $c in \(failures)) ;; *) return $c;; esac",
      "[ $# -ge 7 ] || { echo \"* Unmerged path $1\"; return 0; }",
      "if [ \"$1\" = /dev/null ] || [ \"${8-}\" = /dev/null ] || ! o=$(git rev-parse --git-path objects 2>/dev/null); then "
        + "git diff --no-index --no-ext-diff -- \"$2\" \"$5\"; return 0; fi",
      "t=$(mktemp -d) || return", "trap \"rm -rf \\\"$t\\\"\" EXIT", "mkdir \"$t/o\"",
      "export GIT_INDEX_FILE=\"$t/i\" GIT_OBJECT_DIRECTORY=\"$t/o\" GIT_ALTERNATE_OBJECT_DIRECTORIES=\"$o\"",
      "a=$(s \"$1\" \"$3\" \"$4\" \"$2\") && b=$(s \"${8-$1}\" \"$6\" \"$7\" \"$5\") || return",
      "git -c diff.mnemonicPrefix=false diff --no-ext-diff -M1% \"$a\" \"$b\" -- || [ $? = 141 ]",
    ]
    return
      "s() { rm -f \"$GIT_INDEX_FILE\"; if [ \"$3\" != . ]; then h=$2; "
      + "case $h in *[!0]*) ;; *) h=$(git hash-object -w --path=\"$1\" -- \"$4\") || return;; esac; "
      + "printf \"%s %s\\t%s\\0\" \"$3\" \"$h\" \"$1\" | git update-index -z --index-info || return; fi; git write-tree; }; "
      + "f() { " + words.joined(separator: "; ") + "; }; f"
  }
}
