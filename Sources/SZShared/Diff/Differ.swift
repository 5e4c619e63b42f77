/// Compares two documents that were read with one ``Hashing``.
///
/// The walk goes top-down and stops wherever two hashes agree, so it costs little more than what differs. It keeps a list of
/// what is still to be compared instead of recursing.
///
/// Laws: `patch(a, diff(a, b)) = b`; `diff(a, a)` is empty; `patch(b, reverse(diff(a, b))) = a`.
package struct Differ {
  let old: Document
  let new: Document
  let options: DiffOptions
  let selection: Selection
  let oldHashes: SelectedHashes
  let newHashes: SelectedHashes
  var tree = ChangeTree()
  private var tasks: [Task] = []
  /// How many items of the tree were looked at for ``hasReported()``.
  private var lookedAt = ItemIndex.root

  /// What is still to be done, the next last.
  enum Task {
    /// The item at this index has all its children.
    case close(ItemIndex)
    case relationship(name: Document.Node, old: Document.Node, new: Document.Node, Selection.Place?)
    case member(ToManyPlan, old: Int, new: Int)
    case deletedMember(ToManyPlan, old: Int)
    case createdMember(ToManyPlan, new: Int)
    case moves(ToManyPlan, tree: ItemIndex)
    case hunk(ListPlan, Int)
  }

  /// The change from `old` to `new`.
  package static func change(from old: Document, to new: Document, _ options: DiffOptions) -> ChangeTree {
    var differ = Differ(old: old, new: new, options: options)
    differ.run()
    return differ.tree
  }

  private init(old: Document, new: Document, options: DiffOptions) {
    self.old = old
    self.new = new
    self.options = options
    selection = Selection(
      only: options.only, ignored: options.ignored, keys: options.placedKeys,
      sets: options.sets)
    oldHashes = SelectedHashes(old, selection)
    newHashes = SelectedHashes(new, selection)
  }

  private mutating func run() {
    let place = selection.root
    if old.hash(old.root) == new.hash(new.root) || selection.isLeftOut(place) { return }
    if isRelation(old.root, new.root, place) {
      relation(old.root, new.root, place)
    } else if selection.isIn(place) {
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
      case .hunk(let hunk), .move(let hunk):
        if !hunk.old.isEmpty || !hunk.new.isEmpty { return true }
      case .identity, .entityName, .context, .relationship, .toMany, .list, .edit: break
      }
      index = index.next
    }
    return false
  }

  private mutating func run(_ task: Task) {
    switch task {
    case .close(let index):
      tree.close(index)
      if isIdle(index) { tree.withdraw(from: index) }
    case .relationship(let name, let oldNode, let newNode, let place):
      push(.close(tree.open(.relationship(name: Value(old, name)))))
      relation(oldNode, newNode, place)
    case .member(let plan, let oldIndex, let newIndex):
      entity(
        plan.old.elements[oldIndex], plan.new.elements[newIndex], key: plan.key,
        place(plan, old: oldIndex, new: newIndex))
    case .deletedMember(let plan, let index): deleted(plan, index)
    case .createdMember(let plan, let index): created(plan, index)
    case .moves(let plan, let toMany): moves(plan, toMany)
    case .hunk(let plan, let number): hunk(plan, number)
    }
  }

  mutating func push(_ task: Task) { tasks.append(task) }

  /// Whether a closed item says nothing.
  private func isIdle(_ index: ItemIndex) -> Bool {
    guard case .entity(let entity) = tree[index] else { return tree.end(of: index) == index.next }
    return entity.state == .untouched
      && !tree.children(of: index).contains {
        if case .relationship = tree[$0] { true } else { false }
      }
  }

  /// Whether a value in both places is compared part by part.
  func isRelation(_ oldNode: Document.Node, _ newNode: Document.Node, _ place: Selection.Place?) -> Bool {
    let kind = old.kind(oldNode)
    guard kind.isContainer, kind == new.kind(newNode) else { return false }
    guard kind == .object, let key = selection.key(place) else { return true }
    // A to-one whose identity changed is another entity: it is replaced.
    return key.isSame(old, oldNode, new, newNode, exactNumbers: options.exactNumbers)
  }

  /// Compares two containers of one kind whose hashes differ.
  mutating func relation(_ oldNode: Document.Node, _ newNode: Document.Node, _ place: Selection.Place?) {
    if old.kind(oldNode) == .object {
      entity(oldNode, newNode, key: selection.key(place), place)
      return
    }
    if selection.isSet(place) { return set(oldNode, newNode, place) }
    let candidates =
      selection.key(place).map { [$0] } ?? options.keys.filter { !isIgnored($0, oldNode, newNode, place) }
    if let inferred = IdentityColumn.infer(old, oldNode, new, newNode, candidates: candidates) {
      toMany(inferred.key, inferred.old, inferred.new, place)
    } else if options.unordered {
      set(oldNode, newNode, place)
    } else {
      list(Array(old.elements(oldNode)), Array(new.elements(newNode)), place)
    }
  }

  /// Whether paths ignore what a key asks for in the first element of two arrays: then it identifies nothing.
  private func isIgnored(
    _ key: IdentityKey, _ oldArray: Document.Node, _ newArray: Document.Node, _ place: Selection.Place?
  ) -> Bool {
    guard place != nil else { return false }
    let (document, array) = old.isEmptyContainer(oldArray) ? (new, newArray) : (old, oldArray)
    guard !document.isEmptyContainer(array) else { return false }
    let count = document.elements(array).reduce(0) { sum, _ in sum + 1 }
    let first = Value(document, document.firstChild(array))
    let element = selection.element(place, 0, of: count, first)
    return key.parts.contains { part in
      var (place, node): (Selection.Place?, Document.Node) = (element, first.node)
      for step in part.path.steps {
        guard document.kind(node) == .object,
          let member = document.member(node, named: step.characters)
        else { return false }
        node = member.value
        place = selection.member(place, step.characters, Value(document, node))
      }
      return selection.isIgnored(place)
    }
  }
}
