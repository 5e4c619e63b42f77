extension ChangeTree {
  /// Turns the change round: what it made of `a`, it makes `a` again. Item by item, so that the indexes of the items stay. Linear.
  public mutating func reverse() {
    isReversed.toggle()
    for index in indices {
      switch self[index] {
      case .value(let old, let new): self[index] = .value(old: new, new: old)
      case .attribute(let name, let old, let new): self[index] = .attribute(name: name, old: new, new: old)
      case .entity(var entity):
        switch entity.state {
        case .created: entity.state = .deleted
        case .deleted: entity.state = .created
        case .updated, .untouched: continue
        }
        self[index] = .entity(entity)
      case .from(let path): self[index] = .to(path)
      case .to(let path): self[index] = .from(path)
      case .instead(let old, let new): self[index] = .instead(old: new, new: old)
      case .list: reverseHunks(of: index)
      case .set(let old, let new): self[index] = .set(old: new, new: old)
      // The other places are turned round with their list, and moves are read the other way by whoever applies them.
      case .hunk, .edit, .move, .identity, .entityName, .context, .relationship, .replacement, .toMany:
        continue
      }
    }
  }

  /// Whether, turned round, it has members put in places that only a document tells.
  public var needsTargetToTurn: Bool {
    indices.contains { index in
      switch self[index] {
      case .move: true
      case .entity(let entity): entity.state == .created && entity.oldIndex != nil
      default: false
      }
    }
  }

  private mutating func reverseHunks(of list: ItemIndex) {
    // How much longer the new list is than the old one, up to each hunk.
    var shift = 0
    for index in children(of: list) {
      switch self[index] {
      case .hunk(var hunk):
        let grown = count(hunk.new) - count(hunk.old)
        hunk.at = max(0, hunk.at + shift)
        (hunk.old, hunk.new) = (hunk.new, hunk.old)
        hunk.shownIndex = nil
        self[index] = .hunk(hunk)
        shift += grown
      case .edit(let at, let traits): self[index] = .edit(at: max(0, at + shift), is: traits)
      default: continue
      }
    }
  }
}
