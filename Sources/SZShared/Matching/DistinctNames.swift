/// The members of the elements of an array that hold strings, each value once: a reader may take them for identities.
final class DistinctNames {
  private let array: Value
  private lazy var repeated = findRepeated()

  /// Those of the elements of `array`; they are found when they are asked for first. Linear in the text of the array.
  init(_ array: Value) { self.array = array }

  /// Whether an object has another value, or none, for one of them than it had, when it was an element of the array.
  func haveChanged(
    from old: Document, _ before: Document.Node, to new: Document, _ after: Document.Node
  ) -> Bool {
    guard old.kind(before) == .object, new.kind(after) == .object else { return false }
    var pairing = MemberPairing(old, before, new, after)
    while let (member, match) = pairing.next() {
      if !old.kind(member.value).isString || match.map({ new.hash($0.value) }) == old.hash(member.value) { continue }
      if !repeated.contains(old.hash(member.name)) { return true }
    }
    return false
  }

  /// The names of members of which a value stands twice.
  private func findRepeated() -> Set<UInt64> {
    let document = array.document
    guard let hashing = document.hashing else { return [] }
    var repeated: Set<UInt64> = []
    var values = HashTable(expected: 64)
    for element in document.elements(array.node) where document.kind(element) == .object {
      for member in document.members(element) where document.kind(member.value).isString {
        let name = document.hash(member.name)
        if repeated.contains(name) { continue }
        var both = Hashing.Tuple(hashing)
        both.add(name)
        both.add(document.hash(member.value))
        if !values.insert(both.hash, value: 0) { repeated.insert(name) }
      }
    }
    return repeated
  }
}
