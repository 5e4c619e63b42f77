/// Random edits of a document under a ``RandomModel``, as an app makes them: it deletes by the rules of the model, so that no reference
/// dangles, and makes no rings.
struct ModelledEdits {
  let model: RandomModel
  let writer: ModelledDocument
  /// The last number that was given to a text or an entity, anywhere.
  var last = ModelledDocument.first
  /// What has been added to the counter of each entity.
  var added: [Int: Int] = [:]

  init(_ model: RandomModel) {
    self.model = model
    writer = ModelledDocument(model: model)
  }

  mutating func number() -> Int {
    last += 1
    return last
  }

  private mutating func word() -> String { "\"t\(number())\"" }

  /// The first document.
  mutating func start(_ generator: inout SeededGenerator) -> ModelledEntity {
    let root = ModelledEntity(type: 0, number: 0)
    if !model.isTables { root["n"] = .value("\"app\"") }
    for kind in model.attributes(of: 0) { write(kind, root, &generator) }
    for relationship in model.relationships(of: 0) where relationship.owns { root.set([], relationship) }
    for _ in 0..<generator.below(9) { create(in: root, &generator) }
    return root
  }

  /// One edit.
  mutating func edit(_ root: ModelledEntity, _ generator: inout SeededGenerator) {
    switch generator.below(14) {
    case 0, 1, 2: create(in: root, &generator)
    case 3, 4: delete(in: root, &generator)
    case 5, 6, 7: move(in: root, &generator)
    case 8: reorder(in: root, &generator)
    case 9, 10: refer(in: root, &generator)
    default:
      let all = living(root)
      let entity = all[generator.below(all.count)]
      let kinds = model.attributes(of: entity.type)
      if !kinds.isEmpty { write(kinds[generator.below(kinds.count)], entity, &generator) }
    }
  }

  private func living(_ root: ModelledEntity) -> [ModelledEntity] { root.family.filter { !$0.isMarked } }

  // MARK: Who is there

  /// A place in some living entity where one of this type may come.
  private func places(
    _ root: ModelledEntity, _ fits: (RandomModel.Relationship) -> Bool
  ) -> [(owner: ModelledEntity, relationship: RandomModel.Relationship)] {
    living(root).flatMap { owner in
      model.relationships(of: owner.type).filter { relationship in
        relationship.owns && fits(relationship)
          && (relationship.isToMany || owner.owned(relationship).isEmpty)
      }.map { (owner, $0) }
    }
  }

  private mutating func create(in root: ModelledEntity, _ generator: inout SeededGenerator) {
    let places = places(root) { _ in true }
    if places.isEmpty { return }
    let place = places[generator.below(places.count)]
    let types = model.types(place.relationship.destination)
    let type = types[generator.below(types.count)]
    let entity = ModelledEntity(type: type, number: number())
    if types.count > 1 { entity["entityName"] = .value("\"\(model.entities[type].name)\"") }
    entity["n"] = .value(writer.identity(type, entity.number, &generator))
    if model.entities[type].identity == .composite { entity["m"] = .value("\"x\"") }
    for kind in model.attributes(of: type) where generator.chance(2) || kind == .counter {
      write(kind, entity, &generator)
    }
    for relationship in model.relationships(of: type) where relationship.owns && generator.chance(2) {
      entity.set([], relationship)
    }
    put(entity, place.owner, place.relationship, &generator)
  }

  private func put(
    _ entity: ModelledEntity, _ owner: ModelledEntity, _ relationship: RandomModel.Relationship,
    _ generator: inout SeededGenerator
  ) {
    var entities = owner.owned(relationship)
    entities.insert(entity, at: generator.below(entities.count + 1))
    owner.set(entities, relationship)
  }

  private func move(in root: ModelledEntity, _ generator: inout SeededGenerator) {
    let all = living(root).filter { $0.type != 0 && model.mayMove($0.type) }
    if all.isEmpty { return }
    let entity = all[generator.below(all.count)]
    let own = Set(entity.family.map(\.number))
    let places = places(root) { $0.destination == model.base(entity.type) }.filter {
      !own.contains($0.owner.number)
    }
    if places.isEmpty { return }
    let place = places[generator.below(places.count)]
    entity.leave()
    put(entity, place.owner, place.relationship, &generator)
  }

  private func reorder(in root: ModelledEntity, _ generator: inout SeededGenerator) {
    let sets = living(root).flatMap { owner in
      model.relationships(of: owner.type).filter { $0.owns && owner.owned($0).count > 1 }.map { (owner, $0) }
    }
    if sets.isEmpty { return }
    let (owner, relationship) = sets[generator.below(sets.count)]
    var entities = owner.owned(relationship)
    if generator.chance(2) {
      entities.shuffle(using: &generator)
    } else {
      entities.insert(
        entities.remove(at: generator.below(entities.count)), at: generator.below(entities.count))
    }
    owner.set(entities, relationship)
  }

  private func delete(in root: ModelledEntity, _ generator: inout SeededGenerator) {
    let all = living(root).filter { $0.type != 0 }
    if !all.isEmpty { _ = delete(all[generator.below(all.count)].number, in: root) }
  }

  /// Deletes an entity with all that has to go with it; false, and nothing is done, where a rule denies it.
  func delete(_ number: Int, in root: ModelledEntity) -> Bool {
    let everything = living(root)
    var going: [Int: ModelledEntity] = [:]
    var work = everything.filter { $0.number == number }
    while let next = work.popLast() {
      for entity in next.family where going[entity.number] == nil {
        going[entity.number] = entity
        for holder in everything {
          for relationship in model.relationships(of: holder.type)
          where relationship.rule == "cascade"
            && holder.references(relationship).contains(where: { $0.number == entity.number })
          {
            // The root stays.
            if holder.type == 0 { return false }
            work.append(holder)
          }
        }
      }
    }
    for holder in everything where going[holder.number] == nil {
      for relationship in model.relationships(of: holder.type) where !relationship.owns {
        let isNamed = holder.references(relationship).contains { going[$0.number] != nil }
        if isNamed, relationship.rule != "nullify", relationship.rule != "cascade" { return false }
      }
    }
    for holder in everything {
      for relationship in model.relationships(of: holder.type) where !relationship.owns {
        let kept = holder.references(relationship).filter { going[$0.number] == nil }
        if kept.count < holder.references(relationship).count {
          holder[relationship.name] = .references(kept)
        }
      }
    }
    for entity in going.values { entity.leave() }
    return true
  }

  // MARK: What they hold

  private func refer(in root: ModelledEntity, _ generator: inout SeededGenerator) {
    let all = living(root)
    let holders = all.flatMap { holder in
      model.relationships(of: holder.type).filter { !$0.owns }.map { (holder, $0) }
    }
    if holders.isEmpty { return }
    let (holder, relationship) = holders[generator.below(holders.count)]
    let others = all.filter { model.base($0.type) == relationship.destination }
    var references = holder.references(relationship)
    if generator.chance(3) || others.isEmpty {
      if !references.isEmpty { references.remove(at: generator.below(references.count)) }
    } else {
      let other = others[generator.below(others.count)]
      let reference = (
        number: other.number, text: writer.identity(relationship.destination, other.number, &generator)
      )
      if !relationship.isToMany {
        references = [reference]
      } else if !references.contains(where: { $0.number == other.number }) {
        references.insert(reference, at: generator.below(references.count + 1))
      }
    }
    holder[relationship.name] = .references(references)
  }

  private mutating func write(
    _ kind: RandomModel.Attribute, _ entity: ModelledEntity, _ generator: inout SeededGenerator
  ) {
    func words(_ name: String) -> [String] {
      guard case .value(let text)? = entity[name] else { return [] }
      return ModelledDocument.numbers(in: text).map { "\"t\($0)\"" }
    }
    func integer(_ name: String) -> Int {
      if case .value(let text)? = entity[name] { Int(text) ?? 0 } else { 0 }
    }
    switch kind {
    case .text, .local: entity[kind.rawValue] = .value(word())
    case .unit:
      let number = number()
      entity["lat"] = .value("\(number)")
      entity["lon"] = .value("\(number)")
    case .highest: entity["highest"] = .value("\(integer("highest") + 1 + generator.below(5))")
    case .counter:
      // A negative one takes something away. Two devices hardly add the same, which would count once: merge(p, e, e) = e.
      let more = generator.below(1_000_000) - 300_000
      if entity["counter"] != nil { added[entity.number, default: 0] += more }
      entity["counter"] = .value("\(entity["counter"] == nil ? 0 : integer("counter") + more)")
    case .union:
      entity["union"] = .value("[" + (words("union") + [word()]).joined(separator: ",") + "]")
    case .labels, .lines:
      var all = words(kind.rawValue)
      if all.isEmpty || generator.chance(2) {
        all.insert(word(), at: generator.below(all.count + 1))
      } else {
        all.remove(at: generator.below(all.count))
      }
      entity[kind.rawValue] = .value("[" + all.joined(separator: ",") + "]")
    case .moment:
      let seconds = number() - ModelledDocument.first
      let text = String("000000\(seconds % 60)".suffix(2))
      let (minutes, hours) = (
        String("0\(seconds / 60 % 60)".suffix(2)), String("0\(seconds / 3600 % 24)".suffix(2))
      )
      entity["moment"] = .value("\"2026-01-01T\(hours):\(minutes):\(text)Z\"")
    }
  }
}
