internal import SZElements
internal import SZJSON
internal import SZModel

/// The objects around what a merge comes to, by which a conflict says where it is, and whose rules settle it.
struct MergeScopes {
  /// An object around a value.
  struct Scope {
    /// The number of the one around it; -1 when there is none.
    let parent: Int
    var nodes: Versions
    let key: IdentityKey?
    var isFound = false
    /// What the model says that it is.
    var entity: Model.EntityID?
  }

  private let documents: Three<Document>
  private var scopes: [Scope] = []

  init(_ documents: Three<Document>) { self.documents = documents }

  subscript(number: Int) -> Scope { scopes[number] }

  /// Answers the number of what was added.
  mutating func add(_ scope: Scope) -> Int {
    scopes.append(scope)
    return scopes.count - 1
  }

  /// Adds the entities around one, and itself, as `party` has them; answers the number of the last.
  mutating func add(
    _ position: EntityIndex.Position?, _ party: Party, _ places: Three<EntityPlaces>
  ) -> Int {
    let index = places[party].index
    var chain: [EntityIndex.Position] = []
    var next = position
    // Deeper than anybody reads.
    while let position = next, chain.count < 100 {
      chain.append(position)
      next = index.owner(of: position)
    }
    var parent = -1
    for position in chain.reversed() {
      let key = places[party].keys[position]
      let nodes = Three { party in places[party].position(key).map { places[party].node($0) } }
      parent = add(
        Scope(
          parent: parent, nodes: nodes, key: index.entity(position).key,
          entity: index.entries[position].entity))
    }
    return parent
  }

  /// Has a scope show these versions of its object.
  mutating func show(_ nodes: Versions, in number: Int) { scopes[number].nodes = nodes }

  /// The nearest object around or at a spot that `found` finds something in.
  func nearest<Found>(_ spot: MergeSpot, _ found: (Scope) -> Found?) -> Found? {
    var number = spot.scope
    while number >= 0 {
      if let found = found(scopes[number]) { return found }
      number = scopes[number].parent
    }
    return nil
  }

  /// The nearest entity around or at a spot that a model knows.
  func entityID(_ spot: MergeSpot) -> Model.EntityID? { nearest(spot) { $0.entity } }

  /// The identity of the nearest entity around or at a spot.
  func entity(_ spot: MergeSpot) -> [(name: Value, value: Value)] {
    nearest(spot) { scope in
      scope.key.map { key in
        let party = scope.nodes.first()
        return scope.nodes[party].map { key.members(Value(documents[party], $0)) } ?? []
      }
    } ?? []
  }

  /// The nearest object around a spot that CURRENT has, or its root.
  func surrounding(_ spot: MergeSpot) -> Document.Node {
    nearest(spot) { $0.nodes.current } ?? documents.current.root
  }

  /// The entities around or at a spot, from the root on.
  func entities(_ spot: MergeSpot) -> [Conflict.Entity] {
    var entities: [Conflict.Entity] = []
    var number = spot.scope
    // Deeper than anybody reads, and not for each conflict below a million levels again.
    while number >= 0, entities.count < 100 {
      let scope = scopes[number]
      if let key = scope.key {
        entities.append(Conflict.Entity(key: key, isFound: scope.isFound, nodes: scope.nodes))
      }
      number = scope.parent
    }
    return entities.reversed()
  }

  /// The side whose entity, the nearest around the value that has `attribute` on both sides, is the later one by it.
  func newest(_ spot: MergeSpot, _ attribute: MemberName, _ rules: MergeRules) -> Party {
    let (edited, current) = (documents.edited, documents.current)
    return nearest(spot) { scope -> Party? in
      guard
        let inEdited = scope.nodes.edited.flatMap({ edited.member($0, named: attribute.characters)?.value }),
        let inCurrent = scope.nodes.current.flatMap({
          current.member($0, named: attribute.characters)?.value
        })
      else { return nil }
      let isCurrentLater = Timestamp.isEarlier(
        Value(edited, inEdited), Value(current, inCurrent), rules.model.type(of: attribute, in: scope.entity))
      return isCurrentLater ?? false ? .current : .edited
    } ?? .edited
  }
}
