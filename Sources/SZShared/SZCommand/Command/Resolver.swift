internal import SZJSON
internal import SZMerge

/// The program of the user's that `--resolver` names: it is asked about each conflict of a merge.
struct Resolver {
  private let command: String
  /// How long it may say nothing, in seconds.
  private let timeout: Int
  private let exactNumbers: Bool

  /// Why there are no answers.
  enum Fault: Error {
    case exchange(String, Exchange.Fault)
    /// What is no resolution of the conflict at this JSON Pointer.
    case answer(String, pointer: String, reason: String)
  }

  /// Nil without `--resolver`.
  init?(_ arguments: ParsedArguments) throws(Failure) {
    do throws(UsageError) {
      let timeout = try arguments.integer(MergeCommand.resolverTimeout, in: 1...1_000_000)
      guard let command = arguments.value(MergeCommand.resolver) else {
        if timeout != nil { throw .needs("--resolver-timeout", "--resolver") }
        return nil
      }
      if arguments.has(MergeCommand.resolve) { throw .conflicting("--resolve", "--resolver") }
      (self.command, self.timeout) = (command, timeout ?? 60)
      exactNumbers = arguments.has(.exactNumbers)
    } catch { throw .usage(error) }
  }

  /// The merge with its conflicts resolved as the program says; one without conflicts starts none. It is started once more for those
  /// that come of its answers, so that it may wait for the end of its input before it says anything.
  ///
  /// That ends: each time it is asked about one conflict at least, and about none twice. A conflict is told by its kind and its place in
  /// the three documents, so there are only so many.
  /// - Throws: when the program fails or lies; then nothing that it said counts.
  func answered(_ merge: MergeResult) throws(Fault) -> MergeResult {
    var questions = ConflictQuestions(merge)
    while !questions.isEmpty {
      let replies: [Document]
      let requests = questions.texts.map { $0.dropFirst().dropLast() }
      do { replies = try Exchange.ask(command, timeout: timeout, exactNumbers: exactNumbers, requests) } catch
      {
        throw .exchange(command, error)
      }
      do { questions = try questions.answered(by: replies) } catch {
        throw .answer(command, pointer: error.pointer, reason: error.error.reason)
      }
    }
    return questions.merge
  }
}
