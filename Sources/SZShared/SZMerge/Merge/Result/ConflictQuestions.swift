public import SZJSON

/// The conflicts of a merge as questions to somebody who knows how they are to be resolved, and what the answers make of it.
///
/// Answers may lead to conflicts that there were not before: the merge is asked about until nothing new comes up. Each conflict is asked
/// about once.
public struct ConflictQuestions {
  /// The merge by the answers that there are.
  public let merge: MergeResult
  /// The numbers of the conflicts that are asked about: what a delete rule settles is for nobody else to say, nor what follows
  /// from another conflict.
  private let asked: [Int]
  private let answers: ConflictAnswers
  private let known: Set<Conflict.ID>

  /// The questions about a merge that nobody has been asked about.
  public init(_ merge: MergeResult) { self.init(merge, ConflictAnswers(by: .resolver), known: []) }

  private init(_ merge: MergeResult, _ answers: ConflictAnswers, known: Set<Conflict.ID>) {
    (self.merge, self.answers) = (merge, answers)
    asked = merge.conflicts.indices.filter {
      !merge.conflicts[$0].isConsequence && !known.contains(merge.conflicts[$0].id)
    }
    self.known = known.union(asked.map { merge.conflicts[$0].id })
  }

  /// Whether there is nothing to be asked.
  public var isEmpty: Bool { asked.isEmpty }

  /// What is wrong with the answer to one of the questions.
  public struct Problem: Error {
    /// Where the conflict is, as a JSON Pointer.
    public let pointer: String
    public let error: ConflictAnswers.ShapeError
  }

  /// A question for each conflict but those: the object that a report has for it, sz-merge-report(5), with the resolution that it has
  /// without an answer. Linear in the documents and in what is written.
  public var texts: [[UInt8]] {
    let entries = ConflictReport.entries(merge, isFinal: false)
    return asked.map { entries[$0].text }
  }

  /// The questions about the same merge with its conflicts resolved as `replies` say, an object for each question whose member
  /// `resolution` is one of a report. Null leaves the conflict to the rules. Linear, as the merge is.
  /// - Throws: what is no answer.
  public func answered(by replies: [Document]) throws(Problem) -> ConflictQuestions {
    var answers = answers
    let hashing = Hashing(exactNumbers: true)
    for (number, reply) in zip(asked, replies) {
      let conflict = merge.conflicts[number]
      do throws(ConflictAnswers.ShapeError) {
        let answer = try ConflictAnswers.Answer(
          reply, reply.root, conflict.kind, ofElements: conflict.isOfElements)
        if case .open = answer { continue }
        try answers.add(answer, to: conflict, hashing)
      } catch { throw Problem(pointer: conflict.pointer, error: error) }
    }
    return ConflictQuestions(merge.resolved(by: answers), answers, known: known)
  }
}
