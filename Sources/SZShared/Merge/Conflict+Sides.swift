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
  /// Where the conflict is in a document, in bytes: at the first thing it is about. Nil when that document has nothing there.
  func offset(in document: Document, _ party: Party) -> Int? {
    let value: Value? =
      switch sides[party] {
      case .absent: nil
      case .value(let value): value
      case .elements(let values): values.first
      case .members(let members): members.first?.name
      }
    if let value, value.document === document { return value.offset }
    return switch places[party] {
    case .value(let node)?: document.start(node)
    case .elements(_, _, let offset)?: offset
    case nil: nil
    }
  }

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
