internal import SZElements
internal import SZJSON
internal import SZModel

/// The objects and arrays of PRISTINE that a side does not have where PRISTINE has them, with all that is in them.
///
/// What both sides created may be one of these, moved or renamed: of `{"steps": {"a": 1, "b": 2}}` one side makes
/// `{"tasks": {"a": 1}}` and the other one `{"tasks": {"b": 2}}`. Of an array without identities that has fewer elements on a side those
/// count that are not there as they were.
struct TakenOut {
  typealias Put = (edited: [Value], current: [Value], isLongerOnBoth: Bool)

  /// By who does not have them.
  private var nodes: Three<Set<Document.Node>> = Three { _ in [] }
  /// Which of them have a member or an element, by the hash of that.
  private var holders: [UInt64: [Document.Node]] = [:]
  /// The array of which each is an element.
  private var arrays: [Document.Node: Document.Node] = [:]
  /// What tells the elements of these.
  private var distinct: [Document.Node: DistinctMembers] = [:]
  /// What their parts were last found to be named, and by which key.
  private var names: [Document.Node: (key: IdentityKey?, all: Set<UInt64>)] = [:]
  private let pristine: Document
  /// What more of them have tells nothing.
  private static let mostHolders = 16

  /// Linear in what the sides changed, and in the text of the arrays there.
  init(_ facts: VersionFacts) {
    pristine = facts.pristine
    for side in [Party.edited, .current] {
      for child in TakenOut.children(of: side, facts) {
        nodes[side].insert(child.old)
        arrays[child.old] = child.array
      }
    }
    for node in nodes.edited.union(nodes.current).sorted() {
      for part in DistinctMembers.parts(facts.pristine, node) { holders[part, default: []].append(node) }
    }
  }

  /// Those that hold a member, or an element, of one of two values, with whether one side has them still.
  func sharing(_ values: [Value]) -> [(node: Document.Node, isKept: Bool)] {
    var found: Set<Document.Node> = []
    for part in values.flatMap({ DistinctMembers.parts($0.document, $0.node) }) {
      if let holders = holders[part], holders.count <= TakenOut.mostHolders { found.formUnion(holders) }
    }
    return found.map { ($0, !nodes.edited.contains($0) || !nodes.current.contains($0)) }
  }

  /// What of an element that was taken out another object has: half of its members at least, which together no other element beside it
  /// had; these with a string, object or array among them; or all.
  private enum Likeness: Comparable { case half, told, whole }

  /// Whether an object of each side may be one that both took out of an object or array, moved and edited: one has all of it, or each a
  /// text of it where the array is longer on both. Linear in their members, and in the elements beside what is found the first time.
  mutating func isAnyMoved(_ put: Put) -> Bool {
    var all: [Document.Node: Likeness] = [:]
    for object in put.edited { all.merge(origins(of: object), uniquingKeysWith: max) }
    if all.isEmpty { return false }
    return put.current.contains { object in
      origins(of: object).contains { node, likeness in
        guard let other = all[node] else { return false }
        return max(likeness, other) == .whole || put.isLongerOnBoth && min(likeness, other) >= .told
      }
    }
  }

  /// What neither side has where it was, and what an object may be.
  private mutating func origins(of object: Value) -> [Document.Node: Likeness] {
    var shared: [Document.Node: Set<UInt64>] = [:]
    for member in DistinctMembers.members(object.document, object.node) {
      guard let holders = holders[member], holders.count <= TakenOut.mostHolders else { continue }
      for node in holders where nodes.edited.contains(node) && nodes.current.contains(node) {
        shared[node, default: []].insert(member)
      }
    }
    var origins: [Document.Node: Likeness] = [:]
    for (node, members) in shared { origins[node] = likeness(node, of: arrays[node], members) }
    return origins
  }

  /// What is no element of an array is known by any half of its members.
  private mutating func likeness(
    _ node: Document.Node, of array: Document.Node?, _ members: Set<UInt64>
  ) -> Likeness? {
    let count = DistinctMembers.members(pristine, node).count
    if members.count * 2 < count { return nil }
    if let array {
      let distinct = self.distinct[array] ?? DistinctMembers(pristine, Array(pristine.elements(array)))
      self.distinct[array] = distinct
      if distinct.holder(ofAll: members) == nil { return nil }
    }
    if members.count == count { return .whole }
    return members.isDisjoint(with: DistinctMembers.texts(pristine, node)) ? .half : .told
  }

  /// The ``names(_:_:)`` of one of them, which are found once for a key.
  mutating func names(of node: Document.Node, by key: IdentityKey?) -> Set<UInt64> {
    if let known = names[node], known.key == key { return known.all }
    let all = TakenOut.names(Value(pristine, node), key)
    names[node] = (key, all)
    return all
  }

  /// Hashes of the names of the members of an object, or of the identities of the elements of an array. Linear in them.
  static func names(_ value: Value, _ key: IdentityKey?) -> Set<UInt64> {
    let document = value.document
    guard let key, let hashing = document.hashing else {
      return document.kind(value.node) == .array
        ? [] : Set(document.members(value.node).map { document.hash($0.name) })
    }
    return Set(document.elements(value.node).compactMap { key.hash(document, $0, hashing)?.hash })
  }

  private static func children(of side: Party, _ facts: VersionFacts) -> [Child] {
    let (pristine, other) = (facts.pristine, facts.documents[side])
    var gone: [Child] = []
    var pending = [
      Child(
        old: pristine.root, new: other.root, array: nil,
        place: facts.rules.root(facts.setup.entities?.roots.current))
    ]
    while let child = pending.popLast() {
      guard let new = child.new, other.kind(new) == pristine.kind(child.old) else {
        gone.append(child)
        let array = pristine.kind(child.old) == .array ? child.old : nil
        pending += pristine.contents(of: child.old).filter { pristine.kind($0).isContainer }
          .map { Child(old: $0, new: nil, array: array, place: nil) }
        continue
      }
      if pristine.hash(child.old) == other.hash(new) { continue }
      pending += children(side, child.old, new, child.place, facts)
    }
    return gone
  }

  /// An object or array of PRISTINE, with what a side has of it; nil where it is taken out.
  private struct Child {
    let old: Document.Node
    let new: Document.Node?
    /// The array of PRISTINE that it is an element of.
    let array: Document.Node?
    let place: MergeRules.Place?
  }

  /// The objects and arrays that may be taken out of an object or array, or that something may be taken out of.
  private static func children(
    _ side: Party, _ old: Document.Node, _ new: Document.Node, _ place: MergeRules.Place?,
    _ facts: VersionFacts
  ) -> [Child] {
    let (pristine, other, rules) = (facts.pristine, facts.documents[side], facts.rules)
    func both(_ node: Document.Node, _ match: Document.Node?) -> [Value] {
      [Value(pristine, node)] + (match.map { [Value(other, $0)] } ?? [])
    }
    var children: [Child] = []
    if pristine.kind(old) == .object {
      let inside = rules.inside(place, both(old, new))
      var pairing = MemberPairing(pristine, old, other, new)
      while let (member, match) = pairing.next() {
        if !pristine.kind(member.value).isContainer { continue }
        let place = rules.member(inside, pristine, member.name, both(member.value, match?.value))
        children.append(Child(old: member.value, new: match?.value, array: nil, place: place))
      }
      return children
    }
    guard
      let identity = ElementIdentity(
        both(old, new), placed: rules.key(place), rules.names(facts.setup.options.names, at: place),
        hasOldest: true,
        identity: facts.declaredIdentity(place))
    else {
      let now = Set(other.elements(new).map(other.hash))
      let gone = pristine.elements(old).filter {
        pristine.kind($0).isContainer && !now.contains(pristine.hash($0))
      }
      let more = other.count(of: new) - pristine.count(of: old)
      if more < 0 { return gone.map { Child(old: $0, new: nil, array: old, place: nil) } }
      // Where none is missing, what is not there any more was edited. In it something may be missing: in a row at the place of one, and in
      // an object that is still like it.
      let before = Set(pristine.elements(old).map(pristine.hash))
      let objects = gone.filter { pristine.kind($0) == .object }
      let come = other.elements(new).filter { other.kind($0) == .object && !before.contains(other.hash($0)) }
      return zip(pristine.elements(old), other.elements(new))
        .filter { more == 0 && pristine.kind($0) == .array && other.kind($1) == .array }
        .map { Child(old: $0, new: $1, array: old, place: nil) }
        + Resemblance().pairs(pristine, objects[...], other, come[...])
        .map { Child(old: objects[$0.old], new: come[$0.new], array: old, place: nil) }
    }
    let (before, now) = (identity.columns[0].elements, identity.columns[1])
    return before.indices.map { position in
      let match = now.ownPositions[position] < 0 ? nil : now.elements[now.ownPositions[position]]
      let place = rules.element(place, position, of: before.count, both(before[position], match))
      return Child(old: before[position], new: match, array: old, place: place)
    }
  }
}
