/// The conflicts of a merge as questions to somebody who knows how they are to be resolved, and what the answers make of it.
package struct ConflictQuestions {
  private let merge: MergeResult
  /// The numbers of the conflicts that are asked about: what a delete rule settles is for nobody else to say, nor what follows
  /// from another conflict.
  private let asked: [Int]

  package init(_ merge: MergeResult) {
    self.merge = merge
    asked = merge.conflicts.indices.filter { !merge.conflicts[$0].isConsequence }
  }

  /// What is wrong with the answer to one of the questions, by its number.
  package struct Problem: Error {
    package let number: Int
    package let error: ConflictAnswers.ShapeError
  }

  /// A question for each conflict but those: the object that a report has for it, sz-merge-report(5), with the resolution that it has
  /// without an answer. Linear in the documents and in what is written.
  package var texts: [[UInt8]] {
    let entries = ConflictReport.entries(merge, isFinal: false)
    return asked.map { entries[$0].text }
  }

  /// The same merge with its conflicts resolved as `answers` say, an object for each question whose member `resolution` is one of a
  /// report. Null leaves the conflict to the rules. Linear, as the merge is.
  /// - Throws: what is no answer.
  package func answered(by answers: [Document]) throws(Problem) -> MergeResult {
    var resolutions = ConflictAnswers(by: .resolver)
    let hashing = Hashing(exactNumbers: true)
    for (number, (conflict, document)) in zip(asked.map { merge.conflicts[$0] }, answers).enumerated() {
      do throws(ConflictAnswers.ShapeError) {
        let answer = try ConflictAnswers.Answer(document, document.root, conflict.kind)
        if case .open = answer { continue }
        try resolutions.add(answer, to: conflict, hashing)
      } catch { throw Problem(number: number, error: error) }
    }
    return merge.resolved(by: resolutions)
  }
}
