public import SZJSON
public import SZModel

/// What a patch leaves to programs of the user's: which entities, and what they have answered so far.
///
/// A patch asks by its result: requests that have no answer yet. Whoever has the answers makes the patch once more with them.
public struct Delegation: Sendable {
  public enum Operation: String, Sendable { case create, patch, convert }

  /// What is asked about one item of a change.
  public struct Question: Hashable, Sendable {
    public let item: ItemIndex
    public let operation: Operation
    /// Of a conversion, whether it is of the new value.
    public var isNew = false
  }

  /// One request.
  public struct Request: Sendable {
    public let question: Question
    /// The number of the program that is asked.
    public let delegate: Int
    /// The members of the request, without braces and `id`.
    public let members: [UInt8]
    public let entity: Misfit.Entity
  }

  public enum Answer: Sendable {
    /// The object as it shall be; nil where it shall not be.
    case target(Value?)
    case value(Value)
  }

  /// An answer that cannot be, and the number of the program that gave it.
  public struct WrongAnswer: Sendable {
    public let delegate: Int
    public let words: String
  }

  /// For each entity, sub-entities too, the number of its program.
  public let delegates: [Model.EntityID: Int]
  public var answers: [Question: Answer] = [:]

  public init(_ delegates: [Model.EntityID: Int]) { self.delegates = delegates }
}
