internal import SZJSON
internal import SZModel

/// Which elements of PRISTINE have given their identity to another one on a side, or have got that of another one.
///
/// Of `[{"name": "lint", "run": "l"}, {"name": "test", "run": "t"}]` a side makes `[{"name": "lint", "run": "t"}]`: either it edited
/// `lint` and took `test` out, or it took `lint` out and renamed `test`.
struct ReusedIdentities {
  /// An element of the side that holds what another one of PRISTINE held.
  struct Reuse {
    /// Where it stands on the side.
    let position: Int
    /// The one of PRISTINE that had its identity, or -1.
    let old: Int
    /// The one of PRISTINE that it holds the members of.
    let origin: Int
  }

  private(set) var all: [Reuse] = []

  /// An element that is new or edited, and has at least half of its members from one of PRISTINE that is gone or edited, one of them a
  /// string, object or array, and more of them than it has from the one with its identity, and where that is found more than one, or a new
  /// one all that this held, or no string, object or array of it stayed; all of them together no other element of PRISTINE and
  /// of the side has. New ones of which the origin is gone are renamed ones, and none of these. Linear in what the side edited, took out
  /// and created, and in the text of the arrays where there is one.
  init(
    _ side: IdentityColumn, _ version: ElementRests.Side, _ pristine: Document, _ elements: [Document.Node],
    isFound: Bool
  ) {
    let (document, inPristine) = (version.document, version.inPristine)
    func old(_ position: Int) -> Value { Value(pristine, elements[position]) }
    func new(_ position: Int) -> Value { Value(document, version.elements[position]) }
    let left = elements.indices.filter { side.ownPositions[$0] < 0 || !side.isUnchanged[$0] }
    let come = inPristine.indices.filter { inPristine[$0] < 0 || !side.isUnchanged[inPristine[$0]] }
    if left.isEmpty || come.isEmpty { return }
    var holders = MemberHolders(expected: left.count)
    for position in left {
      let match = side.ownPositions[position]
      for member in ReusedIdentities.members(of: old(position), notIn: match < 0 ? nil : new(match)) {
        holders.add(member, of: position)
      }
    }
    /// Whether no string, object or array of an element stayed under its identity, or these are all members that it had besides, and none of
    /// them stayed.
    func haveLeft(_ members: Set<UInt64>, _ origin: Int) -> Bool {
      let before = DistinctMembers.members(pristine, elements[origin])
      let now = Set(DistinctMembers.members(document, version.elements[side.ownPositions[origin]]))
      return now.isDisjoint(with: DistinctMembers.texts(pristine, elements[origin]))
        || members.count == before.count - 1 && members.isDisjoint(with: now)
    }
    var found: [(reuse: Reuse, members: Set<UInt64>)] = []
    for position in come {
      let match = inPristine[position]
      let gained = ReusedIdentities.members(of: new(position), notIn: match < 0 ? nil : old(match))
      let origins = Set(gained.flatMap { holders.of($0, atMost: ReusedIdentities.mostHolders) ?? [] })
      if origins.isEmpty { continue }
      let own = Set(DistinctMembers.members(document, version.elements[position]))
      for origin in origins where match >= 0 || side.ownPositions[origin] >= 0 {
        func shared(_ position: Int) -> Set<UInt64> {
          own.intersection(DistinctMembers.members(pristine, elements[position]))
        }
        let members = shared(origin)
        let kept = match < 0 ? [] : shared(match)
        let taken = members.subtracting(kept).count
        // The identity is a member, too.
        let remaining = kept.subtracting(members).count - 1
        let fewest = isFound && !(match < 0 && haveLeft(members, origin)) ? 2 : 1
        if taken >= fewest, taken > remaining, members.count * 2 >= own.count - 1 {
          found.append((Reuse(position: position, old: match, origin: origin), members))
        }
      }
    }
    if found.isEmpty { return }
    let tells = (DistinctMembers(pristine, elements), DistinctMembers(document, version.elements))
    all = found.filter { reuse, members in
      !members.isDisjoint(with: DistinctMembers.texts(pristine, elements[reuse.origin]))
        && tells.0.holder(ofAll: members) == reuse.origin && tells.1.holder(ofAll: members) == reuse.position
    }.map(\.reuse)
  }

  /// Hashes of the members of an object that another one does not have, or has with another value.
  private static func members(of value: Value, notIn other: Value?) -> [UInt64] {
    guard let other, let hashing = value.document.hashing else {
      return DistinctMembers.members(value.document, value.node)
    }
    return MemberPairing(value.document, value.node, other.document, other.node).different.map {
      hashing.pair(value.document.hash($0.member.name), value.document.hash($0.member.value))
    }
  }

  /// What more elements have tells nothing.
  private static let mostHolders = 16
}
