/// What identifies an entity, as the command line says: `--identity ENTITY=a[,b]`; a name can be in quotes, `['a']`.
public struct ModelIdentity: Sendable {
  public let entity: String
  public let attributes: [String]
  /// Whether one of them was written in quotes.
  public let isQuoted: Bool

  /// `names` are as they are written, in quotes or not.
  public init(entity: String, names: [String]) {
    self.entity = entity
    attributes = names.map { ModelIdentity.unquoted($0) ?? $0 }
    isQuoted = names.contains { ModelIdentity.unquoted($0) != nil }
  }

  /// The name that `['NAME']` says, or the same with the other quotes; nil for a text without.
  private static func unquoted(_ text: String) -> String? {
    guard text.count > 4,
      ["'", "\""].contains(where: { text.hasPrefix("[" + $0) && text.hasSuffix($0 + "]") })
    else { return nil }
    return String(text.dropFirst(2).dropLast(2))
  }

  /// `ENTITY=a`, several attributes with `,` or `+` between them; nil when a part is missing.
  public init?(_ text: some StringProtocol) {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    let names = text[text.index(after: equals)...].split(omittingEmptySubsequences: false) {
      $0 == "," || $0 == "+"
    }
    if equals == text.startIndex || names.contains(where: \.isEmpty) { return nil }
    self.init(entity: String(text[..<equals]), names: names.map { String($0) })
  }
}

extension Model {
  /// Puts `identities` in the place of what the model declares, in the whole inheritance tree of each entity; answers the first
  /// that names no entity.
  @discardableResult public mutating func identify(by identities: [ModelIdentity]) -> String? {
    var unknown: String?
    for identity in identities {
      guard let named = entity(named: identity.entity), let top = lineage(of: named).last else {
        unknown = unknown ?? identity.entity
        continue
      }
      for index in entities.indices where inherits(EntityID(index), from: top) {
        entities[index].identity = []
      }
      // Identity is one in a tree of inheritance, so it is declared as far up as all its attributes are there.
      let owner = lineage(of: named).last { ancestor in
        identity.attributes.allSatisfy { attribute($0, of: ancestor) != nil }
      }
      entities[(owner ?? named).index].identify(by: identity)
    }
    return unknown
  }
}

extension Model.Entity {
  /// Makes these the attributes that identify it.
  public mutating func identify(by identity: ModelIdentity) {
    self.identity = identity.attributes
    hasQuotedIdentity = identity.isQuoted
  }
}
