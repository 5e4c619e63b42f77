import SZCommand
import SZJSON

/// An entity of a document under a ``RandomModel``, for editing it: with what it owns, and with its members in their order.
final class ModelledEntity {
  /// What a member holds.
  enum Content {
    /// A value as it is written.
    case value(String)
    /// What it owns; a to-one has one or none.
    case owned([ModelledEntity])
    /// The numbers of those that it refers to, each as it is written.
    case references([(number: Int, text: String)])
  }

  let type: Int
  /// What tells it from all others.
  let number: Int
  var members: [(name: String, content: Content)]
  private(set) weak var owner: ModelledEntity?
  private(set) var relationship: RandomModel.Relationship?

  init(type: Int, number: Int, members: [(name: String, content: Content)] = []) {
    (self.type, self.number, self.members) = (type, number, members)
  }

  subscript(name: String) -> Content? {
    get { members.first { $0.name == name }?.content }
    set {
      let index = members.firstIndex { $0.name == name }
      if let newValue {
        if let index { members[index].content = newValue } else { members.append((name, newValue)) }
      } else if let index {
        members.remove(at: index)
      }
    }
  }

  func owned(_ relationship: RandomModel.Relationship) -> [ModelledEntity] {
    if case .owned(let entities)? = self[relationship.name] { entities } else { [] }
  }

  func references(_ relationship: RandomModel.Relationship) -> [(number: Int, text: String)] {
    if case .references(let references)? = self[relationship.name] { references } else { [] }
  }

  func set(_ entities: [ModelledEntity], _ relationship: RandomModel.Relationship) {
    self[relationship.name] = .owned(entities)
    for entity in entities { entity.adopt(by: self, relationship) }
  }

  func adopt(by owner: ModelledEntity, _ relationship: RandomModel.Relationship) {
    (self.owner, self.relationship) = (owner, relationship)
  }

  /// Takes it out of where it stands.
  func leave() {
    guard let owner, let relationship else { return }
    owner.set(owner.owned(relationship).filter { $0 !== self }, relationship)
  }

  /// Whether it is what is left of one that was deleted.
  var isMarked: Bool { self["gone"] != nil }

  /// Itself and all that it owns, from the outside in.
  var family: [ModelledEntity] {
    var all = [self]
    var next = 0
    while next < all.count {
      for member in all[next].members {
        if case .owned(let entities) = member.content { all += entities }
      }
      next += 1
    }
    return all
  }
}

/// Reads and writes ``ModelledEntity`` as JSON.
struct ModelledDocument {
  let model: RandomModel

  // MARK: Reading

  func read(_ document: Document) throws -> ModelledEntity { try entity(document, document.root, type: 0) }

  private func entity(_ document: Document, _ node: Document.Node, type: Int) throws -> ModelledEntity {
    func text(_ node: Document.Node) -> String { String(decoding: document.text(node), as: UTF8.self) }
    guard document.kind(node) == .object else { throw TestFiles.Failure("no entity: \(text(node))") }
    var type = type
    if let name = document.member(node, named: Array("entityName".utf8)) {
      type = model.entities.firstIndex { $0.name == document.string(name.value) } ?? type
    }
    let identity = document.member(node, named: Array("n".utf8)).map { text($0.value) } ?? ""
    let entity = ModelledEntity(type: type, number: type == 0 ? 0 : ModelledDocument.number(identity))
    for member in document.members(node) {
      let name = document.string(member.name)
      guard let relationship = model.relationships(of: type).first(where: { $0.name == name }) else {
        entity.members.append((name, .value(text(member.value))))
        continue
      }
      let isArray = document.kind(member.value) == .array
      let isNone = document.kind(member.value) == .null
      guard isArray == relationship.isToMany || isNone else {
        throw TestFiles.Failure("\(name) is \(text(member.value))")
      }
      let nodes = isArray ? Array(document.elements(member.value)) : isNone ? [] : [member.value]
      if relationship.owns {
        let entities = try nodes.map { try self.entity(document, $0, type: relationship.destination) }
        entity.members.append((name, .owned(entities)))
        for owned in entities { owned.adopt(by: entity, relationship) }
      } else {
        entity.members.append(
          (name, .references(nodes.map { (ModelledDocument.number(text($0)), text($0)) })))
      }
    }
    return entity
  }

  /// The number of an entity, from its identity as it is written.
  static func number(_ identity: String) -> Int { numbers(in: identity).first ?? 0 }

  /// All numbers in a text that tell something apart: texts that were written, and entities.
  static func numbers(in text: String) -> [Int] {
    var found: [Int] = []
    var number = 0
    for byte in text.utf8 {
      if byte >= 0x30, byte <= 0x39, number < 1 << 50 {
        number = number * 10 + Int(byte - 0x30)
      } else {
        if number >= first { found.append(number) }
        number = 0
      }
    }
    if number >= first { found.append(number) }
    return found
  }

  /// The first such number; smaller ones are counters.
  static let first = 10_000_000

  // MARK: Writing

  /// An identity, or a reference to an entity of this type.
  func identity(_ type: Int, _ number: Int, _ generator: inout SeededGenerator) -> String {
    switch model.entities[type].identity {
    case .integer, .composite, .scoped, .unknown: return "\(number)"
    case .string: return "\"e\(number)\""
    case .uuid:
      let digits = String("000000000000\(number)".suffix(12))
      let text = generator.chance(2) ? "ABCDEF00-0000-4000-8000-" : "abcdef00-0000-4000-8000-"
      return "\"\(text)\(digits)\""
    }
  }

  func text(_ root: ModelledEntity, isPretty: Bool) -> [UInt8] {
    let value = value(root)
    return Array((isPretty ? value.pretty() + "\n" : value.text).utf8)
  }

  private func value(_ entity: ModelledEntity) -> RandomValue {
    .object(
      entity.members.map { member in
        let isToMany =
          model.relationships(of: entity.type).first { $0.name == member.name }?.isToMany ?? false
        func several(_ values: [RandomValue]) -> RandomValue {
          isToMany ? .array(values) : values.first ?? .scalar("null")
        }
        switch member.content {
        case .value(let text): return (member.name, .scalar(text))
        case .owned(let entities): return (member.name, several(entities.map { value($0) }))
        case .references(let references): return (member.name, several(references.map { .scalar($0.text) }))
        }
      })
  }
}
