internal import SZModel

/// What Xcode accepts in a model and nothing here can use is left out, each with a line for a person.
extension CoreDataModel {
  /// Gives each entity the identity that conventions say, the first that is there: in the user info of the entity, in that of a
  /// relationship that leads to it, and the single uniqueness constraint, own or inherited. The command line beats them all.
  mutating func identify() {
    let overridden = Set(options.identities.map(\.entity))
    var unusable: Set<String> = []
    func isFree(_ index: Int) -> Bool {
      model.entities[index].identity.isEmpty && model.identity(of: Model.EntityID(index)).isEmpty
        && !unusable.contains(model.entities[index].name)
    }
    func identify(_ index: Int, by names: [String]) {
      let name = model.entities[index].name
      model.entities[index].identity = names
      guard let mistake = ModelChecks.identityMistake(of: Model.EntityID(index), in: model) else { return }
      model.entities[index].identity = []
      unusable.insert(name)
      if overridden.contains(name) { return }
      var words = mistake.words
      if words.hasPrefix("identity ") { words.removeFirst("identity ".count) }
      warnings.append("entity '\(name)' has no identity: \(words)")
    }
    for index in indicesFromTheTop {
      let element = element(of: index)
      if let names = CoreDataIdentity.declared(xml, element, UserInfo(xml, element)) {
        identify(index, by: names)
      }
    }
    let related = CoreDataIdentity.related(xml)
    for index in indicesFromTheTop where isFree(index) {
      if let names = related[model.entities[index].name] { identify(index, by: names) }
    }
    for index in indicesFromTheTop where isFree(index) {
      let constraints = model.lineage(of: Model.EntityID(index)).flatMap {
        CoreDataIdentity.constraints(xml, self.element(of: $0.index))
      }
      // A constraint of an ancestor is the ancestor's identity, found at its own turn.
      guard constraints.count == 1, !constraints[0].contains(where: { $0.contains(".") }),
        !CoreDataIdentity.constraints(xml, element(of: index)).isEmpty
      else { continue }
      identify(index, by: constraints[0])
    }
    model.identify(by: options.identities)
  }

  /// The entities, each behind what it inherits from.
  private var indicesFromTheTop: [Int] {
    let depths = model.entities.indices.map { model.lineage(of: Model.EntityID($0)).count }
    return model.entities.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }
  }

  private func element(of entity: Int) -> Int { places[["entities", model.entities[entity].name]] ?? 0 }

  /// Leaves out inverses that do not point back.
  mutating func leaveOutInverses() {
    for index in model.entities.indices {
      for number in model.entities[index].relationships.indices {
        let relationship = model.entities[index].relationships[number]
        guard let mistake = ModelChecks.inverseMistake(relationship, of: Model.EntityID(index), in: model)
        else { continue }
        warnings.append(
          "relationship '\(model.entities[index].name).\(relationship.name)' has no inverse: \(mistake.words)"
        )
        model.entities[index].relationships[number].inverse = nil
      }
    }
  }

  /// Leaves out properties that are called in documents as another one of the entity is: the first has the name.
  mutating func leaveOutCalledAlike() {
    for index in indicesFromTheTop {
      let name = model.entities[index].name
      var taken: Set<String> = []
      for ancestor in model.lineage(of: Model.EntityID(index)).dropFirst() {
        taken.formUnion(model[ancestor].attributes.map(\.memberName))
        taken.formUnion(model[ancestor].relationships.map(\.memberName))
      }
      // What is not called otherwise has its own name.
      taken.formUnion(model.entities[index].attributes.filter { $0.member == nil }.map(\.name))
      taken.formUnion(model.entities[index].relationships.filter { $0.member == nil }.map(\.name))
      func isLeftOut(_ property: String, _ member: String?) -> Bool {
        guard let member, !taken.insert(member).inserted else { return false }
        warnings.append(
          "'\(name).\(property)' is left out: another property is called '\(member)' in documents")
        return true
      }
      model.entities[index].attributes.removeAll { isLeftOut($0.name, $0.member) }
      model.entities[index].relationships.removeAll { isLeftOut($0.name, $0.member) }
    }
  }
}
