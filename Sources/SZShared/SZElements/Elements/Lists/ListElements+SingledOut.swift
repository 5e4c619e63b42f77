internal import SZJSON
internal import SZModel

/// Which elements are told from all others.
extension ListElements {
  /// Whether three versions of a container, one in each row, are one by the members that are the same in all three: strings,
  /// integers and containers that no other element of a version has together. Nothing is proved once a side gave it another name
  /// (``isRenamed(_:_:_:besides:)``), or put another one in its place (``ReplacedElement``), or exchanged what the other one edited
  /// (``isExchanged(_:_:by:)``). Nor where a version has one element, of which a side left less than half, nor is that like the other
  /// side's.
  static func areSingledOut(_ rows: Three<ListElements>, _ at: Three<Int>) -> Bool {
    let kinds = Three { rows[$0].document.kind(rows[$0].nodes[at[$0]]) }
    guard kinds.pristine.isContainer, kinds.edited == kinds.pristine, kinds.current == kinds.pristine else {
      return false
    }
    let traces = Three { rows[$0].traces(at[$0]) }
    let common = rows.pristine.members(at.pristine).filter {
      traces.edited.contains($0) && traces.current.contains($0)
    }
    let (parties, sides) = (Party.allCases, [Party.edited, .current])
    if sides.contains(where: {
      rows.pristine.isRenamed(at.pristine, rows[$0], at[$0], besides: common) || isExchanged(rows, at, by: $0)
        || isReplaced(rows, at, by: $0)
    }) {
      return false
    }
    // Of a single element nothing else says that it is still that one.
    if parties.contains(where: { rows[$0].count == 1 }), isReplaced(rows, at) { return false }
    return parties.allSatisfy { rows[$0].isSingle(at[$0], common) }
      && !sides.contains {
        rows.pristine.isAnother(at.pristine, rows[$0], at[$0], traces[$0])
          || rows.pristine.isElsewhere(at.pristine, rows[$0], at[$0], (traces.pristine, traces[$0]))
      }
  }

  /// Whether a side gave the one of PRISTINE nothing but strings of other elements in members that tell all of them apart, or exchanged
  /// what the other one edited: what became of these is part of the same question.
  static func haveExchanged(_ rows: Three<ListElements>, _ at: Three<Int>) -> Bool {
    [Party.edited, .current].contains { side in
      if isExchanged(rows, at, by: side) { return true }
      if let key = rows.pristine.firstValues?[at.pristine], let own = rows[side].firstValue(at[side]),
        own != key, rows.pristine.firstValueSet.contains(own)
      {
        return true
      }
      let names = rows.pristine.distinctNames.compare(
        rows.pristine.nodes[at.pristine], to: rows[side].document, rows[side].nodes[at[side]])
      return names.haveChanged && !names.haveNew
    }
  }

  /// Whether a side gave an element an object or array of another one, and the other side edited what it had (``ExchangedContainers``);
  /// or in an array values of another one for some that another one has now, and the other side put or took out elements of it.
  private static func isExchanged(_ rows: Three<ListElements>, _ at: Three<Int>, by side: Party) -> Bool {
    let nodes = Three { rows[$0].nodes[at[$0]] }
    let (pristine, own, other) = (rows.pristine, rows[side], rows[side.other])
    if own.exchanged?.isAny(nodes.pristine, nodes[side], Value(other.document, nodes[side.other])) ?? false {
      return true
    }
    guard Party.allCases.allSatisfy({ rows[$0].document.kind(nodes[$0]) == .array }),
      pristine.document.count(of: nodes.pristine) != other.document.count(of: nodes[side.other])
    else { return false }
    let (before, after) = (pristine.traces(at.pristine), own.traces(at[side]))
    func isHeldOnceInBoth(_ trace: UInt64) -> Bool { pristine.isHeldOnce(trace) && own.isHeldOnce(trace) }
    return after.subtracting(before).contains(where: isHeldOnceInBoth)
      && before.subtracting(after).contains(where: isHeldOnceInBoth)
  }

  /// Whether a side gave an element another string in a member that tells all elements of PRISTINE apart, so that it may be another
  /// one: one that no element had; that of another one where its own stands nowhere any more, or as its `key` or `name`, or where
  /// nothing but numbers is the same in all versions, and then likewise an array of strings. With another mail address it may be another
  /// person. So it may be with another first value, where at least half are arrays
  /// that each have their own.
  private func isRenamed(_ position: Int, _ side: ListElements, _ own: Int, besides common: Set<UInt64>)
    -> Bool
  {
    if let key = firstValues?[position], key != 0, side.firstValue(own) != key { return true }
    let names = distinctNames.compare(nodes[position], to: side.document, side.nodes[own])
    if names.haveNew || hasNameOfAnother(position, side, own) { return true }
    if common.isSubset(of: numbers(position)),
      distinctNames.isInDoubt(nodes[position], to: side.document, side.nodes[own])
    {
      return true
    }
    return names.haveChanged && hasLost(position, side)
  }

  /// Whether a side put another element in the place of one (``ReplacedElement``).
  private static func isReplaced(_ rows: Three<ListElements>, _ at: Three<Int>, by side: Party) -> Bool {
    let (pristine, other) = (rows.pristine, side.other)
    func value(_ party: Party) -> Value { Value(rows[party].document, rows[party].nodes[at[party]]) }
    return ReplacedElement(before: value(.pristine), now: value(side), compared: pristine.compared).isAnother(
      value(other), isOwn: pristine.isHeldOnce, isNew: { !pristine.hasTrace($0) })
  }

  /// Whether a side left less than half of an element. What an earlier merge made of it is like EDITED's, and still that one.
  private static func isReplaced(_ rows: Three<ListElements>, _ at: Three<Int>) -> Bool {
    rows.edited.likeness(at.edited, rows.current, at.current) == 0
      && [Party.edited, .current].contains { side in
        rows.pristine.likeness(at.pristine, rows[side], at[side]) == 0
      }
  }

  /// Whether what a side has in the place of an element has more of another one, which it has not as it was; or two strings or more of
  /// that one alone, and as many as it kept of its own alone, one of which no third element had.
  private func isAnother(_ position: Int, _ side: ListElements, _ own: Int, _ traces: Set<UInt64>) -> Bool {
    let shared = sharing(traces)
    let kept = shared[position] ?? 0
    return shared.contains { other, count in
      if other == position || side.only(hashes[other]) != nil { return false }
      return count > kept || isTie(side.texts(own), theirs: texts(other), ours: texts(position))
    }
  }

  /// Whether an element of a side that PRISTINE, which this is, does not have has more of an element than what stands in its place has;
  /// or as many strings of it alone, as above. `traces` are those of both.
  private func isElsewhere(
    _ position: Int, _ side: ListElements, _ own: Int, _ traces: (before: Set<UInt64>, own: Set<UInt64>)
  ) -> Bool {
    let kept = traces.before.intersection(traces.own).count
    return side.sharing(traces.before).contains { other, count in
      if other == own || only(side.hashes[other]) != nil { return false }
      return count > kept || isTie(texts(position), theirs: side.texts(other), ours: side.texts(own))
    }
  }

  /// Whether of some strings `theirs` has two or more that `ours` has not, one of which one element of PRISTINE alone had, and `ours` has no
  /// more that `theirs` has not.
  private func isTie(_ strings: Set<UInt64>, theirs: Set<UInt64>, ours: Set<UInt64>) -> Bool {
    let taken = strings.intersection(theirs).subtracting(ours)
    return taken.count > 1 && taken.count >= strings.intersection(ours).subtracting(theirs).count
      && taken.contains(where: isHeldOnce)
  }

  /// How many of some traces each element has that has any.
  private func sharing(_ traces: Set<UInt64>) -> [Int: Int] {
    var shared: [Int: Int] = [:]
    for trace in traces {
      for holder in holders.of(trace, atMost: ListElements.mostHolders) ?? [] {
        shared[holder, default: 0] += 1
      }
    }
    return shared
  }

  /// Whether a side gave an element the `key` or `name` that another one alone had.
  private func hasNameOfAnother(_ position: Int, _ side: ListElements, _ own: Int) -> Bool {
    let usual = document.hashing.map { IdentityNames.usualHashes($0) } ?? []
    func names(_ row: ListElements, _ position: Int) -> Set<UInt64> {
      let (document, node) = (row.document, row.nodes[position])
      guard document.kind(node) == .object, let hashing = document.hashing else { return [] }
      return Set(
        document.members(node).filter {
          document.kind($0.value).isString && usual.contains(document.hash($0.name))
        }
        .map { hashing.pair(document.hash($0.name), compared.hash(document, $0)) })
    }
    return names(side, own).subtracting(names(self, position)).contains(where: isHeldOnce)
  }

  /// Whether a string that this element alone has stands in no element of a side.
  private func hasLost(_ position: Int, _ side: ListElements) -> Bool {
    let node = nodes[position]
    guard document.kind(node) == .object, let hashing = document.hashing else { return false }
    return document.members(node).contains { member in
      guard document.kind(member.value).isString, compared.contain(document, member) else { return false }
      let key = hashing.pair(document.hash(member.name), compared.hash(document, member))
      return holders.of(key, atMost: 1)?.count == 1 && !side.holders.contain(key)
    }
  }

  /// Whether no other element has all of these members.
  func isSingle(_ position: Int, _ common: Set<UInt64>) -> Bool {
    if count == 1 { return true }
    // Where elements are much alike, another one comes soon. No more are looked at than finding all holders costs.
    for other in nodes.indices where other != position {
      if looks == count { break }
      looks += 1
      if common.isSubset(of: traces(other)) { return false }
    }
    guard
      let fewest = common.lazy.compactMap({ self.holders.of($0, atMost: ListElements.mostHolders) })
        .min(by: { $0.count < $1.count })
    else { return false }
    if fewest.count == 1 { return true }
    return fewest.allSatisfy { other in other == position || !common.isSubset(of: traces(other)) }
  }

  /// Whether an element has such a trace.
  func hasTrace(_ trace: UInt64) -> Bool { firstHolders.contain(trace) || holders.contain(trace) }

  /// Whether one element alone has it.
  func isHeldOnce(_ trace: UInt64) -> Bool {
    firstHolders.of(trace, atMost: 1) != nil && holders.of(trace, atMost: 1)?.count == 1
  }
}
