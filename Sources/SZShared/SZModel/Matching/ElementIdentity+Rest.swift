internal import SZJSON

/// What the other members of an element say of a found identity.
extension ElementIdentity {
  /// Beyond so many elements nobody asks which of them has a member.
  private static let mostHolders = 16

  /// Whether an element has got the identity of another one: of an element of the oldest version that is gone it has at least two
  /// members more than of the one with its identity, and half of its members; or where all got the next one's.
  ///
  /// Example: of prices `[{"tea": "pot", "no": 2, "price": 4}, {"cake": "slice", "no": 1, "price": 5}]` the cake goes, and the tea is 5
  /// now. Linear in the elements that were edited or are gone.
  func isContradicted(_ versions: [Value]) -> Bool {
    let (oldest, elements) = (versions[0].document, columns[0].elements)
    return zip(versions, columns).dropFirst().contains { version, column in
      let positions = column.ownPositions
      let gone = elements.indices.filter { positions[$0] < 0 }
      if gone.isEmpty { return false }
      if isShifted(versions[0], version, column) { return true }
      var holders: [UInt64: [Int]] = [:]
      for position in gone {
        for member in members(oldest, elements[position]) { holders[member, default: []].append(position) }
      }
      return elements.indices.contains { match in
        if positions[match] < 0 || column.isUnchanged[match] { return false }
        let own = members(version.document, column.elements[positions[match]])
        let kept = Set(members(oldest, elements[match])).intersection(own).count
        var shared: [Int: Int] = [:]
        for holders in own.compactMap({ holders[$0] }) where holders.count <= ElementIdentity.mostHolders {
          for holder in holders { shared[holder, default: 0] += 1 }
        }
        return shared.values.contains { $0 >= kept + 2 && $0 * 2 >= own.count }
      }
    }
  }

  /// Whether elements got the identities of the next ones: each has at least half of its members, and at least as many as from the one
  /// with its identity, from the one that stood at its place, and two have more.
  ///
  /// Example: of an agenda, `[{"time": "08", "task": "call"}, {"time": "09", "task": "mail"}]`, all is an hour later. Linear in the
  /// elements that stand elsewhere or are new.
  private func isShifted(_ oldest: Value, _ version: Value, _ column: IdentityColumn) -> Bool {
    let (elements, inOldest) = (columns[0].elements, column.referencePositions)
    guard inOldest.count == elements.count else { return false }
    let others = inOldest.indices.filter { inOldest[$0] != $0 }
    guard others.contains(where: { inOldest[$0] >= 0 }) else { return false }
    var shifted = 0
    for index in others {
      let rest = members(version.document, column.elements[index])
      func count(of original: Int) -> Int {
        original < 0 ? 0 : Set(rest).intersection(members(oldest.document, elements[original])).count
      }
      let (atPlace, ofIdentity) = (count(of: index), count(of: inOldest[index]))
      if atPlace * 2 < rest.count || atPlace < ofIdentity { return false }
      if atPlace > ofIdentity { shifted += 1 }
    }
    return shifted > 1
  }

  /// Hashes of the members of an element, with their names, without the one that identifies it.
  func members(_ document: Document, _ element: Document.Node) -> [UInt64] {
    guard let hashing = document.hashing else { return [] }
    let identities = key.values(document, element) ?? []
    return document.members(element).filter { !identities.contains($0.value) }
      .map { hashing.pair(document.hash($0.name), document.hash($0.value)) }
  }
}
