/// What git makes of the lines of three files, where that is to be the result of a merge: what text merges cleanly does not come out
/// otherwise.
enum GitLines {
  /// What git made of them, if it has the members and elements of `merged`, in whatever order: then what theirs added stands as theirs
  /// wrote it, and where. git is not asked where theirs wrote nothing that ours lacks.
  static func alike(_ merged: [UInt8], _ operands: GitOperands, _ inputs: MergeInputs) -> [UInt8]? {
    let texts = inputs.inputs.map { $0.source.view.array(0..<$0.source.count) }
    if merged == texts[2], hasNothing(since: texts[0], edited: texts[1], current: texts[2]) { return nil }
    guard case .clean(let text) = GitProgram.mergedText(operands) else { return nil }
    if text == merged { return text }
    // A member that is there twice is no result.
    let options = Document.ReadOptions(hashing: inputs.current.hashing?.ofSets, allowsComments: true)
    guard let own = try? Document.read(merged, options), let other = try? Document.read(text, options),
      own.hash(own.root) == other.hash(other.root)
    else { return nil }
    return text
  }

  /// What git made of lines that are not in conflict although `open` are: where these are stretches of lists without identities, or
  /// comments, of which lines may know more.
  static func standing(_ open: [Conflict], _ operands: GitOperands, _ inputs: MergeInputs) -> [UInt8]? {
    let isOfLines = open.allSatisfy { $0.kind == .hunkHunk || $0.kind == .commentComment }
    guard isOfLines, case .clean(let text) = GitProgram.mergedText(operands),
      (try? Document.read(text, .init(allowsComments: true))) != nil
    else { return nil }
    return text
  }

  /// Whether what git made of lines has a member twice that neither side has twice, which no conflict of lines shows. It says so.
  static func repeatsMember(_ text: [UInt8], _ operands: GitOperands, _ io: ToolIO) -> Bool {
    let source = SourceBytes(text)
    let reason: JSONError
    do {
      _ = try Document.read(source, .init(allowsComments: true))
      return false
    } catch { reason = error }
    func isJSON(_ source: SourceBytes?, allowsDuplicates: Bool = false) -> Bool {
      let options = Document.ReadOptions(allowsDuplicates: allowsDuplicates, allowsComments: true)
      return source.map { (try? Document.read($0, options)) != nil } ?? false
    }
    guard isJSON(source, allowsDuplicates: true), isJSON((try? io.read(operands.ours))?.source),
      isJSON((try? io.read(operands.theirs))?.source)
    else { return false }
    let failure = Failure.notJSON(Input(name: operands.name, source: source), reason)
    let message = Diagnostics.message(failure, spec: MergeCommand.spec) ?? operands.name
    io.say(message.prefix { !$0.isNewline } + "; in conflict\n")
    return true
  }

  /// Whether every line that EDITED has more or less often than PRISTINE is so in CURRENT, too, and the others are where they were.
  private static func hasNothing(since pristine: [UInt8], edited: [UInt8], current: [UInt8]) -> Bool {
    func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
      text.split(separator: 0x0A, omittingEmptySubsequences: false)
    }
    let versions = (lines(pristine), lines(edited))
    var counts: [ArraySlice<UInt8>: (edited: Int, current: Int)] = [:]
    for line in versions.0 {
      counts[line, default: (0, 0)].edited -= 1
      counts[line, default: (0, 0)].current -= 1
    }
    for line in versions.1 { counts[line, default: (0, 0)].edited += 1 }
    for line in lines(current) { counts[line, default: (0, 0)].current += 1 }
    let areInCurrent = counts.values.allSatisfy { edited, current in
      edited == 0 || edited > 0 && current >= edited || edited < 0 && current <= edited
    }
    func isKept(_ line: ArraySlice<UInt8>) -> Bool { counts[line]?.edited == 0 }
    return areInCurrent && versions.0.filter(isKept) == versions.1.filter(isKept)
  }
}
