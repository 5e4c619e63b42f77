/// Finds the members that identify the elements of an array where nobody has said which do.
///
/// A member, or a pair of members, serves as identity if every element of all three versions has it, with a value that no
/// other element of its version has; if its values are not just the numbers of the elements, which an insertion changes; and
/// if most elements that share it with an element of PRISTINE do not look like another one of PRISTINE's.
enum IdentityInference {
  private static let singles = 8
  private static let paired = 4
  /// How many elements are looked at before all are.
  private static let sampled = 16_000

  /// A key that was found, and the elements by it.
  struct Found {
    let key: IdentityKey
    let columns: Three<IdentityColumn>
    /// Whether the same key is found when one of the sides is the result of merging both, and the elements have kept their
    /// identities: then the merge comes to the same as with a key that somebody named.
    let isStable: Bool
  }

  /// The key by which the elements of three versions of an array can be told apart; nil when there is none. Linear: a fixed
  /// number of keys is tried. Where none is found, `isSettled` says whether there is none either when one of the sides is
  /// the result of merging both.
  static func found(_ versions: Three<Value>, isSettled: inout Bool) -> Found? {
    isSettled = true
    let (document, array) = (versions.pristine.document, versions.pristine.node)
    guard !document.isEmptyContainer(array) else { return nil }
    let sample = document.firstChild(array)
    guard document.kind(sample) == .object else { return nil }
    let names = document.members(sample).prefix(singles)
      .filter { !document.kind($0.value).isContainer && document.kind($0.value) != .null }
      .map { document.characters($0.name) }
    // Whether all keys before this one would be refused in any merge with the same PRISTINE and one of the sides.
    var isStable = true
    // A pair with a member in it that is unique and yet no identity is none either.
    var refused: Set<[UInt8]> = []
    for name in names {
      let key = IdentityKey(names: [name])
      guard let columns = Columns(versions, key, &isStable) else { continue }
      if let found = columns.found(versions, key, &isStable) { return found }
      refused.insert(name)
    }
    let parts = names.prefix(paired).filter { !refused.contains($0) }
    for first in parts.indices {
      for second in parts.indices where second > first {
        let key = IdentityKey(names: [parts[first], parts[second]])
        if let columns = Columns(versions, key, &isStable),
          let found = columns.found(versions, key, &isStable)
        {
          return found
        }
      }
    }
    isSettled = isStable
    return nil
  }

  /// Whether the first elements of an array have the key and do not share it: most members tell in a few elements that they are no
  /// identity.
  private static func mayIdentify(_ value: Value, _ key: IdentityKey) -> Bool {
    guard let hashing = value.document.hashing else { return false }
    let elements = value.document.elements(value.node)
    var seen = HashTable(expected: 64)
    for element in elements.prefix(sampled) {
      guard let (hash, _) = key.hash(value.document, element, hashing), seen.insert(hash, value: 0) else {
        return false
      }
    }
    return true
  }

  private struct Columns {
    let columns: Three<IdentityColumn>

    /// Nil when elements lack the key, or share it; `isStable` becomes false when that might be otherwise in another merge.
    init?(_ versions: Three<Value>, _ key: IdentityKey, _ isStable: inout Bool) {
      guard mayIdentify(versions.pristine, key),
        let pristine = IdentityColumn(versions.pristine.document, versions.pristine.node, key: key)
      else { return nil }
      let sides = [versions.edited, versions.current].map {
        IdentityColumn($0.document, $0.node, key: key, reference: pristine)
      }
      guard let edited = sides[0], let current = sides[1] else {
        if sides[0] != nil || sides[1] != nil { isStable = false }
        return nil
      }
      columns = Three(pristine: pristine, edited: edited, current: current)
    }

    /// The key, if it is an identity.
    func found(_ versions: Three<Value>, _ key: IdentityKey, _ isStable: inout Bool) -> Found? {
      if runsWithIndex([.pristine, .edited, .current], versions, key) {
        isStable = false
        return nil
      }
      let edited = resemblance(.edited, versions, key)
      let current = resemblance(.current, versions, key)
      guard edited.isEnough, current.isEnough else {
        if edited.isEnough || current.isEnough { isStable = false }
        return nil
      }
      // What both sides changed may come to look like another element.
      let (inEdited, inCurrent) = (columns.edited.isUnchanged, columns.current.isUnchanged)
      var (changed, contested) = (0, 0)
      for position in columns.pristine.elements.indices {
        if !inEdited[position] || !inCurrent[position] { changed += 1 }
        if !inEdited[position], !inCurrent[position] { contested += 1 }
      }
      let staysLike = (edited.unlike + current.unlike + contested) * 2 <= changed
      // Once both sides have what moved and both edited, nothing may contradict itself any more, and no identity is looked for.
      let staysUnclear =
        contested == 0 || columns.edited.isInReferenceOrder && columns.current.isInReferenceOrder
      return Found(
        key: key, columns: columns,
        isStable: isStable && staysLike && staysUnclear && !edited.hasGone && !current.hasGone
          && !runsWithIndex([.pristine], versions, key))
    }

    /// Whether the values are numbers one after the other in all of these versions.
    private func runsWithIndex(
      _ parties: [Conflict.Party], _ versions: Three<Value>, _ key: IdentityKey
    ) -> Bool {
      guard key.parts.count == 1 else { return false }
      return parties.allSatisfy { party in
        let document = versions[party].document
        var expected: Int?
        for element in columns[party].elements {
          guard case .value(let value) = key.find(document, element, 0), document.kind(value) == .number,
            let number = Int(String(decoding: document.text(value), as: UTF8.self)), number < Int.max
          else { return false }
          if let expected, number != expected { return false }
          expected = number + 1
        }
        return true
      }
    }

    /// Whether a side's elements are like those of PRISTINE that share their identities.
    private struct Resemblance {
      var isEnough = true
      /// How many have more from another element of PRISTINE.
      var unlike = 0
      /// Whether elements of PRISTINE are not there any more.
      var hasGone = false
    }

    /// It is enough when no more than half of a side's elements that were edited have more from another element of PRISTINE
    /// than from the one that shares their identity, by the members that only one element of PRISTINE has.
    private func resemblance(
      _ party: Conflict.Party, _ versions: Three<Value>, _ key: IdentityKey
    ) -> Resemblance {
      let (column, pristine) = (columns[party], columns.pristine)
      let changed = pristine.elements.indices.filter { !column.isUnchanged[$0] }
      let traits = changed.map { ElementTraits(versions.pristine.document, pristine.elements[$0]) }
      var holders = HashTable(expected: traits.reduce(0) { $0 + $1.children.count })
      for (position, traits) in zip(changed, traits) {
        for vote in traits.votes where !holders.insert(vote, value: position) { holders.set(vote, value: -1) }
      }
      var (shared, unlike) = (0, 0)
      for position in changed where column.ownPositions[position] >= 0 {
        let own = ElementTraits(versions[party].document, column.elements[column.ownPositions[position]])
        let votes = own.votes.compactMap { holders.value($0) }.filter { $0 >= 0 }
        shared += 1
        // The identity itself, when it is one member, always speaks for the element.
        let forIt = votes.count { $0 == position }
        if votes.count - forIt > forIt - (key.parts.count == 1 ? 1 : 0) { unlike += 1 }
      }
      var result = Resemblance(isEnough: unlike * 2 <= shared, unlike: unlike)
      // Nor is it one if many elements look like one that has another identity.
      let gone = changed.indices.filter { column.ownPositions[changed[$0]] < 0 }
      let news = column.elements.indices.filter { column.referencePositions[$0] < 0 }
      let renamed = Likeness.pairs(
        gone.map { traits[$0] },
        news.map { ElementTraits(versions[party].document, column.elements[$0]) })
      result.hasGone = !gone.isEmpty
      if renamed.count > pristine.elements.count - gone.count { result.isEnough = false }
      return result
    }
  }
}
