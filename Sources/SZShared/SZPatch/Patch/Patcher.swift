public import SZJSON
public import SZModel

/// Finds the edits by which a change is applied to a document.
///
/// Every old value, identity and hunk is checked against the target; what is there already as the change wants it counts as
/// applied. Nothing is written here: the edits are the result, and the misfits say what they leave out.
///
/// Laws: an empty change gives no edits; applying a change to what it made gives no edits; what the change does not name
/// is in no edit.
public struct Patcher {
  let target: Document
  let tree: ChangeTree
  let options: PatchOptions
  let layout: DocumentLayout
  /// For the identities of elements only; they come from several documents.
  let hashing: Hashing

  var edits = SourceEdits()
  var misfits: [Misfit] = []
  var rejected: Set<ItemIndex> = []
  /// The to-ones that were to get another entity.
  var replacements: [(gone: ItemIndex, come: ItemIndex)] = []
  /// Whether there is no document in the end.
  private var leavesNothing: Bool
  var appliedCount = 0
  var alreadyAppliedCount = 0
  var notes: [String] = []
  /// The list change that is looked at.
  var placement = ListPlacement()
  /// Whether it is open what a second run would do, because hunks have moved in a list whose elements are edited.
  var needsProof = false
  /// Whether this is that second run, which only asks what it would do.
  var isProof = false
  /// Whether this only puts members in order, of which all that are to come are there.
  private(set) var isOrdering = false
  var paths = PathTable()
  private var tasks: [Task] = []
  /// The to-manys whose members are being changed, the innermost last.
  private var members: [ChangedMembers] = []
  /// What is known of the target under a model, and what was found out on the way; nil without one.
  let model: ModelledTarget?
  var state: ModelledState?
  /// What programs are to be asked, what they answered that cannot be, and the edits of entities that they patched.
  var requests: [Delegation.Request] = []
  var wrongAnswers: [Delegation.WrongAnswer] = []
  var delegatedEdits: [SourceEdits.Edit] = []
  /// What items make that create members of arrays.
  var created: [ItemIndex: [SourceEdits.Piece]] = [:]
  let earlier: EarlierRounds

  /// What a patch under a model has been made before for.
  struct EarlierRounds {
    /// Parts that fit where they stand, and do not when all is seen.
    var blocked: [ItemIndex: [Misfit]] = [:]
    /// The identities of entities that are deleted and leave no mark, as the change makes them anew elsewhere.
    var unmarked: Set<UInt64> = []
  }

  enum Task {
    case relation(ChangedPart)
    case members(ChangedMembers)
    /// Those of the innermost to-many that are left.
    case moreMembers
    case finish(ContainerPatch)
    /// The change of an entity that goes elsewhere with it, by the number of its edits.
    case arrival(ChangedPart, number: Int)
    /// Its end: the edits since a checkpoint are its own.
    case lift(SourceEdits.Checkpoint, number: Int)
    case mark(Document.Node, Model.EntityID)
    /// The end of what changes in an entity that is left to a program.
    case delegated(ChangedPart, DelegatedStart)
  }

  /// Applies `change` to `target`. Linear in both, but for logarithms.
  public static func apply(_ change: ChangeTree, to target: Document, _ options: PatchOptions) -> PatchResult
  {
    var patcher = Patcher(change, target, options)
    patcher.run(from: .root)
    if patcher.needsProof, !patcher.edits.isEmpty { patcher.prove() }
    return patcher.result
  }

  /// What `change` makes of a target of which a model says something, without those of its parts that are known not to fit.
  static func walked(
    _ change: ChangeTree, to target: Document, _ options: PatchOptions, _ model: ModelledTarget,
    _ earlier: EarlierRounds
  ) -> Patcher {
    var patcher = Patcher(change, target, options, model, earlier)
    patcher.run(from: .root)
    return patcher
  }

  /// What puts the members of to-manys in `target`, which the items from `root` on have made, in the order that these say.
  static func ordering(
    _ change: ChangeTree, from root: ItemIndex, on target: Document, _ options: PatchOptions
  ) -> SourceEdits {
    var options = options
    options.policy = .force
    var patcher = Patcher(change, target, options)
    patcher.isOrdering = true
    patcher.run(from: root)
    return patcher.edits
  }

  init(
    _ tree: ChangeTree, _ target: Document, _ options: PatchOptions, _ model: ModelledTarget? = nil,
    _ earlier: EarlierRounds = EarlierRounds()
  ) {
    self.tree = tree
    self.model = model
    self.earlier = earlier
    state = model.map { ModelledState($0.schema, hasTemplates: options.hasDefaults && !options.isLiteral) }
    self.target = target
    self.options = options
    hashing = model?.index.hashing ?? Hashing(exactNumbers: options.exactNumbers)
    layout = DocumentLayout(target)
    leavesNothing = options.targetIsNothing
  }

  var policy: PatchOptions.Policy { options.policy }
  var exactNumbers: Bool { options.exactNumbers }

  var result: PatchResult {
    PatchResult(
      base: target, edits: edits, misfits: misfits, rejected: rejected,
      moves: model?.moves.moves.compactMap { move in move.departure.map { (move.arrival, $0) } } ?? [],
      replacements: replacements, appliedCount: appliedCount,
      alreadyAppliedCount: alreadyAppliedCount, notes: notes + embeddedNotes, requests: requests,
      wrongAnswers: wrongAnswers,
      leavesNothing: leavesNothing)
  }

  mutating func run(from root: ItemIndex) {
    if tree.isEmpty { return }
    model?.moves.reserve(in: &edits)
    if model == nil, let item = tree.needsModel {
      reject(
        .update, whole, expected: .words("a change that can be told without a model"),
        found: .words(Patcher.words(tree[item])))
      return
    }
    if case .value(let old, let new) = tree[root] {
      replaceRoot(old, new)
    } else if options.targetIsNothing {
      reject(.update, whole, expected: .words("a document"), found: .nothing)
    } else {
      push(.relation(ChangedPart(item: root, node: target.root, path: .root, place: model?.root)))
    }
    while let task = tasks.popLast() {
      switch task {
      case .relation(let part): relation(part)
      case .members(let changed):
        members.append(changed)
        changeMembers()
      case .moreMembers: changeMembers()
      case .finish(let patch): finish(patch)
      case .arrival(let part, let number):
        push(.lift(edits.checkpoint, number: number))
        relation(part)
      case .lift(let checkpoint, let number): edits.lift(since: checkpoint, under: number)
      case .mark(let node, let entity): markDeleted(node, entity)
      case .delegated(let part, let start): endDelegated(part, start)
      }
    }
  }

  /// Leaves everything out when a second run would do something still.
  private mutating func prove() {
    var second = Patcher(tree, target.edited(by: edits), options)
    second.isProof = true
    second.run(from: .root)
    if does(more: second) { self = withoutEdits }
  }

  /// Whether a run of the same change on the result does something still.
  func does(more second: Patcher) -> Bool {
    !second.edits.isEmpty || second.misfits.count != misfits.count
  }

  /// The patch with everything left out, because a second run would do something still.
  var withoutEdits: Patcher {
    var patcher = self
    (patcher.edits, patcher.appliedCount, patcher.notes) = (SourceEdits(), 0, [])
    patcher.reject(
      .update, whole, expected: .words("places where the change is applied once"),
      found: .words("some where a second run would apply it again"))
    return patcher
  }

  /// What only a model makes sense of, in words.
  private static func words(_ item: ChangeTree.Item) -> String {
    if case .instead = item { return "a to-one beside null or a reference, which needs --model" }
    return "a move, which needs --model"
  }

  /// Whether two values are equal as this patch takes it, identities too.
  func equal(_ left: Value, _ right: Value) -> Bool { left.isEqual(right, exactNumbers: exactNumbers) }

  mutating func push(_ task: Task) { tasks.append(task) }

  private mutating func replaceRoot(_ old: Value?, _ new: Value?) {
    let current = options.targetIsNothing ? nil : Value(target, target.root)
    func isCurrent(_ value: Value?) -> Bool {
      guard let current, let value else { return (current == nil) == (value == nil) }
      return equal(current, value)
    }
    if !isCurrent(old), isCurrent(new) {
      alreadyAppliedCount += 1
    } else if isCurrent(old) || policy == .force {
      leavesNothing = new == nil
      if let new { replace(target.root, with: new) } else { appliedCount += 1 }
    } else {
      reject(
        old == nil ? .create : new == nil ? .delete : .replace, whole,
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
    while tasks.count == open, let member = members[last].next(&paths) {
      relation(member, isIdentified: members[last].areIdentified)
    }
  }

  /// Does what an item says of a value. Of one that was found by its identity, that is not looked at again.
  private mutating func relation(_ part: ChangedPart, isIdentified: Bool = false) {
    if isBlocked(part.item) { return }
    switch tree.kind(of: part.item) {
    case .entity:
      if delegates(part) { push(.delegated(part, DelegatedStart(edits.checkpoint, self))) }
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
    appliedCount += 1
    let start = edits.text.count
    layout.appendReplacement(for: node, with: value, to: &edits.text)
    edits.replace(target.range(node), with: edits.content(from: start))
  }

  /// Lists a part that does not fit and leaves it out. Where it stands may be one more `step` than its path.
  mutating func reject(
    _ operation: Misfit.Operation, _ part: ChangedPart, _ step: PathTable.Step? = nil, expected: Misfit.Side,
    found: Misfit.Side
  ) {
    rejected.insert(part.item)
    misfits.append(
      Misfit(
        operation: operation, pointer: paths.pointer(part.path, step), offset: target.start(part.node),
        expected: expected, found: found, entity: model?.entity(of: part.item, tree, at: part.node, target)))
  }

  /// Adds to what was listed last what may help, unless that is nothing.
  mutating func hint(_ words: String?) { misfits[misfits.count - 1].hint = words }

  /// All of the change, and all of the target.
  var whole: ChangedPart { ChangedPart(item: .root, node: target.root, path: .root) }

  /// Lists a part that is known not to fit; answers whether it is one.
  mutating func isBlocked(_ item: ItemIndex) -> Bool {
    guard !earlier.blocked.isEmpty, let known = earlier.blocked[item] else { return false }
    if rejected.insert(item).inserted, !isSaidOfOtherHalf(item) { misfits += known }
    return true
  }

  /// Whether what is wrong with one half of a move was listed for the other one.
  private func isSaidOfOtherHalf(_ item: ItemIndex) -> Bool {
    guard let move = model?.moves[item], let departure = move.departure else { return false }
    return rejected.contains(item == departure ? move.arrival : departure)
  }

  /// What a node is, in words.
  func words(_ node: Document.Node) -> Misfit.Side {
    switch target.kind(node) {
    case .object: .words("an object")
    case .array: .words("an array")
    default: .value(Value(target, node))
    }
  }

  /// Rewrites a container whose children change, when all below them is done.
  mutating func finish(_ patch: ContainerPatch) {
    ContainerRewrite.apply(
      patch.slots, to: patch.node, in: target, children: patch.children, layout: layout,
      checkpoint: patch.checkpoint, edits: &edits)
    edits.gather(in: target.range(patch.node), since: patch.checkpoint)
  }
}
