/// Which changes a reader wants to see.
public enum ShownChanges: String, CaseIterable, Sendable {
  case created, deleted, changed, moved

  /// What a change is: elements and whole documents are created and deleted; a member that comes or goes changes its object.
  public init(_ change: ValueChange) {
    let isOfObject = change.memberName != nil && !change.isMember
    switch change.operation {
    case .move: self = .moved
    case .replace: self = .changed
    case .add: self = isOfObject ? .changed : .created
    case .remove: self = isOfObject ? .changed : .deleted
    }
  }
}
