extension ChangeSelection {
  /// Leaves hunks of a list out whose elements are out, and divides those that have some of both.
  mutating func list(_ item: ItemIndex, _ node: Document.Node?, _ place: Selection.Place) {
    let elements = node.map { target.kind($0) == .array ? Array(target.elements($0)) : [] } ?? []
    if let node, !elements.isEmpty, tree.hasEdits(item) { edits[item] = node }
    let positions = positions(of: item, elements)
    var (growth, shift) = (0, 0)
    for child in tree.children(of: item) {
      if case .hunk(let hunk) = tree[child] { growth += tree.count(hunk.new) - tree.count(hunk.old) }
    }
    for child in tree.children(of: item) {
      switch tree[child] {
      case .hunk(let hunk):
        func areIn(_ values: [Value], from first: Int, of count: Int) -> [Bool] {
          values.enumerated().map { offset, value in
            selection.isIn(
              selection.element(place, at: [(first &+ offset, count)]) { ChangedValue.answers($0, [value]) })
          }
        }
        let (olds, news) = (tree.values(hunk.old), tree.values(hunk.new))
        let oldIn = areIn(olds, from: hunk.at, of: elements.count)
        let newIn = areIn(news, from: hunk.at &+ shift, of: elements.count + growth)
        shift += news.count - olds.count
        if !oldIn.contains(false), !newIn.contains(false) { continue }
        let parts =
          oldIn.contains(false)
          ? divide(hunk.at, Array(zip(olds, oldIn)), Array(zip(news, newIn)))
          : reduce(hunk, to: zip(news, newIn).filter(\.1).map(\.0))
        if parts.isEmpty { leaveOut(child) } else { divided[child] = parts }
      case .edit(let at):
        let position = positions[child] ?? at
        let element = elements.indices.contains(position) ? elements[position] : nil
        if positions[child] != nil { edited[child] = element }
        let change = tree.relation(of: child)
        let changed = ChangedValue(tree: tree, target: target, node: element, change: change)
        look(
          at: change, element,
          selection.element(
            place, at: [(position, elements.count), (position &+ shift, elements.count + growth)],
            answers: changed.answers))
      default: continue
      }
    }
  }

  /// Where the elements stand that a list change edits.
  private func positions(of list: ItemIndex, _ elements: [Document.Node]) -> [ItemIndex: Int] {
    guard tree.hasEdits(list) else { return [:] }
    let hashing = ElementHash(hashing)
    let placement = ListPlacement(tree, list, hashing: hashing, isForced: false)
    let round = placement.settled(ElementSequence(target, elements, hashing: hashing)).round
    var positions: [ItemIndex: Int] = [:]
    for (hunk, decision) in zip(placement.hunks, round.decisions) {
      if case .edits(let position, _) = decision { positions[hunk.item] = position }
    }
    return positions
  }

  /// What is left of a hunk only some of whose new elements come: where it stood.
  private mutating func reduce(_ hunk: ChangeTree.Hunk, to news: [Value]) -> [ChangeTree.Item] {
    if hunk.old.isEmpty, news.isEmpty { return [] }
    var rest = hunk
    rest.new = result.add(news)
    // Without context a replacement says nothing of its neighbours; a deletion would. And a hunk that stands before elements like its
    // own is not at its last place, where alone its neighbours say whether it is applied.
    let hasContext = !hunk.before.stretch.isEmpty || !hunk.after.stretch.isEmpty
    let middle = hunk.old.isEmpty ? news : news.isEmpty ? tree.values(hunk.old) : []
    if let first = middle.first,
      tree.values(hunk.after.stretch).first?.isEqual(first) ?? (!hasContext && !hunk.old.isEmpty)
    {
      (rest.before, rest.after) = (.unsaid, .unsaid)
    }
    return [.hunk(rest)]
  }

  /// The hunks that are left of one some of whose old elements are out: these stay, and new ones that are out do not come. Of their
  /// neighbours nothing is said.
  private mutating func divide(
    _ at: Int, _ olds: [(value: Value, isIn: Bool)], _ news: [(value: Value, isIn: Bool)]
  ) -> [ChangeTree.Item] {
    var parts: [ChangeTree.Item] = []
    var (first, gone, come): (Int, [Value], [Value]) = (at, [], [])
    func close(_ parts: inout [ChangeTree.Item], _ result: inout ChangeTree) {
      while let old = gone.first, let new = come.first, old.isEqual(new) {
        gone.removeFirst()
        come.removeFirst()
        first &+= 1
      }
      if gone.isEmpty, come.isEmpty { return }
      parts.append(
        .hunk(
          ChangeTree.Hunk(
            at: first, before: .unsaid, old: result.add(gone), new: result.add(come), after: .unsaid)))
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
      if offset < news.count, news[offset].isIn { come.append(news[offset].value) }
    }
    close(&parts, &result)
    return parts
  }
}
