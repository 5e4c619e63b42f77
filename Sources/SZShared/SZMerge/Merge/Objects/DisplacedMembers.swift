internal import SZJSON
internal import SZModel

/// The members of an object, objects or arrays, that both sides edited, of which one may have another one under that name now.
///
/// In the examples, PRISTINE | EDITED | CURRENT → the result:
/// - What it was stands under another name, and less than half of it under its own: `{"a":{"n":1}} | {"b":{"n":1},"a":{"m":2}} |
///   {"a":{"n":9}}` → edit/edit of a: its edit may be one of b.
/// - All went on by one name: `{"a":{"n":"x"},"b":{"n":"y"}} | {"a":{"n":"y"},"b":{"n":"z"}} | {"a":{"n":"x"},"b":{"n":"y","m":2}}` →
///   edit/edit of b, and so of a if CURRENT edited that. It is a string, object or array that one alone holds that proves it: of two
///   booleans both may have been set.
struct DisplacedMembers {
  private typealias Edited = (name: Document.Node, values: Three<Document.Node>)

  private let documents: Three<Document>
  private let objects: Three<Document.Node>
  /// Those of CURRENT, by name.
  private(set) var names: Set<Document.Node> = []

  /// Finds them. Linear in the members, and in what they hold where both sides edited one.
  init(_ documents: Three<Document>, _ objects: Three<Document.Node>) {
    (self.documents, self.objects) = (documents, objects)
    let contested = contested
    if contested.isEmpty { return }
    let sides = [(Party.edited, places(.edited)), (.current, places(.current))]
    lazy var traces = MemberTraces(documents.pristine, objects.pristine)
    for (name, values) in contested
    where sides.contains(where: { isDisplaced(values, $0, $1, traces) }) {
      names.insert(name)
    }
  }

  /// The members with something in them that all three have, each another value.
  private var contested: [Edited] {
    let pristine = documents.pristine
    var inEdited = MemberPairing(pristine, objects.pristine, documents.edited, objects.edited)
    var inCurrent = MemberPairing(pristine, objects.pristine, documents.current, objects.current)
    var contested: [Edited] = []
    while let (member, own) = inEdited.next() {
      guard let other = inCurrent.next()?.other, let own, pristine.isFilled(member.value) else { continue }
      let values = Three(pristine: member.value, edited: own.value, current: other.value)
      if Set(Party.allCases.map { documents[$0].hash(values[$0]) }).count == 3 {
        contested.append((other.name, values))
      }
    }
    return contested
  }

  /// Where the values of members stand on one side.
  private struct Places {
    /// Those that the side has under names under which PRISTINE has none, or a value that is no object or array.
    var new: Set<UInt64> = []
    /// Those that it has under names of other objects and arrays of PRISTINE. What fills an empty one was moved there.
    var taken: Set<UInt64> = []
    /// Those of PRISTINE that it has no more under their names.
    var left: [UInt64: Document.Node] = [:]
  }

  private func places(_ side: Party) -> Places {
    let pristine = documents.pristine
    var places = Places()
    for (member, match) in MemberPairing(documents[side], objects[side], pristine, objects.pristine).different
    {
      let value = documents[side].hash(member.value)
      guard let match, pristine.kind(match.value).isContainer else {
        places.new.insert(value)
        continue
      }
      if pristine.isFilled(match.value) { places.taken.insert(value) }
    }
    for (member, _) in MemberPairing(pristine, objects.pristine, documents[side], objects[side]).different {
      places.left[pristine.hash(member.value)] = member.value
    }
    return places
  }

  private func isDisplaced(
    _ values: Three<Document.Node>, _ side: Party, _ places: Places, _ traces: @autoclosure () -> MemberTraces
  ) -> Bool {
    let pristine = documents.pristine
    let before = pristine.hash(values.pristine)
    let isTaken = places.taken.contains(before)
    if isTaken || places.new.contains(before),
      !Resemblance().isHalfKept(pristine, values.pristine, documents[side], values[side])
    {
      return true
    }
    if isTaken, !traces().own(values.pristine).isEmpty { return true }
    guard let come = places.left[documents[side].hash(values[side])] else { return false }
    return !traces().own(come).isEmpty
  }
}
