extension Model {
  /// One entity: what it declares itself. What it inherits is its parent's.
  package struct Entity: Sendable {
    /// Where the identity of an entity is its own.
    package enum Scope: String, CaseIterable, Sendable {
      case document
      /// Only within its to-many: such an entity never moves.
      case parent
    }

    package let name: String
    package var parent: String?
    package var isAbstract = false
    /// The attributes that identify it, in order; empty when it declares none.
    package var identity: [String] = []
    package var scope: Scope?
    package var isSyncable = true
    package var attributes: [Attribute] = []
    package var relationships: [Relationship] = []
    /// Attributes that change, conflict and win together.
    package var units: [[String]] = []
    /// What a created entity begins as.
    package var template: Value?
    package var tombstone: String?
    package var merge: EntityMerge?

    package init(_ name: String) { self.name = name }
  }

  /// How conflicts within an entity are resolved.
  package enum EntityMerge: Equatable, Sendable {
    case edited, current
    /// By a timestamp attribute.
    case newest(String)

    package init?(_ text: String) {
      switch text {
      case "edited": self = .edited
      case "current": self = .current
      default:
        guard text.hasPrefix("newest:"), text != "newest:" else { return nil }
        self = .newest(String(text.dropFirst("newest:".count)))
      }
    }

    /// How it is written in a model.
    package var text: String {
      switch self {
      case .edited: "edited"
      case .current: "current"
      case .newest(let attribute): "newest:" + attribute
      }
    }
  }

  /// One attribute as it is declared.
  package struct Attribute: Sendable {
    /// What a value is. Only `date`, `binary` and `uuid` change what is equal.
    package enum Kind: String, CaseIterable, Sendable {
      case string, integer, decimal, double, boolean, date, binary, uuid, uri, transformable, any
    }

    package let name: String
    package var kind = Kind.any
    /// Written where a created entity lacks the attribute.
    package var defaultValue: Value?
    package var isTransient = false
    package var isSyncable = true
    package var isExcluded = false
    /// How two edits of one value become one.
    package var merge: ValuePolicy?
    /// An array of scalars without order.
    package var isSet = false
    /// What it is called in documents and changes, when that is another name.
    package var member: String?
    package var dateFormat: DateFormat?
    package var binaryFormat: BinaryFormat?

    package init(_ name: String) { self.name = name }

    package var memberName: String { member ?? name }

    /// Whether another one means the same where it stands, whatever it begins as.
    func isAlike(_ other: Attribute) -> Bool {
      kind == other.kind && isTransient == other.isTransient && isSyncable == other.isSyncable
        && isExcluded == other.isExcluded && merge == other.merge && isSet == other.isSet
        && dateFormat == other.dateFormat && binaryFormat == other.binaryFormat
    }
  }

  /// One relationship as it is declared.
  package struct Relationship: Sendable, Equatable {
    /// What becomes of the destination when the entity is deleted. `cascade` means that it is owned.
    package enum DeleteRule: String, CaseIterable, Sendable { case cascade, nullify, deny, noAction }

    package let name: String
    package var destination = ""
    package var isToMany = false
    package var isOrdered = false
    package var deleteRule = DeleteRule.nullify
    package var inverse: String?
    package var member: String?
    package var isTransient = false
    package var isSyncable = true
    /// Walked whatever the delete rule says.
    package var isIncluded = false
    package var isExcluded = false

    package init(_ name: String) { self.name = name }

    package var memberName: String { member ?? name }
  }
}
