internal import SZJSON
internal import SZModel

/// What a side has in the place of an element of PRISTINE, as a question: whether another one was put there.
///
/// Of `{"time": "10:30", "talk": "Parsers", "speaker": "Bob"}`, where the breaks have no speaker, a side makes
/// `{"time": "10:30", "talk": "Graphs", "speaker": "Dee"}`: what the other side put to it is Bob's.
struct ReplacedElement {
  let before: Value
  let now: Value
  var compared = ComparedMembers()

  /// Whether the side has other strings for some that this element alone had, which `isOwn` says of the hash of a name and a string: for
  /// two or more and no fewer than it kept; or for one, also in an array, where it left less than half of the element, or has a new one,
  /// which `isNew` says, and nothing but numbers is the same in all three versions. Linear in the three.
  func isAnother(_ other: Value, isOwn: (UInt64) -> Bool, isNew: (UInt64) -> Bool) -> Bool {
    func texts(_ value: Value, inArrays: Bool) -> Set<UInt64> {
      ElementTexts.of(value, by: compared, inArrays: inArrays)
    }
    let (own, left) = (texts(before, inArrays: false), texts(now, inArrays: false))
    let gone = own.subtracting(left).count(where: isOwn)
    if gone > 1, gone >= own.intersection(left).count(where: isOwn) { return true }
    let (all, come) = (texts(before, inArrays: true), texts(now, inArrays: true))
    if !all.subtracting(come).contains(where: isOwn) { return false }
    let resemblance = Resemblance(of: compared)
    if !resemblance.isHalfKept(before.document, before.node, now.document, now.node) { return true }
    let same = parts(before) { before.document.kind($0) != .number }
      .intersection(parts(now)).intersection(parts(other))
    return same.isEmpty && come.subtracting(all).contains(where: isNew)
  }

  /// Hashes of what may tell an element from others: its strings, integers, objects and arrays.
  private func parts(_ value: Value, where counts: (Document.Node) -> Bool = { _ in true }) -> Set<UInt64> {
    let document = value.document
    func mayTell(_ part: Document.Node) -> Bool {
      (document.kind(part).isContainer || ElementTraits.mayTell(document, part)) && counts(part)
    }
    var parts: Set<UInt64> = []
    compared.forEachPart(ofElement: value, where: mayTell) { parts.insert($0) }
    return parts
  }
}
