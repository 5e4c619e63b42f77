internal import SZJSON
internal import SZModel

/// Tells which element of a list a change in place is for.
///
/// Most changes of objects say it: ``only(_:)`` finds the one element that has the members which the change names for that. Of others an
/// element may take the change when each attribute that the change names is there as it was or
/// as it will be, and each relationship is there at all; the change of an array, when it is an array. Under a model values are compared by
/// what they mean, and a relationship may be null or missing. So an element may take a change before it has been made, and after. An
/// element that is not in its place is looked for by the attribute whose two values the fewest have; where more than ``limit`` have them,
/// nothing tells it from others.
final class EditedElements {
  /// How many elements that are alike in one attribute are looked at.
  static let limit = 16

  private enum Part {
    case attribute(name: UInt64, characters: [UInt8], old: UInt64?, new: UInt64?)
    /// One that holds a value of one of these kinds, or nothing where that is one.
    case relationship(name: UInt64, characters: [UInt8], [Document.Kind?])
  }

  private let tree: ChangeTree
  private let changes: [ItemIndex]
  /// What the elements that are edited are told by, by the changes.
  private let traits: [ItemIndex: ElementMembers]
  private let isForced: Bool
  private let hashing: Hashing
  private let sequence: ElementSequence
  private var known: [ItemIndex: [Part]] = [:]
  /// The places of the members that changes name, where a model declares something of them.
  private var places: [UInt64: Rules.Place] = [:]
  /// A member of a name, and its element or its value.
  private struct Key: Hashable {
    let name: UInt64
    let other: UInt64
  }

  /// What the elements hold of the members that changes name, by member and position; made by ``build()``.
  private var values: [Key: (kind: Document.Kind, hash: UInt64)] = [:]
  /// The elements, by member and value.
  private var holders: [Key: [Int]] = [:]
  private var kinds: [Document.Kind] = []
  /// How many elements may still be looked at for changes of which no attribute tells where they belong.
  private var budget = 1 << 20

  /// With `isForced`, what a change names without changing it does not count: force does not look at it.
  init(
    _ tree: ChangeTree, _ changes: [ItemIndex], _ traits: [ItemIndex: ElementMembers],
    _ sequence: ElementSequence, isForced: Bool
  ) {
    self.tree = tree
    self.traits = traits
    self.isForced = isForced
    self.changes = changes
    self.sequence = sequence
    hashing = sequence.hashing.hashing
  }

  /// Whether the element at `position` may take the change at the item `change`.
  func mayTake(_ change: ItemIndex, at position: Int) -> Bool {
    if let traits = traits[change] {
      build()
      return kinds[position] == (isArray(change) ? .array : .object) && has(keys(traits), at: position)
    }
    if kinds.isEmpty {
      let value = sequence.value(position)
      if value.kind != .object { return mayTake(change, value.kind) { _, _ in nil } }
      var members = ObjectMembers(value.document, value.node)
      return mayTake(change, value.kind) { name, characters in
        members.find(characters).map { members.value($0) }.map {
          (value.document.kind($0), hash(Value(value.document, $0), name))
        }
      }
    }
    return mayTake(change, kinds[position]) { name, _ in
      self.values[Key(name: name, other: UInt64(position))]
    }
  }

  private func mayTake(
    _ change: ItemIndex, _ kind: Document.Kind,
    _ member: (UInt64, [UInt8]) -> (kind: Document.Kind, hash: UInt64)?
  ) -> Bool {
    guard tree.kind(of: change) == .entity else { return kind == .array }
    guard kind == .object else { return false }
    return parts(change).allSatisfy { part in
      switch part {
      case .attribute(let name, let characters, let old, let new):
        let hash = member(name, characters)?.hash
        return hash == old || hash == new
      case .relationship(let name, let characters, let kinds):
        return kinds.contains(member(name, characters)?.kind)
      }
    }
  }

  /// Whether a change is one of an array.
  func isArray(_ change: ItemIndex) -> Bool { tree.kind(of: change) != .entity }

  /// The one element that has these members and that a change may be for.
  func only(_ traits: ElementMembers, for change: ItemIndex) -> Int? {
    build()
    let members = keys(traits)
    let lists = members.map { holders[$0] ?? [] }
    guard let fewest = lists.min(by: { $0.count < $1.count }), fewest.count <= EditedElements.limit else {
      return nil
    }
    let kind: Document.Kind = isArray(change) ? .array : .object
    let found = fewest.filter { kinds[$0] == kind && has(members, at: $0) }
    return found.count == 1 ? found[0] : nil
  }

  private func has(_ members: [Key], at position: Int) -> Bool {
    members.allSatisfy { values[Key(name: $0.name, other: UInt64(position))]?.hash == $0.other }
  }

  private func keys(_ traits: ElementMembers) -> [Key] {
    traits.all.map { member in
      let name = hash(ofName: member)
      return Key(name: name, other: hash(member.value, name))
    }
  }

  private func hash(ofName member: ElementMembers.Member) -> UInt64 {
    let name = hash(ofName: member.name)
    return member.inner.map { hashing.pair(name, hash(ofName: $0)) } ?? name
  }

  private func hash(ofName name: Value) -> UInt64 { name.document.scalarHash(name.node, hashing) }

  /// The one element from `lowest` on that may take the change.
  func find(_ change: ItemIndex, from lowest: Int) -> Int? {
    build()
    var best: [[Int]]?
    var bestCount = EditedElements.limit + 1
    for case .attribute(let name, _, let old?, let new?) in parts(change) {
      let lists = (old == new ? [old] : [old, new]).map { rest(name, $0, lowest) }
      let count = lists.reduce(0) { $0 + $1.count }
      if count < bestCount { (best, bestCount) = (lists.map { Array($0) }, count) }
    }
    let fitting = (best.map { Array($0.joined()) } ?? few(lowest)).filter { mayTake(change, at: $0) }
    return fitting.count == 1 ? fitting[0] : nil
  }

  /// All elements from `lowest` on, as long as such changes have not asked for too many.
  private func few(_ lowest: Int) -> [Int] {
    budget -= sequence.count
    return budget < 0 ? [] : Array(lowest..<sequence.count)
  }

  /// Where elements have this value for a member, from `lowest` on.
  private func rest(_ name: UInt64, _ value: UInt64, _ lowest: Int) -> ArraySlice<Int> {
    guard let all = holders[Key(name: name, other: value)] else { return [] }
    return all[Bisection.count(all) { $0 < lowest }...]
  }

  /// Reads the members that changes name, of every element. Linear in the text of the list.
  private func build() {
    guard kinds.isEmpty else { return }
    var wanted: Set<UInt64> = []
    // The indexes by which arrays are told, as names.
    var indexes: [Int: UInt64] = [:]
    // The names of objects in elements by which these are told.
    var objects: Set<UInt64> = []
    for traits in traits.values {
      for member in traits.all {
        let name = hash(ofName: member)
        wanted.insert(name)
        if member.inner != nil {
          objects.insert(hash(ofName: member.name))
          continue
        }
        if let rules, places[name] == nil {
          places[name] = rules.member(
            sequence.hashing.place, member.name.document.characters(member.name.node), member.value)
        }
        if let index = ElementMembers.index(member.name) { indexes[index] = name }
      }
    }
    for change in changes where tree.kind(of: change) == .entity {
      for part in parts(change) {
        switch part {
        case .attribute(let name, _, _, _), .relationship(let name, _, _): wanted.insert(name)
        }
      }
    }
    for position in 0..<sequence.count {
      let value = sequence.value(position)
      kinds.append(value.kind)
      func add(_ name: UInt64, _ part: Document.Node) {
        let hash = hash(Value(value.document, part), name)
        values[Key(name: name, other: UInt64(position))] = (value.document.kind(part), hash)
        holders[Key(name: name, other: hash), default: []].append(position)
      }
      if value.kind == .object {
        for member in value.document.members(value.node) {
          let name = value.document.scalarHash(member.name, hashing)
          if wanted.contains(name) { add(name, member.value) }
          guard objects.contains(name), value.document.kind(member.value) == .object else { continue }
          for inner in value.document.members(member.value) {
            let both = hashing.pair(name, value.document.scalarHash(inner.name, hashing))
            if wanted.contains(both) { add(both, inner.value) }
          }
        }
      } else if value.kind == .array, let last = indexes.keys.max() {
        for (index, element) in value.document.elements(value.node).enumerated() {
          if index > last { break }
          if let name = indexes[index] { add(name, element) }
        }
      }
    }
  }

  private func parts(_ change: ItemIndex) -> [Part] {
    if let parts = known[change] { return parts }
    var parts: [Part] = []
    let entity = entityPlace(change)
    func member(_ name: Value) -> (hash: UInt64, characters: [UInt8]) {
      let (hash, characters) = (
        name.document.scalarHash(name.node, hashing), name.document.characters(name.node)
      )
      if let rules, places[hash] == nil { places[hash] = rules.member(entity, characters, name) }
      return (hash, characters)
    }
    func add(_ name: Value, old: Value?, new: Value?) {
      let (name, characters) = member(name)
      parts.append(
        .attribute(
          name: name, characters: characters, old: old.map { hash($0, name) }, new: new.map { hash($0, name) }
        ))
    }
    for child in tree.children(of: change) {
      switch tree[child] {
      case .attribute(let name, let old, let new): add(name, old: old, new: new)
      case .context(let name, let old):
        if !isForced { add(name, old: old, new: old) }
      case .relationship(let name):
        let relation = tree[tree.relation(of: child)].entity
        if relation?.state == .created || relation?.state == .deleted { continue }
        let (name, characters) = member(name)
        parts.append(
          .relationship(name: name, characters: characters, kinds(places[name], isOne: relation != nil)))
      default: break
      }
    }
    known[change] = parts
    return parts
  }

  // MARK: Places

  private var rules: Rules? { sequence.hashing.hashes.rules }

  /// The hash of what the member of a name holds, by what it means.
  private func hash(_ value: Value, _ name: UInt64) -> UInt64 {
    guard let place = places[name] else { return ValueHash.of(value.document, value.node, hashing) }
    return sequence.hashing.hashes.of(value.document, value.node, place)
  }

  /// The place of the elements as that of the entity that a change says.
  private func entityPlace(_ change: ItemIndex) -> Rules.Place? {
    let place = sequence.hashing.place
    guard let rules, let schema = rules.schema, case .entity(_, let set)? = place?.declared,
      let name = tree.heading(of: change).entityName,
      let id = schema.model.entity(named: name.document.string(name.node))
    else { return place }
    return rules.declaring(.entity(id, set), at: place)
  }

  /// What a relationship that a change leads into may hold.
  private func kinds(_ place: Rules.Place?, isOne: Bool) -> [Document.Kind?] {
    switch place?.declared {
    case .entities?, .references?: [.array, .null, nil]
    case .entity?: [.object, .null, nil]
    default: [isOne ? .object : .array]
    }
  }
}
