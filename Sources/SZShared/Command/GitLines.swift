/// What git makes of the lines of three files, where that is to be the result of a merge: what text merges cleanly does not come out
/// otherwise.
enum GitLines {
  /// What git made of them, if it says the same as `merged`: then what theirs added stands as theirs wrote it.
  static func alike(_ merged: [UInt8], _ operands: GitOperands, _ inputs: MergeInputs) -> [UInt8]? {
    guard case .clean(let text) = GitProgram.mergedText(operands) else { return nil }
    if text == merged { return text }
    let options = Document.ReadOptions(
      hashing: inputs.current.hashing, allowsDuplicates: true, allowsComments: true)
    guard let own = try? Document.read(merged, options), let other = try? Document.read(text, options),
      own.isEqual(own.root, other, other.root)
    else { return nil }
    return text
  }

  /// What git made of lines that are not in conflict although `open` are.
  ///
  /// That stands where stretches of lists without identities are in conflict, of which lines may know more; and where both sides
  /// gave one object a member of the same name, at different places: then it is there twice, and nothing is lost. `note` says so.
  static func standing(
    _ open: [Conflict], _ operands: GitOperands, _ inputs: MergeInputs
  ) -> (text: [UInt8], note: String?)? {
    let isOfLines = open.allSatisfy { conflict in
      switch conflict.kind {
      case .hunkHunk: true
      case .createCreate: conflict.entities.allSatisfy { $0.nodes.pristine != nil }
      default: false
      }
    }
    guard isOfLines, case .clean(let text) = GitProgram.mergedText(operands) else { return nil }
    let source = SourceBytes(text)
    do {
      _ = try Document.read(source, .init(allowsComments: true))
      return (text, nil)
    } catch {
      guard open.contains(where: { $0.kind == .createCreate }),
        (try? Document.read(source, .init(allowsDuplicates: true, allowsComments: true))) != nil
      else { return nil }
      let failure = Failure.notJSON(Input(name: operands.name, source: source), error)
      let message = Diagnostics.message(failure, spec: MergeCommand.spec) ?? operands.name
      return (text, message.prefix { !$0.isNewline } + "; merged as text")
    }
  }
}
