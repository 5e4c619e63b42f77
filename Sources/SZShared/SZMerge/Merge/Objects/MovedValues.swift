internal import SZJSON
internal import SZModel

/// Which values of an object's members a side has under other names than PRISTINE.
struct MovedValues {
  private let pristine: Document
  private let side: Document
  private let traces: (pristine: MemberTraces, side: MemberTraces)
  /// Those that the side has under names under which PRISTINE has none, or a value that is no object or array.
  private var new: Set<UInt64> = []
  /// Those that it has under names of other objects and arrays of PRISTINE. What fills an empty one was moved there.
  private var taken: Set<UInt64> = []
  /// Those of PRISTINE that it has no more under their names.
  private var left: [UInt64: MemberPairing.Member] = [:]

  /// Linear in the members.
  init(
    _ party: Party, _ documents: Three<Document>, _ objects: Three<Document.Node>,
    _ traces: Three<MemberTraces>
  ) {
    (pristine, side) = (documents.pristine, documents[party])
    self.traces = (traces.pristine, traces[party])
    let own = MemberPairing(side, objects[party], pristine, objects.pristine)
    for (member, match) in own.different {
      let value = side.hash(member.value)
      guard let match, pristine.kind(match.value).isContainer else {
        new.insert(value)
        continue
      }
      if pristine.isFilled(match.value) { taken.insert(value) }
    }
    for (member, _) in MemberPairing(pristine, objects.pristine, side, objects[party]).different {
      left[pristine.hash(member.value)] = member
    }
  }

  /// The member that had this value of the side in PRISTINE, and has it no more; nil where it may be another value, equal by chance.
  func origin(of value: Document.Node) -> MemberPairing.Member? {
    guard let old = left[side.hash(value)], traces.pristine.tell(old.value) else { return nil }
    return side.kind(value).isContainer || traces.side.tell(value) ? old : nil
  }

  /// Whether the value that an object or array of PRISTINE had under a name stands under another one, and what the side has there is no
  /// edit of it.
  func isDisplaced(_ before: Document.Node, by own: Document.Node) -> Bool {
    let value = pristine.hash(before)
    let isTaken = taken.contains(value)
    if !isTaken && !new.contains(value) { return false }
    return isTaken && traces.pristine.tell(before) || !Resemblance().isHalfKept(pristine, before, side, own)
  }
}
