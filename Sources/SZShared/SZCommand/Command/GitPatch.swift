internal import SZJSON

/// `sz-diff --git` where no person reads it: the patch that git itself would print without an external diff.
///
/// git makes it: of both versions in an index of their own (``GitIndex``), under the file's name, so that its attributes and the user's
/// settings count. What git has on its command line (`-U`, `-w`, `--full-index`) it does not tell an external diff.
struct GitPatch {
  /// One side, as git's seven words have it.
  struct Side {
    let name: String
    /// Where its content is: a file of the working tree, or a temporary one.
    let file: String
    let hash: String
    let mode: String

    var isAbsent: Bool { hash == "." || mode == "." }
    /// Whether git has not named the blob: it is to be read from the working tree.
    var isInWorkTree: Bool { !isAbsent && hash.allSatisfy { $0 == "0" } }
    var bits: UInt32 { UInt32(mode, radix: 8) ?? 0o100644 }
    var isLink: Bool { type == 0o120000 }
    var type: UInt32 { bits & 0o170000 }
  }

  let old: Side
  let new: Side
  /// What git says of two names: how similar they are, what became of what, and the hashes.
  let message: String?
  /// `--color=WHEN`, or nothing.
  let color: [String]

  /// Whether it is about a commit of another repository.
  var isOfSubmodule: Bool { [old, new].contains { !$0.isAbsent && $0.type == 0o160000 } }

  /// The patch; nil where git could not make it.
  func text() -> [UInt8]? {
    if [old, new].contains(where: { !isTold($0) }) { return nil }
    if isOutside { return outside }
    if old.isAbsent { return created }
    if new.isAbsent { return deleted }
    if old.type != new.type { return replaced }
    if let message { return renamed(message) }
    if new.isInWorkTree { return compared(relative + ["--", path(new)], index([entry(old)])) }
    // git diff -R
    if old.isInWorkTree { return compared(relative + ["-R", "--", path(old)], index([entry(new)])) }
    return compared(blobs(old, new), index([entry(old, stage: 2), entry(new, stage: 3)]))
  }

  /// Whether two files are compared that are in no repository.
  private var isOutside: Bool {
    let isNothing = old.name == "/dev/null" || new.name == "/dev/null"
    return isNothing || old.isInWorkTree && new.isInWorkTree
  }

  /// Of names that were given in a folder of a working tree, git has made files of it.
  private var outside: [UInt8]? {
    func patch(_ before: [String], _ old: String, _ new: String) -> [UInt8]? {
      GitProgram.patch(before, color + ["--no-index", "--", old, new], index: nil)
    }
    let folder = folder
    let isBelow = !folder.isEmpty && [old, new].allSatisfy { $0.isAbsent || $0.file == folder + $0.name }
    if !isBelow { return patch([], old.file, new.file) }
    return patch(["-C", folder], old.isAbsent ? old.file : old.name, new.isAbsent ? new.file : new.name)
  }

  /// Whether the name is that of the file: one that is no UTF-8 has come here as another.
  private func isTold(_ side: Side) -> Bool {
    if side.name.unicodeScalars.contains("\u{FFFD}") { return false }
    return isOutside || !side.isInWorkTree || side.isLink || side.file == path(side)
  }

  private var created: [UInt8]? {
    if new.isInWorkTree {
      return compared(
        relative + [emptyTree(new), "--", path(new)], index([entry(new, hash: emptyTree(new))]))
    }
    return compared(["--cached", emptyTree(new), "--", path(new)], index([entry(new)]))
  }

  /// What stands in the index below a folder that there is not has been deleted; the folder is no part of the name.
  private var deleted: [UInt8]? {
    if old.isInWorkTree {
      let words = relative + ["-R", emptyTree(old), "--", path(old)]
      return compared(words, index([entry(old, hash: emptyTree(old))]))
    }
    guard let index = index([entry(old, below: GitPatch.nowhere)]) else { return nil }
    return compared(
      ["--relative=" + GitPatch.nowhere, "--", GitPatch.nowhere + old.name], index, before: ["--work-tree=."])
  }

  private static let nowhere = ".sz-deleted/"

  /// What one patch of git does not say, as of a file that became a link, goes and comes.
  private var replaced: [UInt8]? {
    let nothing = { (side: Side) in Side(name: side.name, file: "/dev/null", hash: ".", mode: ".") }
    let parts = [(old, nothing(new)), (nothing(old), new)].map {
      GitPatch(old: $0.0, new: $0.1, message: nil, color: color).text()
    }
    guard let first = parts[0], let second = parts[1] else { return nil }
    return first + second
  }

  /// The lines that differ are git's; what stands between the names and them is what git has told of the two names.
  private func renamed(_ message: String) -> [UInt8]? {
    // git diff -R, which git cannot do of a file and a blob of another name.
    if old.isInWorkTree { return replaced }
    // Where nothing else differs the mode makes git say the names.
    let isExecutable = new.isInWorkTree ? Platform.isExecutable(new.file) : new.bits & 0o111 != 0
    let mode: UInt32? = old.isLink ? nil : isExecutable ? 0o100644 : 0o100755
    let first = entry(old, stage: 2, mode: mode)
    let patch =
      new.isInWorkTree
      ? compared(relative + [":2:" + path(old), "--", path(new)], index([first]))
      : compared(blobs(old, new), index([first, entry(new, stage: 3)]))
    guard let patch, let heading = patch.firstIndex(of: 0x0A) else { return nil }
    let lines = GitPatchLines(patch)
    var text = Array(patch[...heading])
    let modes = old.mode == new.mode ? [] : ["old mode \(old.mode)", "new mode \(new.mode)"]
    for line in modes + message.split(separator: "\n").map(String.init) { text += lines.painted(line) }
    return text + patch[lines.body...]
  }

  private func blobs(_ old: Side, _ new: Side) -> [String] { [":2:" + path(old), ":3:" + path(new), "--"] }

  /// What `git diff --relative` leaves out of the names: files of the working tree have whole ones, but what a link says is in a
  /// temporary one.
  private var folder: String {
    guard let side = [new, old].first(where: \.isInWorkTree) else { return "" }
    if side.isLink {
      return Platform.linkTarget(side.name) == nil ? Platform.environment("GIT_PREFIX") ?? "" : ""
    }
    return side.file.hasSuffix("/" + side.name)
      ? String(decoding: side.file.utf8.dropLast(side.name.utf8.count), as: UTF8.self) : ""
  }

  private var relative: [String] { folder.isEmpty ? [] : ["--relative=" + folder] }

  private func path(_ side: Side) -> String { folder + side.name }

  private func entry(
    _ side: Side, stage: UInt16 = 0, mode: UInt32? = nil, hash: String? = nil, below: String? = nil
  ) -> GitIndex.Entry {
    GitIndex.Entry(
      path: (below ?? folder) + side.name, stage: stage, mode: mode ?? side.bits, hash: hash ?? side.hash)
  }

  private func index(_ entries: [GitIndex.Entry]) -> [UInt8]? { GitIndex(entries: entries).bytes }

  /// The tree without entries, which git knows without having it.
  private func emptyTree(_ side: Side) -> String {
    side.hash.utf8.count == 64
      ? "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
      : "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
  }

  /// What `git diff` prints, by an index of its own; nil when it could not.
  private func compared(_ words: [String], _ index: [UInt8]?, before: [String] = []) -> [UInt8]? {
    guard let index else { return nil }
    do {
      let file = try TemporaryFile.scratch()
      let output = Output(descriptor: file.descriptor)
      try output.write(index)
      try output.flush()
      return GitProgram.patch(before, color + words, index: Platform.resolved(file.path))
    } catch { return nil }
  }
}

/// What is to be known of the lines of a patch that git made.
private struct GitPatchLines {
  /// What stands around a line of the heading where it is coloured.
  private let paint: (before: [UInt8], after: [UInt8])
  /// Where the heading ends that has the names, the modes and the hashes.
  private(set) var body: Int

  init(_ patch: [UInt8]) {
    let first = patch.firstIndex(of: 0x0A) ?? patch.count
    let start = GitDiff.colorEnd(patch[..<first])
    let end = patch[start..<first].firstIndex(of: 0x1B) ?? first
    paint = (Array(patch[..<start]), Array(patch[end..<first]))
    body = patch.count
    var line = 0
    while line < patch.count {
      let end = patch[line...].firstIndex(of: 0x0A).map { $0 + 1 } ?? patch.count
      let text = patch[GitDiff.colorEnd(patch[line..<end])..<end]
      if ["--- ", "Binary files ", "GIT binary patch"].contains(where: { text.starts(with: $0.utf8) }) {
        body = line
        return
      }
      line = end
    }
  }

  func painted(_ line: String) -> [UInt8] { paint.before + Array(line.utf8) + paint.after + [0x0A] }
}
