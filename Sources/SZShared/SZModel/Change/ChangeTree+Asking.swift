public import SZJSON

// MARK: What is said of an entity

extension ChangeTree {
  /// The identifying members of an entity change.
  public func identity(of entity: ItemIndex) -> [(name: [UInt8], value: Value)] {
    var parts: [(name: [UInt8], value: Value)] = []
    for child in children(of: entity) {
      switch kind(of: child) {
      case .identity:
        let (name, value) = (table[records[child.number].words.0], table[records[child.number].words.1])
        parts.append((name.document.characters(name.node), value))
      case .entityName, .from, .to, .instead: continue
      default: return parts
      }
    }
    return parts
  }

  /// The value of one of them; nil when the entity change has none under this name.
  public func identity(of entity: ItemIndex, named name: MemberName) -> Value? {
    for child in children(of: entity) {
      switch kind(of: child) {
      case .identity:
        let words = records[child.number].words
        let label = table[words.0]
        if name.matches(label.document, label.node) { return table[words.1] }
      case .entityName, .from, .to, .instead: continue
      default: return nil
      }
    }
    return nil
  }

  /// Whether an entity change says nothing but who it is about.
  public func isBare(_ index: ItemIndex) -> Bool {
    state(of: index) == .untouched
      && !children(of: index).contains {
        switch kind(of: $0) {
        case .attribute, .context, .relationship, .from, .to, .instead: true
        default: false
        }
      }
  }

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

// MARK: What is said of an item, or of all

extension ChangeTree {
  /// Whether an item says that something comes or goes, or is replaced.
  public func isWhole(_ item: ItemIndex) -> Bool {
    switch self[item] {
    case .value, .replacement: return true
    case .entity(let entity):
      if entity.state == .created || entity.state == .deleted { return true }
      let heading = heading(of: item)
      return heading.from != nil || heading.to != nil || heading.instead != nil
    default: return false
    }
  }

  /// Whether the whole document comes or goes.
  public var isOfWhole: Bool {
    if !isEmpty, case .value(let old, let new) = self[.root] { return old == nil || new == nil }
    return false
  }

  /// Whether elements of a list are edited at an item or below it.
  public func hasEdits(_ index: ItemIndex) -> Bool {
    records[index.number..<end(of: index).number].contains { $0.kind == .edit }
  }

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
}
