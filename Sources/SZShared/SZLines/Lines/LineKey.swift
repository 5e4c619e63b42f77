public import SZJSON
public import SZModel

/// What identifies the entities of lines.
public enum LineKey: Sendable {
  case plain(IdentityKey)
  /// What a model says of the entities that the lines are.
  case declared(Schema, Schema.SetID)

  /// The first of `keys` that the line has; nil when it has none.
  public init?(of document: Document, _ keys: [IdentityKey]) {
    guard let key = keys.first(where: { $0.values(document, document.root) != nil }) else { return nil }
    self = .plain(key)
  }

  /// The names by which lines are identified where nothing is said.
  public static let defaults = IdentityNames.defaults.map { IdentityKey(names: [Array($0.utf8)]) }

  /// The key as messages have it.
  public var text: String {
    switch self {
    case .plain(let key): key.text
    case .declared(let schema, let set): schema[schema[set].destination].key?.text ?? ""
    }
  }

  /// One hash for the identity of the document's root; nil when that has none. Equal for equal identities.
  func hash(_ document: Document, _ hashing: Hashing) -> UInt64? {
    guard document.kind(document.root) == .object else { return nil }
    switch self {
    case .plain(let key): return key.hash(document, document.root, hashing)?.hash
    case .declared(let schema, _):
      return entity(document).flatMap { schema.identity(document, document.root, of: $0, hashing) }
    }
  }

  /// The hash of the identity that a change names by `parts`, the same as that of the line it is about; nil when it is by other names.
  public func hash(of parts: [(name: [UInt8], value: Value)], entityName: String?, _ hashing: Hashing)
    -> UInt64?
  {
    switch self {
    case .plain(let key):
      guard parts.count == key.parts.count else { return nil }
      var all = Hashing.Tuple(hashing)
      for part in key.parts {
        guard let value = parts.first(where: { $0.name == part.path.text })?.value else { return nil }
        all.add(value.document.scalarHash(value.node, hashing))
      }
      return all.hash
    case .declared(let schema, let set):
      let named = entityName.flatMap { schema.model.entity(named: $0) } ?? schema[set].destination
      return schema.identity(of: parts, in: schema[named], hashing)
    }
  }

  /// The entity that the root is under a model.
  private func entity(_ document: Document) -> Schema.Entity? {
    guard case .declared(let schema, let set) = self else { return nil }
    let destination = schema[set].destination
    return schema[schema.entityID(of: document.root, in: document, among: destination)]
  }

  /// Each part of the root's identity as ``ShardHash`` takes it, in the order of their names.
  func components(_ document: Document) -> [[UInt8]] {
    let (key, types): (IdentityKey?, [TypedValue])
    switch self {
    case .plain(let plain): (key, types) = (plain, [])
    case .declared:
      let entity = entity(document)
      (key, types) = (entity?.key, entity?.keyTypes ?? [])
    }
    guard let key, let values = key.values(document, document.root) else { return [] }
    let parts = zip(key.parts.indices, values).map { number, node in
      (
        name: key.parts[number].path.text,
        text: node.map { ShardHash.component(document, $0, types.isEmpty ? .plain : types[number]) } ?? []
      )
    }
    return parts.sorted { $0.name.lexicographicallyPrecedes($1.name) }.map(\.text)
  }

  /// The same of an identity that a change names by `parts`.
  func components(of parts: [(name: [UInt8], value: Value)], entityName: String?) -> [[UInt8]] {
    var types: [TypedValue] = []
    if case .declared(let schema, let set) = self {
      let named = entityName.flatMap { schema.model.entity(named: $0) } ?? schema[set].destination
      types = schema.types(of: parts.map(\.name), in: schema[named])
    }
    return parts.enumerated().map { number, part in
      let type = types.isEmpty ? TypedValue.plain : types[number]
      return (
        name: part.name,
        text: part.value.kind == .null ? [] : ShardHash.component(part.value.document, part.value.node, type)
      )
    }
    .sorted { $0.name.lexicographicallyPrecedes($1.name) }.map(\.text)
  }

  /// Whether two roots have one identity.
  func isSame(_ left: Document, _ right: Document, exactNumbers: Bool) -> Bool {
    switch self {
    case .plain(let key): key.isSame(left, left.root, right, right.root, exactNumbers: exactNumbers)
    // A hash of what the types of a model make of them is all that they have in common.
    case .declared: entity(left)?.tree == entity(right)?.tree
    }
  }

  /// The identity of the root, as a path selects it.
  func shown(_ document: Document) -> String {
    let key: IdentityKey? =
      switch self {
      case .plain(let plain): plain
      case .declared: entity(document)?.key
      }
    let members = key?.members(Value(document, document.root)) ?? []
    let selector = IdentitySelector.text(
      members.map { ($0.name.document.characters($0.name.node), $0.value) })
    return String(decoding: selector, as: UTF8.self)
  }
}
