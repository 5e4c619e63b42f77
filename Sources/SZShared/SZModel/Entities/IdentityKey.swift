public import SZJSON

/// The members that identify an entity: one, or several for a composite identity.
///
/// A part of it may lie deeper than the entity's own members, and may be one that some entities lack: where nothing stands
/// in its place, absence is what identifies. `null` identifies nothing, and stands for absence where identities are written.
public struct IdentityKey: Sendable, Equatable {
  /// One identifying value.
  public struct Part: Sendable, Equatable {
    public let path: IdentityPath
    /// Whether an entity may lack it.
    public let isOptional: Bool

    public init(_ path: IdentityPath, isOptional: Bool = false) {
      self.path = path
      self.isOptional = isOptional
    }
  }

  public let parts: [Part]
  /// The first name of each part, and whether it is all of it.
  private let heads: [MemberName.Head]
  private let isName: [Bool]
  /// Each part's path as a JSON string, for changes; none for a key that is not written.
  private let labels: [Value]

  /// `isWritten` says that the key will be named in a change.
  public init(_ parts: [Part], isWritten: Bool = true) {
    self.parts = parts
    labels = isWritten ? parts.map { Value(jsonString: $0.path.text) } : []
    heads = parts.map { $0.path.steps[0].head }
    isName = parts.map(\.path.isName)
  }

  /// The key of these members of the entity itself.
  public init(names: [[UInt8]]) { self.init(names.map { Part(IdentityPath([$0])) }) }

  /// The key of which a change names the parts by these paths.
  public init(paths: [[UInt8]], areOptional: Bool, isWritten: Bool = true) {
    self.init(
      paths.compactMap { IdentityPath($0) }.map { Part($0, isOptional: areOptional) }, isWritten: isWritten)
  }

  /// The key of a reference, which identifies itself: no part of it does.
  public static let itself = IdentityKey([])

  /// What to look for first where the key is one name of an element's own members; nil for any other key.
  var simpleName: MemberName.Head? { heads.count == 1 && isName[0] ? heads[0] : nil }

  /// The member of an element's own that alone identifies; nil where the identity is made of several, or stands deeper.
  public var onlyName: MemberName? {
    parts.count == 1 && isName[0] ? parts[0].path.steps[0] : nil
  }

  public static func == (left: IdentityKey, right: IdentityKey) -> Bool { left.parts == right.parts }

  /// The identity of an object as a change has it: each part's name and value, null where it is absent. Empty when it has none.
  public func members(_ object: Value) -> [(name: Value, value: Value)] {
    guard let values = values(object.document, object.node), labels.count == values.count else { return [] }
    return zip(labels, values).map { label, value in
      (label, value.map { Value(object.document, $0) } ?? IdentityKey.null)
    }
  }

  private static let null = JSONWriter.value { $0.appendNull() }

  /// What stands in the place of one part of an identity.
  public enum Found {
    case value(Document.Node)
    case absent
    /// Something that identifies nothing: an object, an array or null.
    case other
  }

  /// The identifying values of an element, in the order of the parts, nil where one is absent that may be; nil when it lacks
  /// another or has one that is no string, number or boolean.
  public func values(_ document: Document, _ element: Document.Node) -> [Document.Node?]? {
    guard document.kind(element) == .object, !parts.isEmpty else { return nil }
    var values: [Document.Node?] = []
    for number in parts.indices {
      switch find(document, element, number) {
      case .value(let value): values.append(value)
      case .absent where parts[number].isOptional: values.append(nil)
      case .absent, .other: return nil
      }
    }
    return values
  }

  /// One hash for the identity of an element, and the first of the identifying values (-1: it is absent); nil when it has none.
  @inline(__always) public func hash(_ document: Document, _ element: Document.Node, _ hashing: Hashing)
    -> (hash: UInt64, first: Document.Node)?
  {
    guard document.kind(element) == .object, !heads.isEmpty,
      let first = hash(document, element, 0, hashing)
    else { return nil }
    if heads.count == 1 { return (first.hash, first.node) }
    var all = Hashing.Tuple(hashing)
    all.add(first.hash)
    for number in 1..<heads.count {
      guard let part = self.hash(document, element, number, hashing) else { return nil }
      all.add(part.hash)
    }
    return (all.hash, first.node)
  }

  @inline(__always) private func hash(
    _ document: Document, _ element: Document.Node, _ number: Int, _ hashing: Hashing
  ) -> (hash: UInt64, node: Document.Node)? {
    switch find(document, element, number) {
    case .value(let value): (document.scalarHash(value, hashing), value)
    case .absent: parts[number].isOptional ? (IdentityKey.absent(hashing), .nowhere) : nil
    case .other: nil
    }
  }

  /// The hash of a part that is absent: that of null, which identifies nothing itself.
  static func absent(_ hashing: Hashing) -> UInt64 { hashing.literal(.null) }

  /// Whether two objects have one identity; false when one has none.
  public func isSame(
    _ document: Document, _ object: Document.Node, _ other: Document, _ otherObject: Document.Node,
    exactNumbers: Bool
  ) -> Bool {
    guard let own = values(document, object), let others = values(other, otherObject) else { return false }
    return zip(own, others).allSatisfy { left, right in
      guard let left, let right else { return left == nil && right == nil }
      return document.scalarsEqual(left, other, right, exactNumbers: exactNumbers)
    }
  }

  /// The identity of an object as one value: a scalar, or an array of the parts, with null where one is absent.
  public func value(_ document: Document, _ element: Document.Node) -> Value? {
    guard let values = values(document, element) else { return nil }
    if values.count == 1, let value = values[0] { return Value(document, value) }
    return JSONWriter.value { writer in
      writer.beginArray()
      for part in values {
        if let part { writer.append(Value(document, part)) } else { writer.appendNull() }
      }
      writer.endArray()
    }
  }

  /// What stands in the place of the part with this number.
  @inline(__always) public func find(_ document: Document, _ element: Document.Node, _ number: Int) -> Found {
    let head = heads[number]
    var node = document.firstChild(element)
    let end = document.end(element)
    while node < end {
      let value = document.next(node)
      if head.matches(document, node) ?? matches(document, node, number) {
        return isName[number] ? IdentityKey.judged(document, value) : deeper(document, value, number)
      }
      node = document.next(value)
    }
    return .absent
  }

  @inline(__always) private static func judged(_ document: Document, _ value: Document.Node) -> Found {
    let kind = document.kind(value)
    return kind.isContainer || kind == .null ? .other : .value(value)
  }

  @inline(never) private func matches(_ document: Document, _ node: Document.Node, _ number: Int) -> Bool {
    parts[number].path.steps[0].matches(document, node)
  }

  @inline(never) private func deeper(_ document: Document, _ node: Document.Node, _ number: Int) -> Found {
    var node = node
    for step in parts[number].path.steps.dropFirst() {
      guard document.kind(node) == .object else { return .absent }
      var member = document.firstChild(node)
      let end = document.end(node)
      while member < end, !step.matches(document, member) || document.kind(member) == .shadowedName {
        member = document.next(document.next(member))
      }
      if member >= end { return .absent }
      node = document.next(member)
    }
    return IdentityKey.judged(document, node)
  }
}
