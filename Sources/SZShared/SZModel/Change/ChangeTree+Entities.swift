public import SZJSON

extension ChangeTree {
  /// What an entity change says of itself beside its identity.
  public struct Heading {
    /// The name of its entity.
    public var entityName: Value?
    public var from: Value?
    public var to: Value?
    /// What stands in its place where it is a to-one that comes or goes.
    public var instead: (old: Value?, new: Value?)?
  }

  /// The head of an entity change.
  public func heading(of entity: ItemIndex) -> Heading {
    var heading = Heading()
    for child in children(of: entity) {
      switch kind(of: child) {
      case .identity: continue
      case .entityName, .from, .to, .instead: break
      default: return heading
      }
      switch self[child] {
      case .entityName(let name): heading.entityName = name
      case .from(let path): heading.from = path
      case .to(let path): heading.to = path
      case .instead(let old, let new): heading.instead = (old, new)
      default: return heading
      }
    }
    return heading
  }

  /// Whether an item says something of members of its entity, besides its identity.
  public func changesMembers(of item: ItemIndex) -> Bool {
    children(of: item).contains {
      switch kind(of: $0) {
      case .attribute, .context, .relationship: true
      default: false
      }
    }
  }

  /// Whether entities come from or go to other parents at an item or below it.
  public func movesEntities(at item: ItemIndex) -> Bool {
    var index = item
    while index < end(of: item) {
      switch kind(of: index) {
      case .from, .to: return true
      default: index = index.next
      }
    }
    return false
  }
}
