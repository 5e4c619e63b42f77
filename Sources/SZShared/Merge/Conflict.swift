/// Two edits of one thing that cannot both be in the result.
package struct Conflict: Sendable {
  /// What EDITED did, and what CURRENT did.
  package enum Kind: String, CaseIterable, Sendable {
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
  }

  /// One of the three documents.
  package enum Party: String, Sendable {
    case pristine, edited, current

    /// Its place among the operands.
    var number: Int {
      switch self {
      case .pristine: 0
      case .edited: 1
      case .current: 2
      }
    }
  }

  /// What one document has where the conflict is.
  package enum Side: Sendable {
    case absent
    case value(Value)
    /// The elements of a list, or the identities of members in their order.
    case elements([Value])
    /// The attributes of a unit.
    case members([(name: Value, value: Value)])
  }

  /// What stands in the result.
  package enum Resolution: Sendable {
    case party(Party)
    case value(Value)
  }

  package let kind: Kind
  /// Where, as a JSON Pointer (RFC 6901) into CURRENT, or into EDITED where CURRENT has nothing.
  package let pointer: String
  /// The identity of the nearest entity that has one.
  package let entity: [(name: Value, value: Value)]
  package let pristine: Side
  package let edited: Side
  package let current: Side
  package internal(set) var resolution: Resolution
  /// The policy of the place, which settled it beforehand.
  package internal(set) var policy: ValuePolicy?
  /// What stands in CURRENT at that place, where the sides are made of what stands elsewhere.
  package internal(set) var place: Value?
  /// Whether nobody has settled it: the merge failed for it, or it is marked in the text.
  package internal(set) var isOpen = false
}

extension Conflict.Side {
  /// Appends the side as one JSON value; nothing when it is absent.
  func append(to output: inout [UInt8]) {
    switch self {
    case .absent: break
    case .value(let value): value.appendCompact(to: &output)
    case .elements(let values):
      output.append(UInt8(ascii: "["))
      for (number, value) in values.enumerated() {
        if number > 0 { output.append(UInt8(ascii: ",")) }
        value.appendCompact(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .members(let members): Conflict.append(members, to: &output)
    }
  }

  var isAbsent: Bool {
    if case .absent = self { true } else { false }
  }
}

extension Conflict {
  static func append(_ members: [(name: Value, value: Value)], to output: inout [UInt8]) {
    output.append(UInt8(ascii: "{"))
    for (number, member) in members.enumerated() {
      if number > 0 { output.append(UInt8(ascii: ",")) }
      member.name.appendCompact(to: &output)
      output.append(UInt8(ascii: ":"))
      member.value.appendCompact(to: &output)
    }
    output.append(UInt8(ascii: "}"))
  }
}
