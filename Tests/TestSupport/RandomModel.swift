/// A random model: entities that own each other to any depth, so that moves may make rings, and refer to each other under every delete
/// rule.
package struct RandomModel: Sendable {
  /// What identifies the entities of a type.
  enum Identity: CaseIterable, Sendable {
    case integer, string, uuid, composite
    /// An integer that is the entity's own only in its to-many.
    case scoped
    /// None that the model knows: an integer like any other.
    case unknown
  }

  /// What is done with an attribute, and what joins two edits of it.
  enum Attribute: String, CaseIterable, Sendable {
    /// A text of its own with each edit.
    case text
    /// Two numbers that are one unit, the same in both.
    case unit
    /// Only grows, and the larger one stays.
    case highest
    /// Grows on all devices, and the result is the sum.
    case counter
    /// An array of texts that only grows.
    case union
    /// An array of texts without order.
    case labels
    /// An array of texts.
    case lines
    /// A date that only grows.
    case moment
    /// Each device's own.
    case local
  }

  struct Relationship: Equatable, Sendable {
    let name: String
    let destination: Int
    let isToMany: Bool
    let isOrdered: Bool
    /// Whether it owns what it leads to; else it refers to it.
    let owns: Bool
    /// Of a reference: the rule of its inverse, by which it goes when the destination is deleted; nil without an inverse.
    let rule: String?
  }

  struct Entity: Sendable {
    let name: String
    var identity: Identity
    /// The type that it inherits from.
    var parent: Int?
    var attributes: [Attribute] = []
    var relationships: [Relationship] = []
    /// How conflicts in it are settled.
    var merge: String?
  }

  /// The first is the root.
  private(set) var entities: [Entity] = []
  let isTables: Bool
  /// Whether deleted entities leave a mark.
  let hasTombstones: Bool
  let mayAdd: Bool

  /// `mayAdd` says whether there are counters.
  package init(_ generator: inout SeededGenerator, hasTombstones: Bool, mayAdd: Bool) {
    isTables = generator.chance(4)
    (self.hasTombstones, self.mayAdd) = (hasTombstones, mayAdd)
    let count = 1 + generator.below(4)
    entities = [Entity(name: "App", identity: .string, attributes: isTables ? [] : attributes(&generator))]
    for number in 1...count {
      let identity = number == 1 || !generator.chance(3) ? .integer : Identity.allCases[generator.below(5)]
      entities.append(Entity(name: "E\(number)", identity: identity, attributes: attributes(&generator)))
      if generator.chance(4) { entities[number].merge = ["edited", "current"][generator.below(2)] }
    }
    for number in 1...count where number == 1 || isTables || generator.chance(2) {
      add(to: 0, destination: number, isToMany: true, owns: true, &generator)
    }
    // Ownership: what is not yet owned is, and what owns itself can go round.
    if !isTables || generator.chance(2) {
      for number in 1...count {
        let isOwned = entities.contains { $0.relationships.contains { $0.destination == number && $0.owns } }
        if !isOwned || generator.chance(2) {
          add(
            to: 1 + generator.below(count), destination: number,
            isToMany: !isOwned || !generator.chance(3), owns: true, &generator)
        }
      }
      if generator.chance(2) { add(to: 1, destination: 1, isToMany: true, owns: true, &generator) }
    }
    for _ in 0..<generator.below(4) {
      let destination = 1 + generator.below(count)
      if [.composite, .scoped].contains(entities[destination].identity) { continue }
      add(
        to: generator.below(4) == 0 && !isTables ? 0 : 1 + generator.below(count), destination: destination,
        isToMany: generator.chance(2), owns: false, &generator)
    }
    if generator.chance(3) {
      let parent = 1 + generator.below(count)
      entities.append(Entity(name: "S\(parent)", identity: entities[parent].identity, parent: parent))
    }
  }

  /// Takes the identity from one type that nothing refers to, if there is one; what stands in it keeps its own.
  mutating func forgetIdentity(_ generator: inout SeededGenerator) {
    let types = entities.indices.dropFirst().filter { type in
      entities[type].parent == nil && entities[type].identity == .integer
        && !entities.contains { $0.relationships.contains { $0.destination == type && !$0.owns } }
    }
    if types.isEmpty { return }
    let type = types[generator.below(types.count)]
    for other in entities.indices where base(other) == type { entities[other].identity = .unknown }
  }

  private func attributes(_ generator: inout SeededGenerator) -> [Attribute] {
    Attribute.allCases.filter { kind in
      kind == .counter ? mayAdd && generator.chance(2) : kind == .text || generator.chance(3)
    }
  }

  private mutating func add(
    to owner: Int, destination: Int, isToMany: Bool, owns: Bool, _ generator: inout SeededGenerator
  ) {
    let rule =
      owns || generator.chance(4) ? nil : ["cascade", "nullify", "deny", "noAction"][generator.below(4)]
    let isToMany = isToMany || entities[destination].identity == .scoped
    entities[owner].relationships.append(
      Relationship(
        name: "r\(owner)\(entities[owner].relationships.count)", destination: destination, isToMany: isToMany,
        isOrdered: isToMany && generator.chance(2), owns: owns, rule: rule))
  }

  // MARK: Questions

  var hasUnknown: Bool { entities.contains { $0.identity == .unknown } }

  /// The type that an entity's own inherits from, or itself.
  func base(_ type: Int) -> Int { entities[type].parent ?? type }

  func attributes(of type: Int) -> [Attribute] { entities[base(type)].attributes }

  func relationships(of type: Int) -> [Relationship] { entities[base(type)].relationships }

  func mayMove(_ type: Int) -> Bool { ![.scoped, .unknown].contains(entities[type].identity) }

  /// The types of entities that may stand where `destination` does.
  func types(_ destination: Int) -> [Int] {
    entities.indices.filter { $0 == destination || entities[$0].parent == destination }
  }

  // MARK: As JSON

  /// The model as `--model` takes it.
  package var text: String {
    var declared: [String] = []
    for (number, entity) in entities.enumerated() where number > 0 || !isTables {
      declared.append(#""\#(entity.name)":{\#(members(number).joined(separator: ","))}"#)
    }
    let tables = entities[0].relationships.map { table in
      #""\#(table.name)":{"entity":"\#(entities[table.destination].name)","ordered":\#(table.isOrdered)}"#
    }
    let root = isTables ? "{\"tables\":{" + tables.joined(separator: ",") + "}}" : #""App""#
    let mark = hasTombstones ? #""tombstone":"gone","# : ""
    return "{\"root\":\(root),\(mark)\"entities\":{\n" + declared.joined(separator: ",\n") + "}}"
  }

  private func members(_ number: Int) -> [String] {
    let entity = entities[number]
    if let parent = entity.parent { return [#""parent":"\#(entities[parent].name)""#] }
    var members: [String] = []
    var attributes: [String] = []
    switch entity.identity {
    case .integer, .scoped, .unknown: attributes.append(#""n":"integer""#)
    case .string: attributes.append(#""n":"string""#)
    case .uuid: attributes.append(#""n":"uuid""#)
    case .composite: attributes += [#""n":"integer""#, #""m":"string""#]
    }
    if entity.identity != .unknown {
      members.append(#""identity":\#(entity.identity == .composite ? #"["n","m"]"# : #""n""#)"#)
    }
    if entity.identity == .scoped { members.append(#""scope":"parent""#) }
    if let merge = entity.merge { members.append(#""merge":"\#(merge)""#) }
    for kind in entity.attributes {
      switch kind {
      case .text, .lines: attributes.append(#""\#(kind.rawValue)":"any""#)
      case .unit:
        attributes += [#""lat":"integer""#, #""lon":"integer""#]
        members.append(#""units":[["lat","lon"]]"#)
      case .highest: attributes.append(#""highest":{"type":"integer","merge":"max"}"#)
      case .counter: attributes.append(#""counter":{"type":"integer","merge":"sum"}"#)
      case .union: attributes.append(#""union":{"type":"transformable","merge":"union"}"#)
      case .labels: attributes.append(#""labels":{"type":"any","set":true}"#)
      case .moment: attributes.append(#""moment":{"type":"date","merge":"max"}"#)
      case .local: attributes.append(#""local":{"type":"any","transient":true}"#)
      }
    }
    members.append("\"attributes\":{" + attributes.joined(separator: ",") + "}")
    let relationships = entity.relationships.map { relationship($0) } + inverses(of: number)
    members.append("\"relationships\":{" + relationships.joined(separator: ",") + "}")
    return members
  }

  private func relationship(_ relationship: Relationship) -> String {
    let inverse = relationship.rule == nil ? "" : #","inverse":"i\#(relationship.name)""#
    return #""\#(relationship.name)":{"destination":"\#(entities[relationship.destination].name)","#
      + #""many":\#(relationship.isToMany),"ordered":\#(relationship.isOrdered),"#
      + #""deleteRule":"\#(relationship.owns ? "cascade" : "nullify")"\#(inverse)}"#
  }

  /// The other ends of the references to a type, which documents do not have.
  private func inverses(of number: Int) -> [String] {
    entities.indices.flatMap { holder in
      entities[holder].relationships.compactMap { relationship in
        guard relationship.destination == number, let rule = relationship.rule else { return nil }
        return #""i\#(relationship.name)":{"destination":"\#(entities[holder].name)","many":true,"#
          + #""deleteRule":"\#(rule)","inverse":"\#(relationship.name)"}"#
      }
    }
  }
}
