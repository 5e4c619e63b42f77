public import SZJSON
public import SZModel

/// What a merge takes as given: who wins a conflict, and what identifies what.
public struct MergeOptions: Sendable {
  /// What is done where both sides changed one value in different ways.
  public enum ConflictPolicy: Equatable, Sendable {
    /// EDITED wins: it was written last.
    case edited
    case current
    /// The side whose entity has the later timestamp in this attribute wins; EDITED where that cannot be told.
    case newest(MemberName)
    /// Nothing is written.
    case fail
    /// Both stay in the text, between git's markers.
    case mark

    /// The policy as the command line has it.
    public var text: String {
      switch self {
      case .edited: "edited"
      case .current: "current"
      case .newest(let attribute): "newest:" + String(decoding: attribute.characters, as: UTF8.self)
      case .fail: "fail"
      case .mark: "mark"
      }
    }
  }

  /// Who wins where one side deleted what the other one edited.
  public enum DeletePolicy: String, CaseIterable, Sendable {
    case edited, current
    /// The side that still has it.
    case keep
    /// The side that deleted it.
    case delete
  }

  public var conflicts = ConflictPolicy.edited
  /// For deletions; nil goes by ``conflicts``.
  public var deletes: DeletePolicy?
  /// The names that may identify the elements of an array.
  public var names = IdentityNames()
  /// What identifies what stands at a path.
  public var placedKeys: [(path: JSONPath, key: IdentityKey)] = []
  /// Attributes of the objects at a path that only mean something together.
  public var units: [(path: JSONPath, names: [MemberName])] = []
  /// What joins two edits of the value at a path.
  public var policies: [(path: JSONPath, policy: ValuePolicy)] = []
  /// The attribute that marks a member of an array as deleted instead of removing it.
  public var tombstone: MemberName?
  /// The arrays that are sets: only how often a value is in them counts.
  public var sets: [JSONPath] = []
  /// Whether a member that one side renamed and the other edited is taken as one.
  public var followsRenames = true
  public var exactNumbers = false
  /// What is known about the entities of the documents; nil without a model.
  public var schema: Schema?
  /// Whether what a deletion leaves behind may name what is gone, where no delete rule says what becomes of it.
  public var allowsDangling = false
  /// Where EDITED is PRISTINE with a part of what was edited, in which other references may name what is gone: the identities that
  /// references name in vain in the whole; else nil.
  public var namedInVain: Set<UInt64>?

  public init() {}
}
