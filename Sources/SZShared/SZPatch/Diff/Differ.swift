public import SZJSON
public import SZModel

/// Compares two documents that were read with one ``Hashing``.
///
/// The walk goes top-down and stops wherever two hashes agree, so it costs little more than what differs. It keeps a list of
/// what is still to be compared instead of recursing.
///
/// All is compared, whatever paths say. They only say how elements without an identity are matched: by what is not ignored in them, and
/// taken apart where something in them is in. ``SelectedComparison`` takes of the change what is in.
///
/// Laws: `patch(a, diff(a, b)) = b`; `diff(a, a)` is empty; `patch(b, reverse(diff(a, b))) = a`.
public struct Differ {
  let old: Document
  let new: Document
  let options: DiffOptions
  let rules: Rules
  /// The entities of both documents, where a model says what they are.
  let pairs: EntityPairs?
  let oldHashes: SelectedHashes
  let newHashes: SelectedHashes
  let goneOwners: GoneOwners?
  /// The identities of the entities around the one that is compared. Where included relationships lead back to one of them, the walk
  /// ends.
  private var way: Set<UInt64> = []
  var tree = ChangeTree()
  private var tasks: [Task] = []
  /// How many items of the tree were looked at for ``hasReported()``.
  private var lookedAt = ItemIndex.root

  /// What is still to be done, the next last.
  enum Task {
    /// The item at this index has all its children.
    case close(ItemIndex)
    case relationship(name: Document.Node, old: Document.Node, new: Document.Node, Rules.Place?)
    case member(ToManyPlan, old: Int, new: Int)
    case deletedMember(ToManyPlan, old: Int)
    case createdMember(ToManyPlan, new: Int)
    case moves(ToManyPlan, tree: ItemIndex)
    /// A to-many of which a model says what its members are.
    case members(MemberPair, Schema.SetID, Rules.Place?)
    /// A to-many of references, or a set.
    case references(MemberPair, Rules.Place?)
    /// A to-one that holds an entity in one version or in both.
    case toOne(MemberPair, Rules.Place?)
    /// What a created or deleted entity owns.
    case owned(name: Value, [Document.Node], isCreated: Bool, isToMany: Bool, Rules.Place?)
    case come(PlacedEntity)
    case go(PlacedEntity)
    /// An entity with this identity is no longer on the way.
    case leave(UInt64)
    case hunk(ListPlan, Int)
  }

  /// The change from `old` to `new`; with `pairs`, that under a model of their entities.
  public static func change(
    from old: Document, to new: Document, _ options: DiffOptions, _ pairs: EntityPairs? = nil
  ) -> ChangeTree {
    var differ = Differ(old: old, new: new, options: options, pairs: pairs)
    differ.run()
    return differ.tree
  }

  /// The change by which a document comes or goes. Of nothing and nothing there is none.
  public static func wholeChange(from old: Document?, to new: Document?) -> ChangeTree {
    var tree = ChangeTree()
    if (old == nil) == (new == nil) { return tree }
    tree.add(.value(old: old.map { Value($0, $0.root) }, new: new.map { Value($0, $0.root) }))
    return tree
  }

  private init(old: Document, new: Document, options: DiffOptions, pairs: EntityPairs?) {
    self.old = old
    self.new = new
    self.options = options
    self.pairs = pairs
    goneOwners = pairs.map { GoneOwners($0) }
    rules = Rules(options.selection, pairs?.schema)
    oldHashes = SelectedHashes(old, rules)
    newHashes = SelectedHashes(new, rules)
  }

  private mutating func run() {
    let place = rules.root(pairs?.oldRoot)
    if isUnchanged(old.root, new.root) { return }
    if isRelation(old.root, new.root, place) {
      if let pairs, case .entities(let set)? = place?.declared {
        members(MemberPair(pairs), set, place)
      } else {
        relation(old.root, new.root, place)
      }
    } else if !isEqual(old.root, new.root) {
      tree.add(.value(old: Value(old, old.root), new: Value(new, new.root)))
    }
    while let task = tasks.popLast() {
      run(task)
      if options.stopsAtFirst, hasReported() { return }
    }
  }

  /// Whether something is in the tree that no later task can take back. Looks at what is new since it was asked last: a task
  /// that takes items back adds none.
  private mutating func hasReported() -> Bool {
    var index = min(lookedAt, tree.endIndex)
    lookedAt = tree.endIndex
    while index < lookedAt {
      switch tree[index] {
      case .value, .attribute, .set: return true
      case .entity(let entity):
        if entity.state == .created || entity.state == .deleted { return true }
      case .from, .to, .instead: return true
      case .hunk(let hunk), .move(let hunk):
        if !hunk.old.isEmpty || !hunk.new.isEmpty { return true }
      case .identity, .entityName, .context, .relationship, .replacement, .toMany, .list, .edit: break
      }
      index = index.next
    }
    return false
  }

  private mutating func run(_ task: Task) {
    switch task {
    case .close(let index):
      tree.close(index)
      if isIdle(index) {
        tree.withdraw(from: index)
        tree.inferredToManys.remove(index)
      }
    case .relationship(let name, let oldNode, let newNode, let place):
      push(.close(tree.open(.relationship(name: Value(old, name)))))
      relation(oldNode, newNode, place)
    case .member(let plan, let oldIndex, let newIndex):
      entity(
        plan.old[oldIndex], plan.new[newIndex], key: plan.key, place(plan, old: oldIndex, new: newIndex))
    case .deletedMember(let plan, let index): deleted(plan, index)
    case .createdMember(let plan, let index): created(plan, index)
    case .moves(let plan, let toMany): moves(plan, toMany)
    case .hunk(let plan, let number): hunk(plan, number)
    case .members(let pair, let set, let place):
      push(.close(tree.open(.relationship(name: pair.name))))
      members(pair, set, place)
    case .references(let pair, let place):
      push(.close(tree.open(.relationship(name: pair.name))))
      references(pair, place)
    case .toOne(let pair, let place):
      push(.close(tree.open(.relationship(name: pair.name))))
      toOne(pair, place)
    case .owned(let name, let nodes, let isCreated, let isToMany, let place):
      owned(name: name, nodes, isCreated: isCreated, isToMany: isToMany, place)
    case .come(let entity): come(entity)
    case .go(let entity): go(entity)
    case .leave(let identity): leave(identity)
    }
  }

  mutating func push(_ task: Task) { tasks.append(task) }

  /// Whether an entity is looked into: not where it is on the way to itself.
  mutating func enters(_ node: Document.Node, _ place: Rules.Place?) -> Bool {
    guard let schema = rules.schema, schema.hasIncludes, let hashing = new.hashing,
      case .entity(let destination, _)? = place?.declared,
      let identity = schema.identity(new, node, of: schema[destination], hashing)
    else { return true }
    if !way.insert(identity).inserted { return false }
    push(.leave(identity))
    return true
  }

  private mutating func leave(_ identity: UInt64) { way.remove(identity) }

  /// Whether a closed item says nothing.
  private func isIdle(_ index: ItemIndex) -> Bool {
    guard case .entity(let entity) = tree[index] else { return tree.end(of: index) == index.next }
    return entity.state == .untouched
      && !tree.children(of: index).contains {
        switch tree[$0] {
        case .relationship, .from, .to, .instead: true
        default: false
        }
      }
  }

  /// Whether a value in both places is compared part by part.
  func isRelation(_ oldNode: Document.Node, _ newNode: Document.Node, _ place: Rules.Place?) -> Bool {
    let kind = old.kind(oldNode)
    guard kind.isContainer, kind == new.kind(newNode) else { return false }
    switch place?.declared {
    case .attribute?: return rules.isLookedInto(place) || kind == .array && rules.isSet(place)
    case .reference?, .leftOut?: return false
    case .entity?: if kind == .array { return false }
    case .entities?, .references?: if kind == .object { return false }
    case .tables?, nil: break
    }
    guard kind == .object, let key = rules.key(place) else { return true }
    // A to-one whose identity changed is another entity: it is replaced.
    if isEntity(place), !rules.hasOwnKey(place) { return isSameEntity(oldNode, newNode, place) }
    return key.isSame(old, oldNode, new, newNode, exactNumbers: options.exactNumbers)
  }

  /// Whether two values are equal, as far as that need not be found out by hashes that come late: containers of one kind, of which
  /// that is not known, are compared part by part, which comes to nothing.
  func isUnchanged(_ oldNode: Document.Node, _ newNode: Document.Node) -> Bool {
    old.isKnownEqual(oldNode, new, newNode)
  }

  /// Whether two values are equal that are not known to be. Scalars are not.
  func isEqual(_ oldNode: Document.Node, _ newNode: Document.Node) -> Bool {
    old.kind(oldNode).isContainer && old.hash(oldNode) == new.hash(newNode)
  }

  /// Compares two containers of one kind that are not known to be equal.
  mutating func relation(_ oldNode: Document.Node, _ newNode: Document.Node, _ place: Rules.Place?) {
    if old.kind(oldNode) == .object {
      entity(oldNode, newNode, key: rules.key(place), place)
      return
    }
    func elements(_ document: Document, _ array: Document.Node) -> [Document.Node] {
      document.tape.siblings(from: document.firstChild(array), to: document.end(array))
    }
    if rules.isSet(place) { return set(elements(old, oldNode), elements(new, newNode), place) }
    let hasOrder = !options.unordered && !rules.isUnordered(place)
    let identity = ElementIdentity(
      [Value(old, oldNode), Value(new, newNode)], placed: rules.key(place),
      rules.names(options.names, at: place), hasOldest: true)
    if let identity {
      toMany(ToManyPlan(identity, place: place, hasOrder: hasOrder))
    } else if hasOrder {
      // The elements' hashes are asked for, which costs less of all together.
      _ = (old.hash(oldNode), new.hash(newNode))
      list(elements(old, oldNode), elements(new, newNode), place)
    } else {
      set(elements(old, oldNode), elements(new, newNode), place)
    }
  }
}
