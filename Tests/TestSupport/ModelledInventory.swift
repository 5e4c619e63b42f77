/// What is said in a document under a ``RandomModel``: where each entity stands, what refers to what, and which texts there are.
struct ModelledInventory {
  /// One thing that an edit makes or takes away.
  struct Fact: Hashable {
    /// The entity that it is about.
    let subject: Int
    /// The relationship in which it stands or refers, or the attribute.
    let name: String
    /// What owns it, what it refers to, or a text that it has.
    let object: Int
  }

  private(set) var facts: Set<Fact> = []
  /// Those of them that say where an entity stands.
  private(set) var places: Set<Fact> = []
  /// References that one list has more than once.
  private(set) var repeated: Set<Fact> = []
  private(set) var living: Set<Int> = []
  private(set) var marked: Set<Int> = []
  /// What owns each.
  private var owners: [Int: Int] = [:]
  /// References to what is not there, by who holds them.
  private(set) var dangling: [Fact] = []
  private(set) var counters: [Int: Int] = [:]
  private(set) var highest: [Int: Int] = [:]
  private(set) var locals: Set<String> = []
  /// Entities whose unit is not whole.
  private(set) var torn: [Int] = []
  /// Entities that stand in two places.
  private(set) var doubled: [Int] = []

  init(_ root: ModelledEntity, _ model: RandomModel) {
    let family = root.family
    for entity in family {
      if entity.isMarked {
        marked.insert(entity.number)
        continue
      }
      // What nothing identifies may stand twice, and so may what is told from others only in that.
      let isOwn =
        model.entities[entity.type].identity == .unknown
        || model.entities[entity.type].identity == .scoped && model.hasUnknown
      if !living.insert(entity.number).inserted, !isOwn {
        doubled.append(entity.number)
      }
      if let owner = entity.owner, let relationship = entity.relationship {
        places.insert(Fact(subject: entity.number, name: relationship.name, object: owner.number))
        owners[entity.number] = owner.number
      }
      read(entity)
    }
    facts.formUnion(places)
    for entity in family {
      for relationship in model.relationships(of: entity.type) {
        for reference in entity.references(relationship) {
          let fact = Fact(subject: entity.number, name: relationship.name, object: reference.number)
          if !facts.insert(fact).inserted { repeated.insert(fact) }
          if !living.contains(reference.number) { dangling.append(fact) }
        }
      }
    }
  }

  /// An entity and what owns it, from the inside out, without the root.
  func line(_ number: Int) -> [Int] {
    var line: [Int] = []
    var next = number
    while next != 0, !line.contains(next) {
      line.append(next)
      next = owners[next] ?? 0
    }
    return line
  }

  private mutating func read(_ entity: ModelledEntity) {
    var unit: [String] = []
    for member in entity.members {
      guard case .value(let text) = member.content else { continue }
      switch member.name {
      case "n", "m", "entityName", "moment", "gone": continue
      case "counter": counters[entity.number] = Int(text)
      case "highest": highest[entity.number] = Int(text)
      case "local": locals.insert("\(entity.number) \(text)")
      default:
        if member.name == "lat" || member.name == "lon" { unit.append(text) }
        for number in ModelledDocument.numbers(in: text) {
          facts.insert(Fact(subject: entity.number, name: member.name, object: number))
        }
      }
    }
    if unit.count == 1 || unit.count == 2 && unit[0] != unit[1] { torn.append(entity.number) }
  }
}
