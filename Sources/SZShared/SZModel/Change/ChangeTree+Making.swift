extension ChangeTree {
  /// Whether all that the change of an array says is that elements come: then there may have been no array before.
  public func onlyMakes(_ relation: ItemIndex) -> Bool {
    switch self[relation] {
    case .toMany: children(of: relation).allSatisfy { state(of: $0) == .created }
    case .list:
      children(of: relation).allSatisfy {
        guard case .hunk(let hunk) = self[$0], hunk.old.isEmpty, case .end = hunk.before,
          case .end = hunk.after
        else { return false }
        return true
      }
    case .set(let old, _): old.isEmpty
    default: false
    }
  }

  /// The first item that only a model can make sense of: a move, or what stands in the place of a to-one.
  public var needsModel: ItemIndex? {
    indices.first {
      switch kind(of: $0) {
      case .from, .to, .instead: true
      default: false
      }
    }
  }
}
