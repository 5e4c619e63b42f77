public import SZElements
public import SZJSON

extension Conflict.Side {
  /// Writes the side as one JSON value; nothing when it is absent.
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .absent: break
    case .value(let value), .comments(let value, _): writer.append(value)
    case .elements(let values): Conflict.Side.write(values, to: &writer)
    case .order(let members): Conflict.Side.write(members.values, to: &writer)
    case .members(let members): Conflict.write(members, to: &writer)
    }
  }

  private static func write(_ values: [Value], to writer: inout JSONWriter) {
    writer.beginArray()
    writer.append(values)
    writer.endArray()
  }

  public var isAbsent: Bool {
    if case .absent = self { true } else { false }
  }
}

extension Conflict {
  /// Where the conflict is in a document, in bytes: at the first thing it is about. Nil when that document has nothing there.
  public func offset(in document: Document, _ party: Party) -> Int? {
    if case .comments(_, let offset) = sides[party] { return offset }
    let value: Value? =
      switch sides[party] {
      case .absent, .comments: nil
      case .value(let value): value
      case .elements(let values): values.first
      case .order(let members): members.first
      case .members(let members): members.first?.name
      }
    if let value, value.document === document { return value.offset }
    return switch places[party] {
    case .value(let node)?: document.start(node)
    case .elements(_, _, let offset)?: offset
    case nil: nil
    }
  }

  static func write(_ members: [(name: Value, value: Value)], to writer: inout JSONWriter) {
    writer.beginObject()
    for member in members {
      writer.name(member.name)
      writer.append(member.value)
    }
    writer.endObject()
  }
}

extension Conflict.Kind {
  /// What two sides did to stretches of a list.
  init(_ contradiction: ListMerge.Contradiction) {
    switch contradiction {
    case .hunkHunk: self = .hunkHunk
    case .editDelete: self = .editDelete
    case .deleteEdit: self = .deleteEdit
    }
  }

  /// Whether one of the two sides must win, whole.
  var hasOnlySides: Bool {
    switch self {
    case .moveMove, .moveDelete, .deleteRefer, .commentComment: true
    default: false
    }
  }
}
