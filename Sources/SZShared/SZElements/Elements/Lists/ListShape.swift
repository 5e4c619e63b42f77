internal import SZJSON

/// Whether the result of a merged list has as many elements, and those at the places, that what both sides did comes to.
///
/// Numbers, booleans and null of which all three have as many stay as many: of the hours `["Mon", 9, 12]` one side makes `["Mon", 8, 9]`
/// and the other one `["Mon", 8, 12]`, and `["Mon", 8]` is none. Where all are as long, no side moved anything else, and one
/// did more than move these, the result is that of each place: of `[1, 0, 2]`, `[2, 0, 0]` and `[1, 0, 3]` comes no `[3, 0, 0]`.
///
/// Where all three have as many elements, and each side put another object or array where both took one out, the result has as many. What
/// one side took out and put on both sides of an element is not what the other one made of that, be it an object or array, or the list have
/// a value more than once. Where one side put all elements into one, however deep, the other one put none beside it. Rows of a table stay so
/// (``ListTable``).
struct ListShape {
  let merge: ListMerge
  let rows: Three<ListElements>

  init(_ merge: ListMerge) { (self.merge, rows) = (merge, merge.rows) }

  /// Whether it has not. Linear in the elements.
  var isContradictory: Bool {
    hasLostLiterals || hasLostPlaces || hasLostSharedPlace || hasGrown || isPutBesideAll || mayBeEditedInPlace
      || ListTable(rows)?.isTorn(by: merge) ?? false
  }

  /// Whether all versions have as many elements.
  private var areAsMany: Bool {
    rows.edited.count == rows.pristine.count && rows.current.count == rows.pristine.count
  }

  /// Whether both sides have the same elements as PRISTINE, in whatever order.
  private var haveOnlyMoved: Bool {
    let contents = Three { rows[$0].inAnyOrder(rows[$0].hashes) }
    return contents.edited == contents.pristine && contents.current == contents.pristine
  }

  /// What the sides made of each place, where all versions have as many; nil where they made something else of one.
  private var ofEachPlace: [UInt64]? {
    var result: [UInt64] = []
    for (place, before) in rows.pristine.hashes.enumerated() {
      let (own, other) = (rows.edited.hashes[place], rows.current.hashes[place])
      if own != before, other != before, own != other { return nil }
      result.append(own == before ? other : own)
    }
    return result
  }

  /// Whether there are more or fewer numbers, booleans and null in the result, although all versions have as many.
  private var hasLostLiterals: Bool {
    let counts = Three { side in
      merge.regions.reduce(0) { $0 + rows[side].literals($1[side]) }
    }
    if counts.edited != counts.pristine || counts.current != counts.pristine { return false }
    let result = merge.steps.reduce(0) { count, step in
      switch step {
      case .run(let range): count + rows.current.literals(range)
      case .take(let position), .edit(_, let position, _):
        count + rows.edited.literals(position..<position + 1)
      case .conflict(_, _, let edited, _): count + rows.edited.literals(edited)
      case .merge: count
      }
    }
    return result != rows.current.literals(0..<rows.current.count)
  }

  /// Whether all versions have as many elements, but the result has more, as each side put another object or array where both took one out:
  /// that they may have moved and edited.
  private var hasGrown: Bool {
    if !areAsMany { return false }
    /// Whether the sides changed an object or array of one version that the other two do not have.
    func isAny(_ side: Party, besides others: Party...) -> Bool {
      merge.regions.contains { region in
        region[side].contains { position in
          rows[side].isContainer(position)
            && others.allSatisfy { rows[$0].only(rows[side].hashes[position]) == nil }
        }
      }
    }
    return merge.size.settled > rows.pristine.count && isAny(.pristine, besides: .edited, .current)
      && isAny(.edited, besides: .pristine, .current) && isAny(.current, besides: .pristine, .edited)
  }

  /// Whether one side took out elements on one side of some that it kept, and put more on the other side of them, and the other side made an
  /// object or array of these that is one of those: then each may have edited that one in place.
  ///
  /// Of `[["x", "."], ["x", "o"]]` one side makes `[["x", "o"], ["o", "o"]]`, and the other one `[["x", "."], ["o", "o"]]`. Likewise of any
  /// values where one stands more than once: of `["E", "L", "E"]` the sides make `["E", "N", "E"]` and `["E", "N", "L", "G"]`.
  private var mayBeEditedInPlace: Bool {
    let isRepeated = isRepeated
    func mayBe(_ side: Party, _ hunks: [SequenceHunk], besides others: [SequenceHunk]) -> Bool {
      let (own, theirs) = (rows[side], rows[side.other])
      return others.contains { other in
        if other.old.isEmpty || other.old.count != other.new.count { return false }
        let first = Bisection.count(hunks) { $0.old.upperBound < other.old.lowerBound }
        // Hunks of one side do not touch each other: one in front and one behind touch what it kept.
        let beside = hunks[first...].prefix { $0.old.lowerBound <= other.old.upperBound }
        guard beside.count == 2, let front = beside.first, let back = beside.last,
          front.old.upperBound == other.old.lowerBound, back.old.lowerBound == other.old.upperBound
        else { return false }
        return [(front, back), (back, front)].contains { taken, grown in
          let hasTakenOut = taken.old.count > taken.new.count || isRepeated && !taken.old.isEmpty
          if !hasTakenOut || grown.old.count >= grown.new.count { return false }
          let put = grown.new.filter { isRepeated || own.isContainer($0) }
          return !HashSet(Array(theirs.hashes[other.new])).common(with: put.map { own.hashes[$0] }).isEmpty
        }
      }
    }
    return mayBe(.edited, merge.inEdited, besides: merge.inCurrent)
      || mayBe(.current, merge.inCurrent, besides: merge.inEdited)
  }

  /// Whether a value stands more than once in PRISTINE: then the list is no set, and places count. What is a conflict anyway is none as a
  /// whole.
  private var isRepeated: Bool {
    !merge.size.hasConflicts && rows.pristine.hashes.contains { rows.pristine.only($0) == -1 }
  }

  /// Whether the result is not that of each place for itself, where all versions are as long, a value stands more than once, both sides
  /// made the same of a place, no place is something else on each, and one did more than move.
  ///
  /// Of the shifts `["E", "L", "E"]` one side makes `["E", "N", "E"]`, and the other one `["E", "N", "L"]`.
  private var hasLostSharedPlace: Bool {
    if !areAsMany || !isRepeated { return false }
    let isShared = rows.pristine.hashes.indices.contains { place in
      let own = rows.edited.hashes[place]
      return own == rows.current.hashes[place] && own != rows.pristine.hashes[place]
    }
    guard isShared, let ofEachPlace else { return false }
    return ofEachPlace != merge.result(rows) && !haveOnlyMoved
  }

  /// Whether one side put all of several elements into an object or array, and the other one put something beside them: that may belong
  /// there, too. Of `[[0, 0], [4, 0]]` one side makes `[[[0, 0], [4, 0]]]`, and the other one `[[0, 0], [4, 0], [9, 9]]`.
  private var isPutBesideAll: Bool {
    let pristine = rows.pristine
    if pristine.count < 2 { return false }
    // What has it, too, has taken that over, and put its own beside it.
    func hasAllInOne(_ side: ListElements, _ hunks: [SequenceHunk], besides other: ListElements) -> Bool {
      guard hunks.count == 1, hunks[0].old.count == pristine.count else { return false }
      return hunks[0].new.contains { position in
        guard side.isContainer(position), other.only(side.hashes[position]) == nil else { return false }
        let inside = side.allInside(position)
        return pristine.hashes.allSatisfy { inside.contains($0) }
      }
    }
    func hasPut(_ hunks: [SequenceHunk]) -> Bool { hunks.contains { !$0.new.isEmpty } }
    return hasAllInOne(rows.edited, merge.inEdited, besides: rows.current) && hasPut(merge.inCurrent)
      || hasAllInOne(rows.current, merge.inCurrent, besides: rows.edited) && hasPut(merge.inEdited)
  }

  /// Whether the result is another one than that of each place for itself, where all versions are as long, and have numbers, booleans or
  /// null, no side moved anything else, and one did more than move these.
  private var hasLostPlaces: Bool {
    if !areAsMany { return false }
    let count = rows.pristine.count
    if !(0..<count).contains(where: rows.pristine.isLiteral) { return false }
    lazy var values = Three { HashSet(rows[$0].hashes) }
    // Where something else stands, a side may have replaced it, but not by what stands elsewhere.
    func hasPlace(_ place: Int, _ side: Party) -> Bool {
      let (before, now) = (rows.pristine.hashes[place], rows[side].hashes[place])
      return rows.pristine.isLiteral(place) || before == now
        || !values.pristine.contains(now) && !values[side].contains(before)
    }
    let isPoint = (0..<count).allSatisfy { place in hasPlace(place, .edited) && hasPlace(place, .current) }
    if !isPoint { return false }
    if haveOnlyMoved { return false }
    let result = merge.result(rows)
    return result.count == count && result != ofEachPlace
  }
}
