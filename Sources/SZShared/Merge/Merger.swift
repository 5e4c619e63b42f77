/// Joins two edits of one original: finds the edits that turn CURRENT into the state both sides agree on.
///
/// The three documents must have been read with one ``Hashing``. The walk goes top-down, keeps what is still to be done in
/// a list, and stops wherever two hashes say that one side has nothing to add. What differs on both sides in different
/// ways is a ``Conflict``; which conflicts there are does not depend on how they are resolved.
///
/// Laws: `merge(p, p, c)` makes no edits; `merge(p, e, p) = e`; `merge(p, e, e) = e`; `merge(p, e, merge(p, e, c))` makes
/// no edits; without conflicts `merge(p, e, c) = merge(p, c, e)`, up to the order of what both inserted at one place.
package struct Merger {
  let pristine: Document
  let edited: Document
  let current: Document
  let options: MergeOptions
  let rules: MergeRules
  let answers: ConflictAnswers?
  /// Whether only the structure counts: policies, which may add up each time, have no say.
  let isTrial: Bool
  let surroundings: Surroundings

  package private(set) var edits = SourceEdits()
  /// Those about a container's own parts before those inside of them, else in the order of the text.
  package internal(set) var conflicts: [Conflict] = []
  /// What keeps the merge from being made.
  package internal(set) var problem: Problem?
  var paths = PathTable()
  var scopes: [Scope] = []
  /// How many bytes of arrays may still be tried, so that arrays in arrays do not take the square of their size.
  var trialBudget: Int
  private var tasks: [Task] = []

  /// Something in one of the documents that contradicts what was said about them.
  package struct Problem: Sendable {
    package let party: Conflict.Party
    package let node: Document.Node
    package let reason: String
  }

  /// Three versions of one value; nil where a document does not have it.
  struct Versions {
    var pristine: Document.Node?
    var edited: Document.Node?
    var current: Document.Node?
  }

  /// What there is of a value in the documents.
  func values(_ versions: Versions) -> [Value] {
    [
      versions.pristine.map { Value(pristine, $0) }, versions.edited.map { Value(edited, $0) },
      versions.current.map { Value(current, $0) },
    ].compactMap { $0 }
  }

  /// Where a value stands.
  struct Spot {
    /// The container, and the step from it to the value; no step is the container itself.
    var path = PathTable.root
    var step: PathTable.Step?
    /// The object around the value, in ``Merger/scopes``; -1 when there is none.
    var scope = -1
    var place: MergeRules.Place?
    /// What identifies the value among its siblings.
    var key: IdentityKey?
    /// Whether an array around the value has been found sound, or is being tried.
    var isChecked = false
  }

  /// An object around a value.
  struct Scope {
    let parent: Int
    let edited: Document.Node?
    let current: Document.Node?
    let key: IdentityKey?
  }

  /// What is to be done about a value.
  struct Outcome {
    enum Decision {
      /// CURRENT stays as it is.
      case keep
      /// This stands in its place, or nothing.
      case take(Value?)
      /// Both sides have a container of one kind, to be merged part by part.
      case merge
    }

    var decision: Decision
    /// The number of the conflict when it is to be marked in the text.
    var mark: Int?

    static let keep = Outcome(decision: .keep)
  }

  enum Task {
    case container(Versions, Spot)
    case finish(ContainerPatch)
  }

  /// Merges three documents; `answers` resolve the conflicts that they name.
  package init(
    pristine: Document, edited: Document, current: Document, _ options: MergeOptions,
    answers: ConflictAnswers? = nil
  ) {
    self.init(pristine, edited, current, options, MergeRules(options), answers)
    let root = Versions(pristine: pristine.root, edited: edited.root, current: current.root)
    run(root, Spot(place: rules.root))
    edits = CommentMerge.edits(pristine, edited, current, adding: edits)
  }

  init(
    _ pristine: Document, _ edited: Document, _ current: Document, _ options: MergeOptions,
    _ rules: MergeRules, _ answers: ConflictAnswers?, isTrial: Bool = false
  ) {
    (self.pristine, self.edited, self.current) = (pristine, edited, current)
    (self.options, self.rules, self.answers, self.isTrial) = (options, rules, answers, isTrial)
    surroundings = Surroundings(current, keepsComments: edited.isRelaxed)
    trialBudget = 16 * (edited.bytes.count + current.bytes.count + 4096)
  }

  /// Merges one value that CURRENT has, and all below it.
  mutating func run(_ versions: Versions, _ spot: Spot) {
    guard let node = versions.current else { return }
    carryOut(decide(versions, spot), versions, node, spot)
    while let task = tasks.popLast() {
      switch task {
      case .container(let versions, let spot):
        let start = tasks.count
        container(versions, spot)
        // The first comes first, but what finishes the container stays below what is in it.
        if tasks.count > start + 1 {
          if case .finish = tasks[start] {
            tasks[(start + 1)...].reverse()
          } else {
            tasks[start...].reverse()
          }
        }
      case .finish(let patch):
        ContainerRewrite.apply(
          patch.slots, to: patch.node, in: current, children: patch.children, surroundings: surroundings,
          mark: patch.mark, edits: &edits)
        edits.gather(in: current.range(patch.node), since: patch.mark)
      }
    }
  }

  mutating func push(_ task: Task) { tasks.append(task) }

  /// Where a container begins: the edits and the tasks from here on are about what is in it.
  struct Start {
    fileprivate let edits: Int
    fileprivate let tasks: Int
  }

  var start: Start { Start(edits: edits.mark, tasks: tasks.count) }

  /// Gives a container that began at `start` other children, when all in it is done.
  mutating func rewrite(
    _ node: Document.Node, _ children: [Range<Int>], as slots: [ContainerRewrite.Slot], from start: Start
  ) {
    let patch = ContainerPatch(node: node, children: children, slots: slots, mark: start.edits)
    tasks.insert(.finish(patch), at: start.tasks)
  }

  private mutating func container(_ versions: Versions, _ spot: Spot) {
    guard let editedNode = versions.edited, let node = versions.current else { return }
    // A base of another kind is none.
    let base = versions.pristine.flatMap { pristine.kind($0) == current.kind(node) ? $0 : nil }
    if current.kind(node) == .object {
      object(base: base, editedNode, node, spot)
    } else {
      array(base: base, editedNode, node, versions, spot)
    }
  }

  /// What is to be done about a value, from its three versions alone or by settling a conflict.
  mutating func decide(_ versions: Versions, _ spot: Spot) -> Outcome {
    let before = versions.pristine.map(pristine.hash)
    let theirs = versions.edited.map(edited.hash)
    let ours = versions.current.map(current.hash)
    if before == theirs || theirs == ours { return .keep }
    if before != ours, !isTrial, let policy = rules.policy(spot.place),
      let outcome = joined(by: policy, versions, spot)
    {
      return outcome
    }
    if isMergeable(versions, spot) { return Outcome(decision: .merge) }
    if before == ours { return Outcome(decision: .take(versions.edited.map { Value(edited, $0) })) }
    return conflict(kind(versions), versions, spot)
  }

  /// Whether both sides have a container of one kind, and of one identity where that has been said.
  private func isMergeable(_ versions: Versions, _ spot: Spot) -> Bool {
    guard let theirs = versions.edited, let ours = versions.current else { return false }
    let kind = current.kind(ours)
    guard kind.isContainer, edited.kind(theirs) == kind else { return false }
    guard kind == .object, spot.key == nil, let key = rules.key(spot.place) else { return true }
    return key.isSame(edited, theirs, current, ours, exactNumbers: options.exactNumbers)
  }

  private func kind(_ versions: Versions) -> Conflict.Kind {
    guard let theirs = versions.edited else { return .deleteEdit }
    guard let ours = versions.current else { return .editDelete }
    if versions.pristine == nil { return .createCreate }
    let kinds = (edited.kind(theirs), current.kind(ours))
    return kinds.0 != kinds.1 && (kinds.0.isContainer || kinds.1.isContainer) ? .type : .editEdit
  }

  /// Carries out what was decided about a value of CURRENT; one that goes is the caller's.
  mutating func carryOut(_ outcome: Outcome, _ versions: Versions, _ node: Document.Node, _ spot: Spot) {
    switch outcome.decision {
    case .merge:
      var spot = spot
      if let step = spot.step { spot.path = paths.add(step, below: spot.path) }
      spot.step = nil
      push(.container(versions, spot))
    case .take(let value?): replace(node, with: value, mark: outcome.mark)
    case .keep, .take(nil): if let number = outcome.mark { surround(current.range(node), with: number) }
    }
  }

  /// Puts `value` in the place of `node`.
  mutating func replace(_ node: Document.Node, with value: Value, mark number: Int? = nil) {
    if current.kind(node) == .array, value.kind == .array {
      if let number { surround(current.range(node), with: number) }
      become(node, value)
      return
    }
    let text = SourceEdits.Piece.bytes(surroundings.replacement(for: node, with: value))
    edits.replace(current.range(node), with: Merger.marked([text], number))
  }

  /// Gives an array the elements of another; those that are equal stay as they are.
  private mutating func become(_ node: Document.Node, _ value: Value) {
    let children = Array(current.elements(node))
    let wanted = value.document.elements(value.node).map { Value(value.document, $0) }
    rewrite(
      node, children.map { current.range($0) }, as: slots(children[...], becoming: wanted, in: node),
      from: start)
  }

  /// What turns a stretch of the children of an array into `wanted`; those that are equal stay.
  func slots(
    _ children: ArraySlice<Document.Node>, becoming wanted: [Value], in array: Document.Node
  ) -> [ContainerRewrite.Slot] {
    guard let hashing = current.hashing else { return [] }
    var slots: [ContainerRewrite.Slot] = []
    var next = children.startIndex
    let gaps = SequenceAlignment.gaps(
      children.map { current.hash($0) }, wanted.map { ValueHash.of($0.document, $0.node, hashing) })
    for gap in gaps {
      slots += (next..<children.startIndex + gap.old.lowerBound).map { .kept($0) }
      slots += wanted[gap.new].map { .new([.bytes(text($0, asChildOf: array))]) }
      next = children.startIndex + gap.old.upperBound
    }
    return slots + (next..<children.endIndex).map { .kept($0) }
  }

  /// Puts marks around a stretch of CURRENT's text.
  mutating func surround(_ range: Range<Int>, with number: Int) {
    edits.replace(range.lowerBound..<range.lowerBound, with: [.mark(number)])
    edits.replace(range.upperBound..<range.upperBound, with: [.mark(number)])
  }

  static func marked(_ pieces: [SourceEdits.Piece], _ number: Int?) -> [SourceEdits.Piece] {
    guard let number else { return pieces }
    return [.mark(number)] + pieces + [.mark(number)]
  }

  /// The text of a value that comes into a container of CURRENT.
  func text(_ value: Value, asChildOf container: Document.Node) -> [UInt8] {
    var text: [UInt8] = []
    surroundings.append(value, asChildOf: container, to: &text)
    return text
  }
}
