public import SZJSON

extension Model {
  /// One entity: what it declares itself. What it inherits is its parent's.
  public struct Entity: Sendable {
    /// Where the identity of an entity is its own.
    public enum Scope: String, CaseIterable, Sendable {
      case document
      /// Only within its to-many: such an entity never moves.
      case parent
    }

    public let name: String
    public var parent: String?
    public var isAbstract = false
    /// The attributes that identify it, in order; empty when it declares none.
    public var identity: [String] = []
    /// Whether a name of the identity was written in quotes: then one that changes use themselves is meant.
    public var hasQuotedIdentity = false
    public var scope: Scope?
    public var isSyncable = true
    public var attributes: [Attribute] = []
    public var relationships: [Relationship] = []
    /// Attributes that change, conflict and win together.
    public var units: [[String]] = []
    /// What a created entity begins as.
    public var template: Value?
    public var tombstone: String?
    public var merge: EntityMerge?

    public init(_ name: String) { self.name = name }
  }

  /// How conflicts within an entity are resolved.
  public enum EntityMerge: Equatable, Sendable {
    case edited, current
    /// By a timestamp attribute.
    case newest(String)

    public init?(_ text: String) {
      switch text {
      case "edited": self = .edited
      case "current": self = .current
      default:
        guard text.hasPrefix("newest:"), text != "newest:" else { return nil }
        self = .newest(String(text.dropFirst("newest:".count)))
      }
    }

    /// How it is written in a model.
    public var text: String {
      switch self {
      case .edited: "edited"
      case .current: "current"
      case .newest(let attribute): "newest:" + attribute
      }
    }
  }

  /// One attribute as it is declared.
  public struct Attribute: Sendable {
    /// What a value is. Only `date`, `binary` and `uuid` change what is equal.
    public enum Kind: String, CaseIterable, Sendable {
      case string, integer, decimal, double, boolean, date, binary, uuid, uri, transformable, any
    }

    public let name: String
    public var kind = Kind.any
    /// Written where a created entity lacks the attribute.
    public var defaultValue: Value?
    public var isTransient = false
    public var isSyncable = true
    public var isExcluded = false
    /// How two edits of one value become one.
    public var merge: ValuePolicy?
    /// An array of scalars without order.
    public var isSet = false
    /// What it is called in documents and changes, when that is another name.
    public var member: String?
    public var dateFormat: DateFormat?
    public var binaryFormat: BinaryFormat?

    public init(_ name: String) { self.name = name }

    public var memberName: String { member ?? name }

    /// Whether a value of it may be an object or an array.
    var holdsContainers: Bool { kind == .any || kind == .transformable || isSet }

    /// Whether another one means the same where it stands, whatever it begins as.
    func isAlike(_ other: Attribute) -> Bool {
      kind == other.kind && isTransient == other.isTransient && isSyncable == other.isSyncable
        && isExcluded == other.isExcluded && merge == other.merge && isSet == other.isSet
        && dateFormat == other.dateFormat && binaryFormat == other.binaryFormat
    }
  }

  /// One relationship as it is declared.
  public struct Relationship: Sendable, Equatable {
    /// What becomes of the destination when the entity is deleted. `cascade` means that it is owned.
    public enum DeleteRule: String, CaseIterable, Sendable { case cascade, nullify, deny, noAction }

    public let name: String
    public var destination = ""
    public var isToMany = false
    public var isOrdered = false
    public var deleteRule = DeleteRule.nullify
    public var inverse: String?
    public var member: String?
    public var isTransient = false
    public var isSyncable = true
    /// Walked whatever the delete rule says.
    public var isIncluded = false
    public var isExcluded = false

    public init(_ name: String) { self.name = name }

    public var memberName: String { member ?? name }
  }
}
