internal import SZJSON
internal import SZModel

extension ChangeSelection {
  /// Leaves hunks of a list out whose elements are out, and divides those that have some of both.
  mutating func list(_ item: ItemIndex, _ node: Document.Node?, _ place: Rules.Place) {
    let elements = node.map { target.kind($0) == .array ? Array(target.elements($0)) : [] } ?? []
    let positions = isOrigin ? [:] : positions(of: item, elements)
    // The elements that came so far, less those that went: of all, and of those that are in.
    var (growth, shift, shiftIn) = (0, 0, 0)
    for child in tree.children(of: item) {
      if case .hunk(let hunk) = tree[child] { growth += tree.count(hunk.new) - tree.count(hunk.old) }
    }
    for child in tree.children(of: item) {
      switch tree[child] {
      case .hunk(var hunk):
        let (olds, news) = (tree.values(hunk.old), tree.values(hunk.new))
        // What comes in the place of an element is at the paths of both.
        let areIn = (0..<max(olds.count, news.count)).map { offset in
          var indexes: [(index: Int, count: Int?)] = []
          if offset < olds.count {
            indexes.append((hunk.at &+ offset, elements.count))
            if let position = positions[child] { indexes.append((position &+ offset, elements.count)) }
          }
          if offset < news.count { indexes.append((hunk.at &+ shift &+ offset, elements.count + growth)) }
          let values = [olds, news].map { offset < $0.count ? $0[offset] : nil }
          let place = rules.element(place, at: indexes) { ChangedValue.answers($0, values) }
          let isIn = rules.isIn(place)
          if !isIn, !rules.isLeftOut(place), let old = values[0], let new = values[1], old.kind == new.kind,
            old.kind.isContainer
          {
            partlyIn += 1
          }
          return isIn
        }
        let (oldIn, newIn) = (areIn.prefix(olds.count), areIn.prefix(news.count))
        let first = hunk.at &+ shift
        if shift != shiftIn { hunk.shownIndex = first }
        shift += news.count - olds.count
        shiftIn += newIn.count { $0 } - oldIn.count { $0 }
        if !oldIn.contains(false), !newIn.contains(false) {
          if hunk.shownIndex != nil { divided[child] = [.hunk(hunk)] }
          continue
        }
        let parts =
          oldIn.contains(false)
          ? divide(hunk.at, Array(zip(olds, oldIn)), Array(zip(news, newIn)), shown: first)
          : reduce(
            hunk, to: zip(news, newIn).filter(\.1).map(\.0), shown: first + (newIn.firstIndex(of: true) ?? 0))
        if parts.isEmpty { leaveOut(child) } else { divided[child] = parts }
      case .edit(let at, _):
        let position = positions[child] ?? at
        let element = elements.indices.contains(position) ? elements[position] : nil
        if isOrigin || positions[child] != nil { edited[child] = element }
        let change = tree.relation(of: child)
        let changed = ChangedValue(tree: tree, target: target, node: element, change: change)
        look(
          at: change, element,
          rules.element(
            place, at: [(position, elements.count), (position &+ shift, elements.count + growth)],
            answers: changed.answers))
      default: continue
      }
    }
  }

  /// Where the elements stand that a list change edits, and those of its hunks that stand elsewhere than it says.
  private func positions(of list: ItemIndex, _ elements: [Document.Node]) -> [ItemIndex: Int] {
    let hashing = ElementHash(hashing)
    let placement = ListPlacement(tree, list, hashing: hashing, isForced: false)
    let round = placement.outcome(ElementSequence(target, elements, hashing: hashing)).round
    var positions: [ItemIndex: Int] = [:]
    for (number, hunk) in placement.hunks.enumerated() {
      switch round.decisions[number] {
      case .edits(let position, _), .fits(let position, moved: true): positions[hunk.item] = position
      case .missing where hunk.change == nil: positions[hunk.item] = round.expected[number]
      default: continue
      }
    }
    return positions
  }

  /// What is left of a hunk only some of whose new elements come: where it stood. Old elements that are in have what comes in their
  /// place in, too.
  private mutating func reduce(_ hunk: ChangeTree.Hunk, to news: [Value], shown: Int) -> [ChangeTree.Item] {
    if hunk.old.isEmpty, news.isEmpty { return [] }
    var rest = hunk
    if hunk.old.isEmpty { rest.shownIndex = shown }
    rest.new = result.add(news)
    // What stands before an element like its own is not at its last place, where alone its neighbours say whether it is applied.
    if hunk.old.isEmpty, let first = news.first, let next = tree.values(hunk.after.stretch).first,
      next.isEqual(first)
    {
      (rest.before, rest.after) = (.unsaid, .unsaid)
    }
    return [.hunk(rest)]
  }

  /// The hunks that are left of one some of whose old elements are out: these stay, and new ones that are out do not come. Of their
  /// neighbours nothing is said.
  private mutating func divide(
    _ at: Int, _ olds: [(value: Value, isIn: Bool)], _ news: [(value: Value, isIn: Bool)], shown: Int
  ) -> [ChangeTree.Item] {
    var parts: [ChangeTree.Item] = []
    var (first, gone, come): (Int, [Value], [Value]) = (at, [], [])
    var firstNew = shown
    func close(_ parts: inout [ChangeTree.Item], _ result: inout ChangeTree) {
      while let old = gone.first, let new = come.first, old.isEqual(new) {
        gone.removeFirst()
        come.removeFirst()
        first &+= 1
        firstNew += 1
      }
      if gone.isEmpty, come.isEmpty { return }
      // What replaces something says nothing of its neighbours when it has none.
      let side = gone.isEmpty || come.isEmpty ? ChangeTree.Context.unsaid : .end
      var part = ChangeTree.Hunk(
        at: first, before: side, old: result.add(gone), new: result.add(come), after: side)
      part.shownIndex = firstNew
      parts.append(.hunk(part))
    }
    for offset in 0..<max(olds.count, news.count) {
      if offset < olds.count {
        if olds[offset].isIn {
          gone.append(olds[offset].value)
        } else {
          close(&parts, &result)
          (first, gone, come) = (at &+ offset &+ 1, [], [])
        }
      }
      if offset < news.count, news[offset].isIn {
        if come.isEmpty { firstNew = shown + offset }
        come.append(news[offset].value)
      }
    }
    close(&parts, &result)
    return parts
  }
}
