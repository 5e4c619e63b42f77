extension Patcher {
  /// Applies a list change to an array: every hunk at its place, or where its content stands.
  mutating func list(_ index: Int, _ node: Document.Node, _ path: Int) {
    guard target.kind(node) == .array else {
      reject(index, .update, path, nil, at: node, expected: .words("an array"), found: words(node))
      return
    }
    let elements = Array(target.elements(node))
    var placement = HunkPlacement(target, elements, hashing: Hashing(exactNumbers: exactNumbers))
    var updates: [Task] = []
    var slots: [ContainerRewrite.Slot] = []
    var copied = 0
    let mark = edits.mark
    var isRewritten = false

    func copy(to position: Int) {
      while copied < position {
        slots.append(.kept(copied))
        copied += 1
      }
    }

    for child in tree.children(index) {
      let at = tree.items[child].number
      if isEdit(child) {
        guard let position = editedElement(child + 1, at, elements, &placement) else {
          reject(
            child, .hunk, path, .index(at), at: node, expected: .words("the element that changed"),
            found: elements.indices.contains(at) ? .value(Value(target, elements[at])) : .nothing)
          continue
        }
        updates.append(
          .relation(child + 1, elements[position], path: paths.add(.index(position), below: path)))
        continue
      }
      let pattern = HunkPlacement.Pattern(
        at: at, before: tree.values(child, .before), old: tree.values(child, .old),
        new: tree.values(child, .new),
        after: tree.values(child, .after))
      let expected = placement.expected(at)
      let result = placement.place(pattern)
      var position: Int
      switch result.outcome {
      case .alreadyApplied:
        alreadyAppliedCount += 1
        continue
      case .fits(let found):
        position = found
        copy(to: position)
        copied = position + pattern.old.count
        if result.moved, found != expected {
          let pointer = paths.pointer(path)
          notes.append("\(pointer.isEmpty ? "document" : pointer): hunk for \(at) found at \(found)")
        }
      case .missing:
        guard policy == .force else {
          reject(
            child, .hunk, path, .index(at), at: expected < elements.count ? elements[expected] : node,
            expected: side(pattern.old.isEmpty ? pattern.before + pattern.after : pattern.old),
            found: expected < elements.count ? .value(Value(target, elements[expected])) : .nothing)
          continue
        }
        if pattern.new.isEmpty { continue }
        position = max(expected, copied)
        copy(to: position)
        placement.pass(position)
      }
      appliedCount += 1
      isRewritten = true
      for value in pattern.new {
        var text: [UInt8] = []
        surroundings.append(value, asChildOf: node, to: &text)
        slots.append(.new([.bytes(text)]))
      }
    }
    if isRewritten {
      copy(to: elements.count)
      push(
        .finish(
          ContainerPatch(node: node, children: elements.map { target.range($0) }, slots: slots, mark: mark)))
    }
    for update in updates.reversed() { push(update) }
  }

  /// Whether a hunk edits an element in place.
  private func isEdit(_ hunk: Int) -> Bool {
    hunk + 1 < tree.items[hunk].end && [.entity, .list, .toMany].contains(tree.items[hunk + 1].role)
  }

  private func side(_ values: [Value]) -> Misfit.Side {
    if values.count == 1 { return .value(values[0]) }
    return values.isEmpty ? .words("another length") : .words("\(values.count) elements as in the hunk")
  }

  /// The element that a change in place is for: the one at its index, or the nearest that has what the change expects.
  private func editedElement(
    _ change: Int, _ at: Int, _ elements: [Document.Node], _ placement: inout HunkPlacement
  ) -> Int? {
    let expected = placement.expected(at)
    // However many hunks miss their element, the search stays linear.
    for distance in 0...min(elements.count, 500) {
      for position in distance == 0 ? [expected] : [expected + distance, expected - distance]
      where elements.indices.contains(position) && position >= placement.free {
        if mayChange(change, elements[position]) {
          placement.take(position, for: at)
          return position
        }
      }
    }
    guard policy == .force, elements.indices.contains(expected) else { return nil }
    placement.take(expected, for: at)
    return expected
  }

  /// Whether an element has, or already has got, what the change says at its own level.
  private func mayChange(_ change: Int, _ node: Document.Node) -> Bool {
    guard tree.items[change].role == .entity else { return target.kind(node) == .array }
    guard target.kind(node) == .object else { return false }
    var members = EntityMembers(target, node)
    for child in tree.children(change) {
      let part = tree.items[child]
      guard part.role == .attribute || part.role == .relationship, let name = part.name else { continue }
      let found = members.find(name.document.characters(name.node)).map { Value(target, members.values[$0]) }
      if part.role == .relationship {
        if found == nil { return false }
        continue
      }
      let fitsOld = part.old.map { old in found.map { equal($0, old) } ?? false } ?? (found == nil)
      let fitsNew = part.new.map { new in found.map { equal($0, new) } ?? false } ?? (found == nil)
      if !fitsOld, !fitsNew || part.isFull { return false }
    }
    return true
  }
}
