/// Two arrays without identities, and the hunks between them.
final class ListPlan {
  let old: [Document.Node]
  let new: [Document.Node]
  let hunks: [SequenceHunk]
  /// The indexes by which paths name the hunks, where these do not follow from the hunks before; else none.
  let shownIndexes: [Int?]
  /// The places of the old elements that are edited; empty where paths have no say.
  let places: [Rules.Place?]
  /// The place of the arrays.
  let place: Rules.Place?

  init(
    old: [Document.Node], new: [Document.Node], hunks: [SequenceHunk], shownIndexes: [Int?] = [],
    places: [Rules.Place?] = [], place: Rules.Place? = nil
  ) {
    self.shownIndexes = shownIndexes
    self.place = place
    self.old = old
    self.new = new
    self.hunks = hunks
    self.places = places
  }

  /// The hunks between two arrays: what is gone, what is new, and elements that resemble each other as edited in place.
  static func hunks(
    _ old: Document, _ oldElements: [Document.Node], _ oldHashes: [UInt64],
    _ new: Document, _ newElements: [Document.Node], _ newHashes: [UInt64],
    mayBeTaken: (_ hunk: SequenceHunk, _ edit: SequenceHunk) -> Bool = { _, _ in false }
  ) -> [SequenceHunk] {
    HunkSliding.slid(
      rawHunks(old, oldElements, oldHashes, new, newElements, newHashes), oldHashes, newHashes,
      mayBeTaken: mayBeTaken)
  }

  /// The same before any hunk is moved to its last place.
  static func rawHunks(
    _ old: Document, _ oldElements: [Document.Node], _ oldHashes: [UInt64],
    _ new: Document, _ newElements: [Document.Node], _ newHashes: [UInt64]
  ) -> [SequenceHunk] {
    var hunks: [SequenceHunk] = []
    for gap in SequenceAlignment.gaps(oldHashes, newHashes) {
      var (oldStart, newStart) = (gap.old.lowerBound, gap.new.lowerBound)
      for pair in Resemblance.pairs(old, oldElements[gap.old], new, newElements[gap.new]) {
        if oldStart < pair.old || newStart < pair.new {
          hunks.append(SequenceHunk(old: oldStart..<pair.old, new: newStart..<pair.new))
        }
        hunks.append(SequenceHunk(old: pair.old..<pair.old + 1, new: pair.new..<pair.new + 1, isEdit: true))
        (oldStart, newStart) = (pair.old + 1, pair.new + 1)
      }
      if oldStart < gap.old.upperBound || newStart < gap.new.upperBound {
        hunks.append(SequenceHunk(old: oldStart..<gap.old.upperBound, new: newStart..<gap.new.upperBound))
      }
    }
    return hunks
  }
}

extension Differ {
  /// Compares two arrays by position.
  mutating func list(
    _ oldElements: [Document.Node], _ newElements: [Document.Node], _ place: Rules.Place?
  ) {
    let plan = plan(oldElements, newElements, place)
    let index = tree.open(.list)
    push(.close(index))
    for number in plan.hunks.indices.reversed() { push(.hunk(plan, number)) }
  }

  private func plan(
    _ oldElements: [Document.Node], _ newElements: [Document.Node], _ place: Rules.Place?
  ) -> ListPlan {
    if place == nil {
      let oldPart = oldElements.map { old.hash($0) }
      let newPart = newElements.map { new.hash($0) }
      let hunks = ListPlan.hunks(old, oldElements, oldPart, new, newElements, newPart) { hunk, edit in
        let first =
          hunk.old.isEmpty
          ? Value(new, newElements[hunk.new.lowerBound]) : Value(old, oldElements[hunk.old.lowerBound])
        return mayTake(first, oldElements[edit.old.lowerBound], newElements[edit.new.lowerBound], nil)
      }
      return ListPlan(old: oldElements, new: newElements, hunks: hunks)
    }
    var selected = SelectedList(
      old, oldElements, oldHashes, new, newElements, newHashes, place, rules)
    func mayBeTaken(_ first: Value, _ edit: SequenceHunk, _ common: Rules.Place?) -> Bool {
      // As one hunk they would take along what is ignored in them.
      rules.mayIgnore(below: common)
        ? false
        : mayTake(
          first, oldElements[edit.old.lowerBound], newElements[edit.new.lowerBound], common)
    }
    selected.compare(mayBeTaken: mayBeTaken)
    if hasPaths {
      let patched = PatchedHunks(selected.hunks, selected.result, old, oldElements, new, newElements)
      return ListPlan(
        old: oldElements, new: patched.result, hunks: patched.hunks, shownIndexes: patched.shownIndexes,
        places: selected.places, place: place)
    }
    // Where everything is in, what stays has its counterpart at the same index of NEW.
    let result =
      selected.result.count == newElements.count
      ? zip(selected.result, newElements).map { $0 == .nowhere ? $1 : $0 } : selected.result
    return ListPlan(
      old: oldElements, new: result,
      hunks: withSameNeighbours(
        selected.hunks.map { replaced($0, oldElements, result, selected.places) }, oldElements, result),
      places: selected.places, place: place)
  }

  /// The hunk of an edited element as one that replaces it, where it became another entity.
  private func replaced(
    _ hunk: SequenceHunk, _ oldElements: [Document.Node], _ newElements: [Document.Node],
    _ places: [Rules.Place?]
  ) -> SequenceHunk {
    var hunk = hunk
    if hunk.isEdit {
      let (before, after) = (oldElements[hunk.old.lowerBound], newElements[hunk.new.lowerBound])
      hunk.isEdit = isRelation(before, after, places.isEmpty ? nil : places[hunk.old.lowerBound])
    }
    return hunk
  }

  /// Whether paths leave something out.
  private var hasPaths: Bool { !options.only.isEmpty || !options.ignored.isEmpty }

  /// The same hunks, each pure one with a neighbour behind it that is the same on both sides. One that is equal only as it is
  /// compared, with sets or places left out, becomes part of the hunk: a patch could not tell it on the other side.
  private func withSameNeighbours(
    _ hunks: [SequenceHunk], _ oldElements: [Document.Node], _ newElements: [Document.Node]
  ) -> [SequenceHunk] {
    // From the last to the first, and kept in reverse.
    var result: [SequenceHunk] = []
    for hunk in hunks.reversed() {
      var hunk = hunk
      if hunk.isPure, !hunk.isEdit, hunk.old.upperBound < result.last?.old.lowerBound ?? oldElements.count,
        old.hash(oldElements[hunk.old.upperBound]) != new.hash(newElements[hunk.new.upperBound])
      {
        hunk.old = hunk.old.lowerBound..<hunk.old.upperBound + 1
        hunk.new = hunk.new.lowerBound..<hunk.new.upperBound + 1
      }
      if let next = result.last, !hunk.isEdit, !next.isEdit, next.old.lowerBound == hunk.old.upperBound {
        result.removeLast()
        hunk = SequenceHunk(
          old: hunk.old.lowerBound..<next.old.upperBound, new: hunk.new.lowerBound..<next.new.upperBound)
      }
      result.append(hunk)
    }
    return result.reversed()
  }

  /// Whether `value` could be taken for an element that changed from `before` to `after`, as ``EditedElements`` tells one; when
  /// in doubt, it could.
  private func mayTake(
    _ value: Value, _ before: Document.Node, _ after: Document.Node, _ place: Rules.Place?
  ) -> Bool {
    if value.kind != old.kind(before) { return false }
    if value.kind == .array { return true }
    func has(_ name: Document.Node, _ document: Document) -> Value? {
      value.document.member(value.node, named: document.characters(name)).map {
        Value(value.document, $0.value)
      }
    }
    let meanings = new.hashing.map { PlacedHash(rules, $0) }
    func isLike(_ found: Value?, _ document: Document, _ node: Document.Node, _ place: Rules.Place?) -> Bool {
      guard let found else { return false }
      guard let meanings, place?.declared != nil else {
        return found.document.hash(found.node) == document.hash(node)
      }
      return meanings.of(found.document, found.node, place) == meanings.of(document, node, place)
    }
    /// Whether a member is a relationship of a model, which may hold whatever such a one does.
    func isRelationship(_ place: Rules.Place?) -> Bool {
      switch place?.declared {
      case .entities?, .references?, .entity?: true
      default: false
      }
    }
    var pairing = MemberPairing(old, before, new, after)
    while let (member, match) = pairing.next() {
      if let match, old.hash(member.value) == new.hash(match.value) { continue }
      let child = rules.member(
        place, old.characters(member.name), Value(old, member.value), match.map { Value(new, $0.value) })
      if rules.isLeftOut(child) || isRelationship(child) { continue }
      if let match, isLike(Value(new, match.value), old, member.value, child) { continue }
      let found = has(member.name, old)
      if let match, isRelation(member.value, match.value, child) {
        if child == nil, found?.kind != old.kind(member.value) { return false }
      } else if !isLike(found, old, member.value, child) {
        guard match.map({ isLike(found, new, $0.value, child) }) ?? (found == nil) else { return false }
      }
    }
    pairing = MemberPairing(new, after, old, before)
    while let (member, match) = pairing.next() {
      if match != nil { continue }
      let child = rules.member(place, new.characters(member.name), Value(new, member.value))
      if rules.isLeftOut(child) || isRelationship(child) { continue }
      if let found = has(member.name, new), !isLike(found, new, member.value, child) { return false }
    }
    return true
  }

  mutating func hunk(_ plan: ListPlan, _ number: Int) {
    let hunk = plan.hunks[number]
    if hunk.isEdit {
      let (before, after) = (plan.old[hunk.old.lowerBound], plan.new[hunk.new.lowerBound])
      let place = plan.places.isEmpty ? nil : plan.places[hunk.old.lowerBound]
      // An element that became another entity is replaced.
      if isRelation(before, after, place) {
        push(.close(tree.open(.edit(at: hunk.old.lowerBound))))
        relation(before, after, place)
        return
      }
      guard rules.isIn(place) else { return }
    }
    let (before, after) = context(plan, number)
    var item = ChangeTree.Hunk(at: hunk.old.lowerBound)
    if !plan.shownIndexes.isEmpty { item.shownIndex = plan.shownIndexes[number] }
    item.before = self.context(plan, before)
    item.old = elements(old, plan.old[hunk.old], plan)
    item.new = elements(new, plan.new[hunk.new], plan)
    item.after = self.context(plan, after)
    tree.add(.hunk(item))
  }

  private mutating func context(_ plan: ListPlan, _ range: Range<Int>?) -> ChangeTree.Context {
    guard let range else { return .unsaid }
    return range.isEmpty ? .end : .values(elements(old, plan.old[range], plan))
  }

  /// Adds elements of a list, without what a model leaves out of them.
  private mutating func elements(
    _ document: Document, _ nodes: ArraySlice<Document.Node>, _ plan: ListPlan
  ) -> ChangeTree.Stretch {
    guard case .entities? = plan.place?.declared, rules.schema?.hasLeftOut ?? false else {
      return tree.add(document, nodes)
    }
    return tree.add(
      nodes.map { node in
        let value = Value(document, node)
        return DeclaredText.value(value, rules.element(plan.place, 0, of: nodes.count, value), rules)
      })
  }

  /// The neighbours that are written with a hunk; nil says that nothing is said of them.
  ///
  /// Context is what both sides have: it ends where the next hunk begins.
  private func context(_ plan: ListPlan, _ number: Int) -> (before: Range<Int>?, after: Range<Int>?) {
    let hunk = plan.hunks[number]
    if options.context == 0, hunk.isPure { return (nil, nil) }
    let width = options.context ?? (hunk.isPure ? 1 : 0)
    let lowest = number > 0 ? plan.hunks[number - 1].old.upperBound : 0
    let highest = number + 1 < plan.hunks.count ? plan.hunks[number + 1].old.lowerBound : plan.old.count
    let first = hunk.old.lowerBound - min(width, hunk.old.lowerBound - lowest)
    let end = hunk.old.upperBound + min(width, highest - hunk.old.upperBound)
    let all = (first..<hunk.old.lowerBound, hunk.old.upperBound..<end)
    if hasPaths {
      // What paths leave of an edit beside the hunk is not known yet, and what they leave out must not come with the hunk.
      let isBehind = number > 0 && lowest == hunk.old.lowerBound && plan.hunks[number - 1].isEdit
      let isBefore =
        number + 1 < plan.hunks.count && highest == hunk.old.upperBound && plan.hunks[number + 1].isEdit
      if isBehind || isBefore, hunk.isPure { return (nil, nil) }
      return (isBehind ? nil : all.0, isBefore ? nil : all.1)
    }
    if options.sets.isEmpty && pairs == nil || plan.places.isEmpty { return all }
    // What is equal as it is compared need not be equal to a patch: NEW would not take the change turned round.
    let toNew = hunk.new.lowerBound - hunk.old.lowerBound
    let toNewBehind = hunk.new.upperBound - hunk.old.upperBound
    let same = { (position: Int, shift: Int) in
      self.old.hash(plan.old[position]) == self.new.hash(plan.new[position + shift])
    }
    let before = all.0.lastIndex { !same($0, toNew) }.map { $0 + 1..<hunk.old.lowerBound } ?? all.0
    let after = all.1.firstIndex { !same($0, toNewBehind) }.map { hunk.old.upperBound..<$0 } ?? all.1
    return (before.isEmpty && !all.0.isEmpty ? nil : before, after.isEmpty && !all.1.isEmpty ? nil : after)
  }
}
