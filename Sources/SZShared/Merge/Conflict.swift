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
  package enum Party: String, CaseIterable, Sendable {
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

  /// Where a conflict is in one document.
  package enum Place: Sendable {
    /// A value. For a unit it is the object, for an order the array.
    case value(Document.Node)
    /// A stretch of the elements of an array; an empty one stands before the element with that number.
    case elements(Document.Node, Range<Int>)
  }

  /// An entity around a conflict: by which key it is one, and where it is in each document that has it.
  package struct Entity: Sendable {
    package let key: IdentityKey
    /// Whether the key was found by looking at the elements, and not named by anybody.
    package let isInferred: Bool
    package let nodes: Three<Document.Node?>
  }

  /// What stands in the result.
  package enum Resolution: Sendable {
    case party(Party)
    case value(Value)
  }

  /// What settled a conflict.
  package enum Rule: Sendable, Equatable {
    /// The rule for all conflicts (`--conflicts`), or the one for deletions (`--deletes`).
    case conflicts, deletes
    /// The policy of the place.
    case policy(ValuePolicy)
    /// An answer given for it (`--resolve`).
    case answer
  }

  package enum State: Sendable, Equatable {
    /// Nobody has settled it: the merge failed for it, or it is marked in the text.
    case open
    case settled(Rule)
  }

  package let kind: Kind
  /// Where, as a JSON Pointer (RFC 6901) into CURRENT, or into EDITED where CURRENT has nothing.
  package let pointer: String
  /// Where, in each document that has the place.
  package let places: Three<Place?>
  /// The entities around the conflict, or at it, from the root on: with their identities, a path that moves do not change.
  package let entities: [Entity]
  /// The identity of the nearest entity that has one.
  package let entity: [(name: Value, value: Value)]
  package let sides: Three<Side>
  package internal(set) var resolution: Resolution
  package internal(set) var state: State

  package var pristine: Side { sides.pristine }
  package var edited: Side { sides.edited }
  package var current: Side { sides.current }
  package var isOpen: Bool { state == .open }

  /// The policy of the place, when it settled the conflict.
  package var policy: ValuePolicy? {
    if case .settled(.policy(let policy)) = state { policy } else { nil }
  }
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
