internal import SZElements
internal import SZJSON
internal import SZModel

/// The conflicts that a merge has come upon, each settled at once: who wins it.
struct Settlements {
  private let setup: MergeSetup
  /// Those so far, without the ways to values that no walk came to.
  private(set) var conflicts: [Conflict] = []
  /// The ways to what the merge has come to, and the objects around it.
  var paths = PathTable()
  var scopes: MergeScopes
  /// The conflicts at values that no walk came to.
  private var unreached: [(conflict: Int, party: Party, node: Document.Node)] = []

  init(_ setup: MergeSetup) {
    self.setup = setup
    scopes = MergeScopes(setup.documents)
  }

  /// Lists a conflict and says how it is resolved: by an answer given for it, or by the policy for its kind.
  ///
  /// Where it is settled as conflicts of another kind are, that is `other`.
  mutating func settle(
    _ kind: Conflict.Kind, _ spot: MergeSpot, _ contested: Contested, as other: Conflict.Kind? = nil,
    by joined: (policy: ValuePolicy, resolution: Conflict.Resolution)? = nil
  ) -> (resolution: Conflict.Resolution, mark: Int?) {
    let places = contested.places
    let party = places.first()
    let id = Conflict.ID(
      kind: kind, party: party, node: places[party]?.node ?? setup.documents.current.root,
      number: places.pristine?.elements.map { $0.lowerBound * 2 + ($0.isEmpty ? 0 : 1) } ?? contested.number)
    let isInList = places[party]?.elements != nil
    let (resolution, state) = decision(id, other ?? kind, spot, isInList: isInList, joined)
    return add(id, spot, contested, resolution, state)
  }

  /// Lists a conflict that is settled already.
  mutating func settle(
    _ kind: Conflict.Kind, _ spot: MergeSpot, _ contested: Contested, _ resolution: Conflict.Resolution,
    _ rule: Conflict.Rule
  ) {
    let party = contested.places.first()
    let node = contested.places[party]?.node ?? setup.documents.current.root
    let id = Conflict.ID(kind: kind, party: party, node: node, number: 0)
    _ = add(id, spot, contested, resolution, .settled(rule))
  }

  /// Settles which of two entities has a to-one: one that a delete rule keeps, or that has no other place (`isFixed`), or else as the
  /// rules for conflicts say.
  mutating func settleToOne(
    _ kind: Conflict.Kind, _ spot: MergeSpot, _ nodes: Versions, isFixed: Versions
  ) -> (resolution: Conflict.Resolution, mark: Int?) {
    func isUndeleted(_ party: Party) -> Bool {
      nodes[party].map { setup.facts.undeleted[party].contains($0) } ?? false
    }
    if isUndeleted(.edited) != isUndeleted(.current) || isFixed.edited != nil || isFixed.current != nil {
      let party: Party =
        isUndeleted(.edited) || !isUndeleted(.current) && isFixed.edited != nil ? .edited : .current
      settle(
        kind, spot, Contested(nodes, in: setup.documents), .party(party),
        isUndeleted(party) ? .deleteRule(.deny) : .owner)
      return (.party(party), nil)
    }
    return settle(kind, spot, Contested(nodes, in: setup.documents))
  }

  private mutating func add(
    _ id: Conflict.ID, _ spot: MergeSpot, _ contested: Contested, _ decided: Conflict.Resolution,
    _ state: Conflict.State
  ) -> (resolution: Conflict.Resolution, mark: Int?) {
    var resolution = decided
    if state == .open { resolution = .party(setup.rendering?.party ?? .edited) }
    let isMarked = setup.rendering.map { $0.marksAll || state == .open } ?? false
    let mark = isMarked ? conflicts.count : nil
    if let (party, node) = spot.node { unreached.append((conflicts.count, party, node)) }
    conflicts.append(
      Conflict(
        id: id, pointer: paths.pointer(spot.path, spot.step), places: contested.places,
        holder: spot.holder, entities: scopes.entities(spot), entity: scopes.entity(spot),
        surrounding: scopes.surrounding(spot),
        sides: contested.sides, resolution: resolution,
        state: state))
    return (resolution, mark)
  }

  /// The conflicts, each with the way to it. Linear in the documents and the conflicts.
  var reached: [Conflict] {
    if unreached.isEmpty { return conflicts }
    var conflicts = conflicts
    for party in Party.allCases {
      let own = unreached.filter { $0.party == party }
      let ways = NodePaths(setup.documents[party], to: own.map(\.node))
      for (number, _, node) in own { conflicts[number].pointer = ways.text(to: node) }
    }
    return conflicts
  }

  /// What the answers, or else the rules, say of a conflict.
  private func decision(
    _ id: Conflict.ID, _ kind: Conflict.Kind, _ spot: MergeSpot, isInList: Bool,
    _ joined: (policy: ValuePolicy, resolution: Conflict.Resolution)?
  ) -> (Conflict.Resolution, Conflict.State) {
    if let answer = setup.answer(to: id) { return answer }
    if let joined { return (joined.resolution, .settled(.policy(joined.policy))) }
    if let deletes = deletes(isInList), let party = party(deletes, kind) {
      return (.party(party), .settled(.deletes(deletes)))
    }
    if let merge = entityMerge(spot) {
      let state = Conflict.State.settled(.entity(merge))
      switch merge {
      case .edited: return (.party(.edited), state)
      case .current: return (.party(.current), state)
      case .newest(let attribute): return (.party(newest(kind, spot, member(attribute, spot))), state)
      }
    }
    return setup.decision { newest(kind, spot, $0) }
  }

  /// How deletions are settled: in lists, whose elements nobody can tell for certain, what is edited is kept unless something else was
  /// asked for.
  private func deletes(_ isInList: Bool) -> MergeOptions.DeletePolicy? {
    if setup.options.deletes != nil || !isInList { return setup.options.deletes }
    return setup.options.conflicts == .fail || setup.options.conflicts == .mark ? nil : .keep
  }

  /// Who wins where one side deleted something; nil for other conflicts.
  private func party(_ deletes: MergeOptions.DeletePolicy, _ kind: Conflict.Kind) -> Party? {
    guard kind == .editDelete || kind == .deleteEdit else { return nil }
    return switch deletes {
    case .edited: .edited
    case .current: .current
    case .keep: kind == .editDelete ? .edited : .current
    case .delete: kind == .editDelete ? .current : .edited
    }
  }

  /// How the model settles what is in conflict at a spot.
  private func entityMerge(_ spot: MergeSpot) -> Model.EntityMerge? {
    setup.rules.schema == nil ? nil : scopes.entityID(spot).flatMap { setup.rules.merge($0) }
  }

  /// What documents call an attribute of the entity at a spot.
  private func member(_ attribute: String, _ spot: MergeSpot) -> MemberName {
    let declared = scopes.entityID(spot).flatMap { setup.rules.schema?.model.attribute(attribute, of: $0) }
    return MemberName(declared?.memberName ?? attribute)
  }

  /// The side whose entity around the value is the later one; what one side deleted stays, for a deletion has no time.
  private func newest(_ kind: Conflict.Kind, _ spot: MergeSpot, _ attribute: MemberName) -> Party {
    if kind == .deleteEdit { return .current }
    if kind == .editDelete { return .edited }
    return scopes.newest(spot, attribute, setup.rules)
  }
}
