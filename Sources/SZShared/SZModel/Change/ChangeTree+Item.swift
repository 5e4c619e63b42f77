public import SZJSON

extension ChangeTree {
  /// One fact of a change, with what it needs. What stands below it is said in the grammar of ``ChangeTree``. It is made of what
  /// the tree keeps whenever one is looked at; who only wants to know what an item is asks ``ChangeTree/kind(of:)``.
  public enum Item: Sendable {
    /// The whole document: with both sides, or with `new` alone where there was none and `old` alone where there is none any more.
    case value(old: Value?, new: Value?)
    case entity(Entity)
    /// A member that identifies its entity: the name, which may be the text of an ``IdentityPath``, and its value.
    case identity(name: Value, Value)
    /// The entity's type.
    case entityName(Value)
    /// The path of what holds the entity in the old version, where it is a member of something else now.
    case from(Value)
    /// The path of what holds the entity in the new version, where it was a member of something else.
    case to(Value)
    /// What stands in the place of a to-one that comes or goes: null, or a reference.
    case instead(old: Value?, new: Value?)
    /// A member that changed: with both sides, or with `new` alone where it came and `old` alone where it went.
    case attribute(name: Value, old: Value?, new: Value?)
    /// A member that is as it was, named because the entity carries all its old attributes.
    case context(name: Value, old: Value)
    case relationship(name: Value)
    /// A to-one that holds another entity: two changes, of the one that went and the one that came.
    case replacement
    case toMany
    /// A hunk of a to-many's order: `new` are members that come to stand between `before` and `after`; `old` are members that stood
    /// at ``Hunk/at`` in the old order and do so no more. All are identities.
    case move(Hunk)
    case list
    /// The elements between ``Hunk/at`` in the old list and what stands behind them.
    case hunk(Hunk)
    /// An element of a list that is edited in place, by its index in the old list; of an object with members that did not change and
    /// that no other element has, neither before nor after. A change from elsewhere may lack them.
    case edit(at: Int, is: ElementMembers? = nil)
    /// A list in which only counts matter: of a value whose count changes, all of it that was there and all that will be.
    case set(old: Stretch, new: Stretch)
  }

  /// What happened to an entity, told by its attributes.
  public enum EntityState: UInt8, Sendable {
    /// No attributes: only its relationships changed, or it is named for its identity.
    case untouched
    case created, updated, deleted
  }

  public struct Entity: Sendable {
    public var state: EntityState
    /// All its old attributes are here, the form of `--full-old`.
    public var hasEntireOld: Bool
    public var parentWasDeleted = false
    /// In a change that was read, the object in which all attributes of a created or deleted entity stand; such an entity has no nodes.
    public var group: Value?
    /// Where a deleted entity stood in the old order; nil where it stood at the end. Of a change turned round, where the created one
    /// comes to stand.
    public var oldIndex: Int?
    /// The objects that were compared, in the old and the new document; nil for one that is not there, and where the change was read.
    public var oldNode: Document.Node?
    public var newNode: Document.Node?

    public init(
      _ state: EntityState = .untouched, hasEntireOld: Bool = false, oldIndex: Int? = nil,
      oldNode: Document.Node? = nil, newNode: Document.Node? = nil
    ) {
      self.state = state
      self.hasEntireOld = hasEntireOld
      self.oldIndex = oldIndex
      (self.oldNode, self.newNode) = (oldNode, newNode)
    }
  }

  public struct Hunk: Sendable {
    /// An index in the old list or order.
    public var at: Int
    public var before: Context
    public var old: Stretch
    public var new: Stretch
    public var after: Context
    /// The index in the new list of the first of `new`, where paths left parts of the change out, so that it does not follow from the hunks
    /// before this one.
    public var shownIndex: Int?

    public init(
      at: Int, before: Context = .end, old: Stretch = .empty, new: Stretch = .empty, after: Context = .end
    ) {
      self.at = at
      self.before = before
      self.old = old
      self.new = new
      self.after = after
    }
  }

  /// What stands beside a hunk.
  public enum Context: Sendable {
    /// Nothing is said of it.
    case unsaid
    /// The front or the end of the list.
    case end
    case values(Stretch)

    public var stretch: Stretch {
      if case .values(let stretch) = self { stretch } else { .empty }
    }
  }
}

extension ChangeTree.Item {
  /// Whether it says what changes in a value: an entity, a to-many or a list.
  public var isRelation: Bool {
    switch self {
    case .entity, .replacement, .toMany, .list, .set: true
    case .value, .identity, .entityName, .from, .to, .instead, .attribute, .context, .relationship, .move,
      .hunk, .edit:
      false
    }
  }

  public var entity: ChangeTree.Entity? {
    if case .entity(let entity) = self { entity } else { nil }
  }

  /// A member of an entity, changed or as it was.
  public var attribute: (name: Value, old: Value?, new: Value?)? {
    switch self {
    case .attribute(let name, let old, let new): (name, old, new)
    case .context(let name, let old): (name, old, nil)
    default: nil
    }
  }
}
