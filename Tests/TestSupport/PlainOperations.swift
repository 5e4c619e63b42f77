internal import SZJSON

/// JSON Patch (RFC 6902) and merge patch (RFC 7396) as the RFCs say them, on plain values: what the tools are held to.
package indirect enum PlainOperations: Equatable {
  case scalar(String)
  case array([PlainOperations])
  case object([String: PlainOperations])

  package struct Failure: Error {}

  package init(_ text: [UInt8]) throws {
    let document = try Document.read(text)
    self.init(document, document.root)
  }

  init(_ document: Document, _ node: Document.Node) {
    switch document.kind(node) {
    case .array: self = .array(document.elements(node).map { PlainOperations(document, $0) })
    case .object:
      var members: [String: PlainOperations] = [:]
      for member in document.members(node) {
        members[String(decoding: document.characters(member.name), as: UTF8.self)] = PlainOperations(
          document, member.value)
      }
      self = .object(members)
    default: self = .scalar(PlainValue(document, node).text)
    }
  }

  // MARK: RFC 6902

  package func patched(by patch: PlainOperations) throws -> PlainOperations {
    guard case .array(let operations) = patch else { throw Failure() }
    var value = self
    for operation in operations {
      guard case .object(let members) = operation, case .scalar(let action)? = members["op"],
        case .scalar(let path)? = members["path"]
      else { throw Failure() }
      let way = try PlainOperations.steps(path)
      var from: [String] = []
      if case .scalar(let text)? = members["from"] { from = try PlainOperations.steps(text) }
      switch action {
      case "\"add\"": try value.add(members["value"], way[...])
      case "\"remove\"": _ = try value.remove(way[...])
      case "\"replace\"":
        if way.isEmpty {
          value = try PlainOperations.some(members["value"])
        } else {
          _ = try value.remove(way[...])
          try value.add(members["value"], way[...])
        }
      case "\"move\"": try value.add(try value.remove(from[...]), way[...])
      case "\"copy\"": try value.add(try value.at(from[...]), way[...])
      case "\"test\"": if try value.at(way[...]) != members["value"] { throw Failure() }
      default: throw Failure()
      }
    }
    return value
  }

  /// The steps of a pointer, which is the text of a string.
  private static func steps(_ text: String) throws -> [String] {
    let pointer = text.dropFirst().dropLast().replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
    if pointer.isEmpty { return [] }
    return pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  private static func some(_ value: PlainOperations?) throws -> PlainOperations {
    guard let value else { throw Failure() }
    return value
  }

  private func at(_ way: ArraySlice<String>) throws -> PlainOperations {
    guard let step = way.first else { return self }
    switch self {
    case .object(let members): return try PlainOperations.some(members[step]).at(way.dropFirst())
    case .array(let elements):
      guard let index = Int(step), elements.indices.contains(index) else { throw Failure() }
      return try elements[index].at(way.dropFirst())
    case .scalar: throw Failure()
    }
  }

  private mutating func change(
    _ way: ArraySlice<String>, _ end: (inout PlainOperations, String) throws -> Void
  ) throws {
    guard let step = way.first else { throw Failure() }
    if way.count == 1 { return try end(&self, step) }
    switch self {
    case .object(var members):
      var child = try PlainOperations.some(members[step])
      try child.change(way.dropFirst(), end)
      members[step] = child
      self = .object(members)
    case .array(var elements):
      guard let index = Int(step), elements.indices.contains(index) else { throw Failure() }
      try elements[index].change(way.dropFirst(), end)
      self = .array(elements)
    case .scalar: throw Failure()
    }
  }

  private mutating func add(_ value: PlainOperations?, _ way: ArraySlice<String>) throws {
    let value = try PlainOperations.some(value)
    if way.isEmpty {
      self = value
      return
    }
    try change(way) { parent, step in
      switch parent {
      case .object(var members):
        members[step] = value
        parent = .object(members)
      case .array(var elements):
        guard let index = step == "-" ? elements.count : Int(step), (0...elements.count).contains(index)
        else {
          throw Failure()
        }
        elements.insert(value, at: index)
        parent = .array(elements)
      case .scalar: throw Failure()
      }
    }
  }

  private mutating func remove(_ way: ArraySlice<String>) throws -> PlainOperations {
    let gone = try at(way)
    try change(way) { parent, step in
      switch parent {
      case .object(var members):
        members[step] = nil
        parent = .object(members)
      case .array(var elements):
        guard let index = Int(step) else { throw Failure() }
        elements.remove(at: index)
        parent = .array(elements)
      case .scalar: throw Failure()
      }
    }
    return gone
  }

  // MARK: RFC 7396

  package func merged(with patch: PlainOperations) -> PlainOperations {
    guard case .object(let changes) = patch else { return patch }
    var members: [String: PlainOperations] = [:]
    if case .object(let own) = self { members = own }
    for (name, value) in changes {
      members[name] = value == .scalar("null") ? nil : (members[name] ?? .scalar("null")).merged(with: value)
    }
    return .object(members)
  }
}
