internal import SZJSON
internal import SZModel

/// Walks a change and finds the edits by which it is applied to a document.
///
/// Every old value, identity and hunk is checked against the target; what is there already as the change wants it counts as
/// applied. Nothing is written here: the edits are the result, and the misfits among the findings say what they leave out.
struct PatchWalk {
  let basis: PatchBasis
  /// Those of the basis: they are asked for all the time, and what is in a class is copied for that.
  let tree: ChangeTree
  let target: Document
  let layout: DocumentLayout
  /// What all this is done for.
  let purpose: Purpose
  var edits = SourceEdits()
  var findings: PatchFindings
  /// What was found out about entities under a model; nil without one.
  var state: ModelledState?
  /// Whether there is no document in the end.
  private var leavesNothing: Bool
  /// The list change that is looked at.
  var placement = ListPlacement()
  /// Whether it is open what a second run would do, because hunks have moved in a list whose elements are edited.
  var needsProof = false
  /// Whether the change names entities, as one does that was made with a model.
  private(set) lazy var namesEntities = tree.indices.contains { tree.kind(of: $0) == .entityName }
  private var tasks: [Task] = []
  /// The to-manys whose members are being changed, the innermost last.
  private var members: [ChangedMembers] = []
  /// What items make that create members of arrays.
  var created: [ItemIndex: [SourceEdits.Piece]] = [:]

  enum Purpose {
    case apply
    /// Only asks what a second run would do.
    case prove
    /// Only puts members in order, of which all that are to come are there.
    case order
  }

  enum Task {
    case update(PendingUpdate)
    /// Those of the innermost to-many that are left.
    case moreMembers
    case finish(ContainerPatch)
    /// The change of an entity that goes elsewhere with it.
    case arrival(MovedEntities.Arrival)
    /// Its end: the edits since a checkpoint are its own.
    case lift(SourceEdits.Checkpoint, number: Int)
    /// The end of what changes in an entity that is left to a program.
    case delegated(ChangedPart, DelegatedStart)
  }

  /// What puts the members of to-manys in `target`, which the items from `root` on have made, in the order that these say.
  static func ordering(
    _ change: ChangeTree, from root: ItemIndex, on target: Document, _ options: PatchOptions
  ) -> SourceEdits {
    var options = options
    options.policy = .force
    var walk = PatchWalk(PatchBasis(change, target, options), to: .order)
    walk.run(from: root)
    return walk.edits
  }

  init(_ basis: PatchBasis, to purpose: Purpose = .apply) {
    self.basis = basis
    (tree, target, layout) = (basis.tree, basis.target, basis.layout)
    self.purpose = purpose
    findings = PatchFindings(basis)
    state = ModelledState(basis)
    leavesNothing = basis.options.targetIsNothing
  }

  var options: PatchOptions { basis.options }
  var policy: PatchOptions.Policy { basis.policy }
  var isOrdering: Bool { purpose == .order }

  var result: PatchResult {
    PatchResult(
      base: target, edits: edits, misfits: findings.misfits, rejected: findings.rejected,
      moves: basis.model?.moves.moves.compactMap { move in move.departure.map { (move.arrival, $0) } } ?? [],
      replacements: findings.replacements, appliedCount: findings.appliedCount,
      alreadyAppliedCount: findings.alreadyAppliedCount,
      notes: findings.notes + (state?.embeddedNotes ?? []), requests: state?.delegated.requests ?? [],
      wrongAnswers: state?.delegated.wrongAnswers ?? [], leavesNothing: leavesNothing)
  }

  mutating func run(from root: ItemIndex) {
    if tree.isEmpty { return }
    basis.model?.moves.reserve(in: &edits)
    if basis.model == nil, let item = tree.needsModel {
      findings.reject(
        .update, basis.whole, expected: .words("a change that can be told without a model"),
        found: .words(PatchWalk.words(tree[item])))
      return
    }
    if case .value(let old, let new) = tree[root] {
      replaceRoot(old, new)
    } else if options.targetIsNothing {
      findings.reject(.update, basis.whole, expected: .words("a document"), found: .nothing)
    } else {
      push(
        .update(.relation(ChangedPart(item: root, node: target.root, path: .root, place: basis.model?.root))))
    }
    while let task = tasks.popLast() {
      switch task {
      case .update(.relation(let part)): relation(part)
      case .update(.members(let changed)):
        members.append(changed)
        changeMembers()
      case .update(.markDeleted(let node, let entity)): markDeleted(node, entity)
      case .moreMembers: changeMembers()
      case .finish(let patch): finish(patch)
      case .arrival(let arrival):
        push(.lift(edits.checkpoint, number: arrival.number))
        relation(arrival.change)
      case .lift(let checkpoint, let number): edits.lift(since: checkpoint, under: number)
      case .delegated(let part, let start): state?.delegated.end(part, start, &edits, &findings)
      }
    }
  }

  /// Leaves everything out when a second run would do something still.
  mutating func prove() {
    if !needsProof || edits.isEmpty { return }
    var second = PatchWalk(PatchBasis(tree, target.edited(by: edits), options), to: .prove)
    second.run(from: .root)
    if does(more: second) { self = withoutEdits }
  }

  /// Whether a run of the same change on the result does something still.
  func does(more second: PatchWalk) -> Bool {
    !second.edits.isEmpty || second.findings.misfits.count != findings.misfits.count
  }

  /// The patch with everything left out, because a second run would do something still.
  var withoutEdits: PatchWalk {
    var walk = self
    walk.edits = SourceEdits()
    (walk.findings.appliedCount, walk.findings.notes) = (0, [])
    walk.findings.reject(
      .update, basis.whole, expected: .words("places where the change is applied once"),
      found: .words("some where a second run would apply it again"))
    return walk
  }

  /// What only a model makes sense of, in words.
  private static func words(_ item: ChangeTree.Item) -> String {
    if case .instead = item { return "a to-one beside null or a reference, which needs --model" }
    return "a move, which needs --model"
  }

  mutating func push(_ task: Task) { tasks.append(task) }

  /// Sets about updates, the first one first.
  mutating func push(_ updates: [PendingUpdate]) {
    for update in updates.reversed() { push(.update(update)) }
  }

  private mutating func replaceRoot(_ old: Value?, _ new: Value?) {
    let current = options.targetIsNothing ? nil : Value(target, target.root)
    func isCurrent(_ value: Value?) -> Bool {
      guard let current, let value else { return (current == nil) == (value == nil) }
      return basis.equal(current, value)
    }
    if !isCurrent(old), isCurrent(new) {
      findings.alreadyAppliedCount += 1
    } else if isCurrent(old) || policy == .force {
      leavesNothing = new == nil
      if let new { replace(target.root, with: new) } else { findings.appliedCount += 1 }
    } else {
      findings.reject(
        old == nil ? .create : new == nil ? .delete : .replace, basis.whole,
        expected: old.map { .value($0) } ?? .nothing, found: current.map { .value($0) } ?? .nothing)
    }
  }

  /// Does what is said of members, up to one below which there is more to do first.
  private mutating func changeMembers() {
    let last = members.count - 1
    if members[last].isEmpty {
      members.removeLast()
      return
    }
    push(.moreMembers)
    let open = tasks.count
    while tasks.count == open, let member = members[last].next(&findings.paths) {
      relation(member, isIdentified: members[last].areIdentified)
    }
  }

  /// Does what an item says of a value. Of one that was found by its identity, that is not looked at again.
  private mutating func relation(_ part: ChangedPart, isIdentified: Bool = false) {
    if findings.isBlocked(part.item) { return }
    switch tree.kind(of: part.item) {
    case .entity:
      if let start = state?.delegated.start(part, edits, findings) { push(.delegated(part, start)) }
      entity(part, isIdentified: isIdentified)
    case .toMany: toMany(part)
    case .list where !isOrdering: list(part)
    case .set where !isOrdering: set(part)
    case .list, .set, .value, .identity, .entityName, .from, .to, .instead, .attribute, .context,
      .relationship,
      .replacement, .move, .hunk, .edit:
      break
    }
  }

  /// Puts `value` in the place of `node`, whatever stands there.
  mutating func replace(_ node: Document.Node, with value: Value) {
    findings.appliedCount += 1
    let start = edits.text.count
    layout.appendReplacement(for: node, with: value, to: &edits.text)
    edits.replace(target.range(node), with: edits.content(from: start))
  }

  /// Leaves of an entity its identity and the marker.
  private mutating func markDeleted(_ node: Document.Node, _ entity: Model.EntityID) {
    guard let schema = basis.model?.schema, let marker = schema[entity].tombstone else { return }
    state?.noteMarked(node, entity)
    NodeRemoval.Remnant(kept: Tombstone.kept(target, node, schema[entity]), marker: marker)
      .apply(to: node, in: target, layout, &edits)
  }

  /// Rewrites a container whose children change, when all below them is done.
  mutating func finish(_ patch: ContainerPatch) {
    patch.apply(in: target, layout, &edits)
    edits.gather(in: target.range(patch.node), since: patch.checkpoint)
  }
}
