/// The members of an object that is about to close, of which some may have one name.
struct EqualNames {
  private let document: Document
  private let first: Document.Node
  private let end: Document.Node
  private let hashing: Hashing

  /// Those from `first` on, which go up to `end`.
  init(_ document: Document, from first: Document.Node, to end: Document.Node, _ hashing: Hashing) {
    (self.document, self.first, self.end, self.hashing) = (document, first, end, hashing)
  }

  /// Whether two names have one hash. Linear.
  var areThere: Bool {
    var hashes: [UInt64] = []
    var member = first
    while member < end {
      hashes.append(document.scalarHash(member, hashing))
      member = document.next(document.next(member))
    }
    guard hashes.count > 16 else {
      return hashes.indices.contains { hashes[..<$0].contains(hashes[$0]) }
    }
    var seen = HashTable(expected: hashes.count)
    return hashes.contains { !seen.insert($0, value: 0) }
  }

  /// The members that a later one of their name hides.
  /// - Throws: the first of these later ones, unless they are allowed.
  func hidden(isAllowed: Bool) throws(JSONError) -> Set<Document.Node> {
    var hidden: Set<Document.Node> = []
    var lastOfName: [[UInt8]: Document.Node] = [:]
    var member = first
    while member < end {
      let range = document.range(member)
      let name = JSONString.decoded(document.bytes, range)
      if let earlier = lastOfName[name] {
        guard isAllowed else {
          throw JSONError(
            .duplicateName(String(decoding: name, as: UTF8.self), first: document.start(earlier)),
            at: range.lowerBound)
        }
        hidden.insert(earlier)
      }
      lastOfName[name] = member
      member = document.next(document.next(member))
    }
    return hidden
  }

  /// The hash of the object without some of its members, as far as it is not finished.
  func hash(without hidden: Set<Document.Node>) -> ContainerHash {
    var hash = ContainerHash(.object, hashing)
    var member = first
    while member < end {
      let value = document.next(member)
      if !hidden.contains(member) {
        hash.name(hashing.name(document, member))
        hash.add(document, value, hashing)
      }
      member = document.next(value)
    }
    return hash
  }
}
