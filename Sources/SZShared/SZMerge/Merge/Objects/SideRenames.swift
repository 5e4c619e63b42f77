internal import SZJSON
internal import SZModel

/// The members of PRISTINE's object that a side has under another name.
///
/// A member that a side has no more and one that is new there are one, renamed, when both are objects or arrays, equal, and no other one
/// is equal to either; so are strings and numbers, where no other member of either object is equal. Objects and arrays that are not equal
/// may be one where the new one has half of the old one, and with it something that no other member of either object holds.
struct SideRenames {
  typealias Member = MemberPairing.Member

  struct Rename {
    let old: Member
    let new: Member
    /// Whether the values are equal objects or arrays, so that it is no other member.
    let isProved: Bool
  }

  private let pristine: Document
  private let side: Document
  /// In the order of PRISTINE's members, those that are equal first.
  private(set) var renames: [Rename] = []

  /// How many pairs of one object are held against each other.
  private static let mostPairs = 2500

  /// Finds them; the side has other members under the names that are `replaced`. Linear in the members; where objects or arrays went and
  /// others came, each is held against each, up to a limit.
  init(
    _ pristine: Document, _ object: Document.Node, _ side: Document, _ sideObject: Document.Node,
    replaced: Set<Document.Node>
  ) {
    (self.pristine, self.side) = (pristine, side)
    let gone = SideRenames.unmatched(pristine, object, side, sideObject, or: replaced)
    if gone.isEmpty { return }
    let new = SideRenames.unmatched(side, sideObject, pristine, object)
    if new.isEmpty { return }
    let traces = (MemberTraces(pristine, object), MemberTraces(side, sideObject))
    addEqual(gone, new, traces)
    let containers = (
      gone.filter { pristine.kind($0.value).isContainer }, new.filter { side.kind($0.value).isContainer }
    )
    if !containers.0.isEmpty, !containers.1.isEmpty {
      addAlike(containers.0, containers.1, traces)
    }
  }

  private mutating func addEqual(
    _ gone: [Member], _ new: [Member], _ traces: (MemberTraces, MemberTraces)
  ) {
    let goneByValue = Dictionary(grouping: gone) { pristine.hash($0.value) }
    let newByValue = Dictionary(grouping: new) { side.hash($0.value) }
    for old in gone {
      let value = pristine.hash(old.value)
      guard goneByValue[value]?.count == 1, let equal = newByValue[value], equal.count == 1 else { continue }
      let isContainer = pristine.kind(old.value).isContainer
      if isContainer || traces.0.tell(old.value) && traces.1.tell(equal[0].value) {
        renames.append(Rename(old: old, new: equal[0], isProved: isContainer))
      }
    }
  }

  /// Those that are each like one other alone.
  private mutating func addAlike(
    _ gone: [Member], _ new: [Member], _ traces: (MemberTraces, MemberTraces)
  ) {
    let known = (Set(renames.map(\.old.name)), Set(renames.map(\.new.name)))
    let gone = gone.filter { !known.0.contains($0.name) }
    let new = new.filter { !known.1.contains($0.name) }
    if gone.isEmpty || new.isEmpty || gone.count * new.count > SideRenames.mostPairs { return }
    let (ownGone, ownNew) = (gone.map { traces.0.own($0.value) }, new.map { traces.1.own($0.value) })
    let alike = gone.indices.map { old in
      new.indices.filter {
        !ownGone[old].isDisjoint(with: ownNew[$0])
          && Resemblance().isHalfKept(pristine, gone[old].value, side, new[$0].value)
      }
    }
    var counts = [Int](repeating: 0, count: new.count)
    for index in alike.joined() { counts[index] += 1 }
    for (old, indices) in zip(gone, alike) where indices.count == 1 && counts[indices[0]] == 1 {
      renames.append(Rename(old: old, new: new[indices[0]], isProved: false))
    }
  }

  /// The members that the other object has not, and those named in `names`: an object or array with something in it, a string that is not
  /// empty, or a number.
  private static func unmatched(
    _ document: Document, _ object: Document.Node, _ other: Document, _ otherObject: Document.Node,
    or names: Set<Document.Node> = []
  ) -> [Member] {
    var members: [Member] = []
    var pairing = MemberPairing(document, object, other, otherObject)
    while let (member, match) = pairing.next() {
      if match == nil || names.contains(member.name), mayBeKnown(document, member.value) {
        members.append(member)
      }
    }
    return members
  }

  private static func mayBeKnown(_ document: Document, _ value: Document.Node) -> Bool {
    document.isFilled(value) || document.kind(value) == .number || document.isText(value)
  }
}
