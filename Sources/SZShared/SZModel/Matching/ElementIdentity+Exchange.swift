internal import SZJSON

/// Whether strings beside a found identity changed places.
extension ElementIdentity {
  /// The strings that edited elements have now, by those that they had: each by the hash of its name, and of name and value.
  private typealias Became = [UInt64: (name: UInt64, member: UInt64)]

  /// Whether two edited elements have exchanged strings, or one has got the `key` or `name` that another edited one had, each of these
  /// alone in both versions. Then nobody knows which of the members tells the elements apart.
  ///
  /// Example: of `[{"key": "open", "text": "O"}, {"key": "quit", "text": "Q"}, {"key": "help", "text": "H"}]` the first two texts are
  /// exchanged, and the last key is `assist` now: that all texts are still there does not make them identities. Linear in the elements
  /// that were edited, and in all where one has got the string of another edited one.
  func isExchanged(_ versions: [Value]) -> Bool {
    let (oldest, elements) = (versions[0].document, columns[0].elements)
    guard let hashing = oldest.hashing else { return false }
    let usual = IdentityNames.usualHashes(hashing)
    return zip(versions, columns).dropFirst().contains { version, column in
      let became = edits(oldest, version.document, column)
      var got = Set(became.values.map(\.member).filter { became[$0] != nil })
      got = singles(of: got, oldest, elements)
      got = singles(of: got, version.document, column.elements)
      return became.contains { before, now in
        if !got.contains(now.member) { return false }
        return usual.contains(now.name) || got.contains(before) && became[now.member]?.member == before
      }
    }
  }

  private func edits(_ oldest: Document, _ new: Document, _ column: IdentityColumn) -> Became {
    var became: Became = [:]
    guard let hashing = oldest.hashing else { return became }
    for (match, position) in column.ownPositions.enumerated()
    where position >= 0 && !column.isUnchanged[match] {
      var pairing = MemberPairing(oldest, columns[0].elements[match], new, column.elements[position])
      while let (member, other) = pairing.next() {
        guard let other, oldest.kind(member.value).isString, new.kind(other.value).isString else { continue }
        let (name, before, after) = (
          oldest.hash(member.name), oldest.hash(member.value), new.hash(other.value)
        )
        if before != after { became[hashing.pair(name, before)] = (name, hashing.pair(name, after)) }
      }
    }
    return became
  }

  /// Those of some members that one element alone has.
  private func singles(
    of members: Set<UInt64>, _ document: Document, _ elements: [Document.Node]
  ) -> Set<UInt64> {
    if members.isEmpty { return [] }
    var counts: [UInt64: Int] = [:]
    for element in elements {
      for member in self.members(document, element) where members.contains(member) {
        counts[member, default: 0] += 1
      }
    }
    return members.filter { counts[$0] == 1 }
  }
}
