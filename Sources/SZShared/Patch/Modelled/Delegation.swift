/// What a patch leaves to programs of the user's: which entities, and what they have answered so far.
///
/// A patch asks by its result: requests that have no answer yet. Whoever has the answers makes the patch once more with them.
package struct Delegation: Sendable {
  package enum Operation: String, Sendable { case create, patch, convert }

  /// What is asked about one item of a change.
  package struct Question: Hashable, Sendable {
    package let item: ItemIndex
    package let operation: Operation
    /// Of a conversion, whether it is of the new value.
    package var isNew = false
  }

  /// One request.
  package struct Request: Sendable {
    package let question: Question
    /// The number of the program that is asked.
    package let delegate: Int
    /// The members of the request, without braces and `id`.
    package let members: [UInt8]
    package let entity: Misfit.Entity
  }

  package enum Answer: Sendable {
    /// The object as it shall be; nil where it shall not be.
    case target(Value?)
    case value(Value)
  }

  /// An answer that cannot be, and the number of the program that gave it.
  package struct WrongAnswer: Sendable {
    package let delegate: Int
    package let words: String
  }

  /// For each entity, sub-entities too, the number of its program.
  package let delegates: [Model.EntityID: Int]
  package var answers: [Question: Answer] = [:]

  package init(_ delegates: [Model.EntityID: Int]) { self.delegates = delegates }
}
