public import SZElements
public import SZJSON
public import SZModel

/// Two edits of one thing that cannot both be in the result.
public struct Conflict: Sendable {
  /// What the two sides did. Where the kind has two words that differ, the first is what EDITED did and the second what CURRENT did, but
  /// for `move/delete` and `delete/refer`, where either side may have done the one.
  public enum Kind: String, CaseIterable, Sendable {
    case editEdit = "edit/edit"
    case editDelete = "edit/delete"
    case deleteEdit = "delete/edit"
    case createCreate = "create/create"
    case orderOrder = "order/order"
    case hunkHunk = "hunk/hunk"
    /// Attributes that belong together were edited on both sides.
    case unit
    /// One side made it an object or an array, and the other something else.
    case type
    /// Each side moved an entity elsewhere, or both moves would make entities own each other.
    case moveMove = "move/move"
    /// One side moved an entity into one that the other side deleted.
    case moveDelete = "move/delete"
    /// One side deleted what the other one refers to.
    case deleteRefer = "delete/refer"
    /// Both edited the comments at one place.
    case commentComment = "comment/comment"
  }

  /// What one document has where the conflict is.
  public enum Side: Sendable {
    case absent
    case value(Value)
    case elements([Value])
    case order(MemberIdentities)
    /// The attributes of a unit.
    case members([(name: Value, value: Value)])
    /// Comments, as one string; they stand at a byte.
    case comments(Value, offset: Int)
  }

  /// Where a conflict is in one document.
  public enum Place: Sendable {
    /// A value. For a unit it is the object, for an order or a set the array.
    case value(Document.Node)
    /// A stretch of the elements of an array; an empty one stands before the element with that number. It begins at a byte.
    case elements(Document.Node, Range<Int>, offset: Int)

    /// The value, or the array that has the elements.
    var node: Document.Node {
      switch self {
      case .value(let node), .elements(let node, _, _): node
      }
    }

    /// The stretch.
    var elements: Range<Int>? {
      if case .elements(_, let range, _) = self { range } else { nil }
    }
  }

  /// What tells a conflict from the others of its merge, however they are resolved.
  struct ID: Hashable {
    let kind: Kind
    /// Where it is: in CURRENT, or in EDITED where CURRENT has nothing, or in PRISTINE where neither has.
    let party: Party
    let node: Document.Node
    /// Which one it is of several at one node.
    let number: Int
  }

  /// An entity around a conflict: by which key it is one, and where it is in each document that has it.
  public struct Entity: Sendable {
    public let key: IdentityKey
    /// Whether the key was found by looking at the elements, and not named by anybody.
    public let isFound: Bool
    public let nodes: Three<Document.Node?>
  }

  /// What stands in the result.
  public enum Resolution: Sendable {
    case party(Party)
    case value(Value)
  }

  /// What settled a conflict.
  public enum Rule: Sendable, Equatable {
    /// The rule for all conflicts.
    case conflicts(MergeOptions.ConflictPolicy)
    /// The rule for deletions.
    case deletes(MergeOptions.DeletePolicy)
    /// The policy of the place.
    case policy(ValuePolicy)
    /// What the model says of all conflicts within the entity.
    case entity(Model.EntityMerge)
    /// The delete rule of a relationship.
    case deleteRule(Model.Relationship.DeleteRule)
    /// What an entity was moved into, or created in, is not in the result.
    case owner
    /// An answer that was given for it.
    case answer(AnswerSource)

    /// The rule as the command line has it, without the dashes.
    var text: String {
      switch self {
      case .conflicts(let policy): "conflicts=\(policy.text)"
      case .deletes(let policy): "deletes=\(policy.rawValue)"
      case .policy(let policy): "policy=\(policy.rawValue)"
      case .entity(let merge): "merge=\(merge.text)"
      case .deleteRule(let rule): "deleteRule=\(rule.rawValue)"
      case .owner: "owner"
      case .answer(.report): "resolve"
      case .answer(.resolver): "resolver"
      }
    }
  }

  /// Who gives an answer for a single conflict.
  public enum AnswerSource: Sendable {
    /// A report that was edited.
    case report
    /// A program that is asked.
    case resolver
  }

  public enum State: Sendable, Equatable {
    /// Nobody has settled it: the merge failed for it, or it is marked in the text.
    case open
    case settled(Rule)
  }

  let id: ID
  /// Where, as a JSON Pointer (RFC 6901) into CURRENT, or into EDITED where CURRENT has nothing.
  public internal(set) var pointer: String
  /// Where, in each document that has the place.
  public let places: Three<Place?>
  /// The to-one that the conflict is about, where it is about two entities that would stand there: who has it, and its member.
  let holder: (key: UInt64, member: [UInt8])?
  /// The entities around the conflict, or at it, from the root on: with their identities, a path that moves do not change.
  public let entities: [Entity]
  /// The identity of the nearest entity that has one.
  public let entity: [(name: Value, value: Value)]
  /// The nearest object around the conflict that CURRENT has, or its root.
  let surrounding: Document.Node
  public let sides: Three<Side>
  public let resolution: Resolution
  public let state: State

  public var kind: Kind { id.kind }
  public var pristine: Side { sides.pristine }
  public var edited: Side { sides.edited }
  public var current: Side { sides.current }
  public var isOpen: Bool { state == .open }

  /// Whether it is about elements of a list.
  var isOfElements: Bool { Party.allCases.contains { places[$0]?.elements != nil } }

  /// Whether it had to come out as it did, for a delete rule or another conflict says so.
  var isConsequence: Bool {
    switch state {
    case .settled(.deleteRule), .settled(.owner): true
    case .settled, .open: false
    }
  }
}
