internal import SZElements
internal import SZJSON
internal import SZMerge

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
    return isSame(merged, text, inputs) ? text : nil
  }

  /// What git made of lines that are not in conflict although some of `merge` is: stretches of lists without identities, of which lines may
  /// know more where they have the elements that both sides come to (``ElementBalance``), or comments alone.
  static func standing(_ merge: MergeResult, _ operands: GitOperands, _ inputs: MergeInputs) -> [UInt8]? {
    let kinds = Set(merge.conflicts.filter(\.isOpen).map(\.kind))
    guard kinds.isSubset(of: [.hunkHunk, .commentComment]),
      case .clean(let text) = GitProgram.mergedText(operands),
      let result = try? Document.read(text, .init(hashing: inputs.current.hashing, allowsComments: true))
    else { return nil }
    if kinds.contains(.hunkHunk) {
      let versions = Three(pristine: inputs.pristine, edited: inputs.edited, current: inputs.current)
      return ElementBalance.isKept(versions, result) ? text : nil
    }
    return isSame(inputs.edits(merge).applied(to: inputs.current.bytes), text, inputs) ? text : nil
  }

  /// Whether two texts have the same members and elements, in whatever order; a member that is there twice is none.
  private static func isSame(_ one: [UInt8], _ other: [UInt8], _ inputs: MergeInputs) -> Bool {
    let options = Document.ReadOptions(hashing: inputs.current.hashing?.ofSets, allowsComments: true)
    guard let one = try? Document.read(one, options), let other = try? Document.read(other, options) else {
      return false
    }
    return one.hash(one.root) == other.hash(other.root)
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
