internal import SZElements
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

  /// Those of the sides; PRISTINE has none. Linear in the members and in what they hold.
  static func ofBoth(_ documents: Three<Document>, _ objects: Three<Document.Node>) -> Three<MovedValues> {
    let traces = Three { MemberTraces(documents[$0], objects[$0]) }
    return Three { MovedValues($0, documents, objects, traces) }
  }

  private init(
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

  /// Whether a value of the side is one that PRISTINE has under a name that the side gave another value, or took out.
  func isOfAnother(_ own: Document.Node) -> Bool { left[side.hash(own)] != nil }

  /// Whether what the side has under a name may be another member than PRISTINE has there: it comes from another name, or that one went to
  /// one, and this is no edit of it.
  func mayBeAnother(_ before: Document.Node, _ own: Document.Node) -> Bool {
    let value = pristine.hash(before)
    if origin(of: own) != nil || taken.contains(value) && traces.pristine.tell(before) { return true }
    return (taken.contains(value) || new.contains(value))
      && !Resemblance().isHalfKept(pristine, before, side, own)
  }
}
