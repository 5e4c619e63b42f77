/// Joins two edits of one original: finds the edits that turn CURRENT into the state both sides agree on.
///
/// The walk goes top-down, keeps what is still to be done in a list, and stops wherever two hashes say that one side has
/// nothing to add. What differs on both sides in different ways is a ``Conflict``; which conflicts there are does not depend
/// on how they are resolved. How the elements of arrays are matched is told in `README.md` beside this file.
///
/// Laws: `merge(p, p, c)` makes no edits; `merge(p, e, p) = e`, byte for byte; `merge(p, e, e) = e`;
/// `merge(p, e, merge(p, e, c))` makes no edits; without conflicts `merge(p, e, c) = merge(p, c, e)`, up to the order of what
/// both inserted at one place.
package struct Merger {
  let pristine: Document
  let edited: Document
  let current: Document
  let setup: MergeSetup
  let surroundings: Surroundings

  var edits = SourceEdits()
  var conflicts: [Conflict] = []
  var problem: MergeResult.Problem?
  var paths = PathTable()
  var scopes: [Scope] = []
  /// Whether elements were guessed that both sides touched.
  var needsTrial = false
  /// The arrays that PRISTINE has, too, around the values that were looked at.
  private var arrayScopes: [(parent: Int, stretch: Range<Int>?, array: Document.Node)] = []
  private var touched: [Int: [Range<Int>]] = [:]
  private var spelling: Spelling
  private var tasks: [Task] = []

  /// Three versions of one value; nil where a document does not have it.
  typealias Versions = Three<Document.Node?>

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
    /// The array around the value, among those that PRISTINE has, too; -1 when there is none.
    var array = -1
    /// Where the value is in that array, in PRISTINE's.
    var stretch: Range<Int>?
    var place: MergeRules.Place?
    /// What identifies the value among its siblings.
    var key: IdentityKey?
  }

  /// An object around a value.
  struct Scope {
    let parent: Int
    let nodes: Versions
    let key: IdentityKey?
    var isInferred = false
  }

  /// What is to be done about a value.
  struct Outcome {
    enum Decision {
      /// CURRENT stays as it is.
      case keep
      /// This stands in its place, or nothing.
      case take(Value?)
      /// EDITED's text stands in its place, as it is.
      case takeText(Value)
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

  /// Merges three documents that were read with one ``Hashing``.
  package static func merge(_ documents: Three<Document>, _ options: MergeOptions) -> MergeResult {
    var trial = MergeTrial(documents, options)
    return trial.result().withComments()
  }

  /// Merges three documents as `setup` says.
  static func run(_ setup: MergeSetup) -> Merger {
    var merger = Merger(setup)
    merger.run()
    return merger
  }

  private init(_ setup: MergeSetup) {
    let documents = setup.documents
    (pristine, edited, current) = (documents.pristine, documents.edited, documents.current)
    self.setup = setup
    surroundings = Surroundings(current, keepsComments: edited.isRelaxed)
    spelling = Spelling(documents)
  }

  var options: MergeOptions { setup.options }
  var rules: MergeRules { setup.rules }
  var plans: ArrayPlans { setup.plans }

  var result: MergeResult {
    MergeResult(edits: edits, conflicts: conflicts, problem: problem, setup: setup)
  }

  /// The document that the merge makes.
  func merged() -> Document? {
    let read = Document.ReadOptions(
      hashing: current.hashing, allowsDuplicates: true, allowsComments: true)
    return try? Document.read(SourceBytes(edits.applied(to: current.bytes)), read, twin: current)
  }

  /// The arrays in which something was changed or in conflict, each with those around it, from the inside out; each innermost
  /// one once.
  var touchedArrays: [[ArrayPlans.Blame]] {
    touched.keys.sorted().map { number in
      var arrays: [ArrayPlans.Blame] = []
      var (number, stretches) = (number, touched[number] ?? [])
      while number >= 0, arrays.count < 100 {
        let scope = arrayScopes[number]
        arrays.append(ArrayPlans.Blame(array: scope.array, stretches: stretches))
        (number, stretches) = (scope.parent, scope.stretch.map { [$0] } ?? [])
      }
      return arrays
    }
  }

  /// Remembers that what stands at a spot does not stay as it is in CURRENT.
  mutating func touch(_ spot: Spot, _ stretches: [Range<Int>] = []) {
    touched[spot.array, default: []] += spot.stretch.map { [$0] } ?? stretches
  }

  private mutating func run() {
    if options.tombstone == nil, spelling.isWholeTextEqual() {
      if !spelling.isWholeTextUnedited() {
        edits.replace(0..<current.bytes.count, with: edited.bytes.array(0..<edited.bytes.count))
      }
      return
    }
    let node = current.root
    let versions = Versions(pristine: pristine.root, edited: edited.root, current: node)
    let spot = Spot(place: rules.root)
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
    _ node: Document.Node, _ children: [Range<Int>], as slots: [ContainerRewrite.Slot], from start: Start,
    _ spot: Spot
  ) {
    touch(spot)
    let patch = ContainerPatch(node: node, children: children, slots: slots, mark: start.edits)
    tasks.insert(.finish(patch), at: start.tasks)
  }

  private mutating func container(_ versions: Versions, _ spot: Spot) {
    guard let inEdited = versions.edited, let node = versions.current else { return }
    // A base of another kind is none.
    let base = versions.pristine.flatMap { pristine.kind($0) == current.kind(node) ? $0 : nil }
    if current.kind(node) == .object {
      object(base: base, inEdited, node, spot)
      return
    }
    var spot = spot
    if let base {
      arrayScopes.append((spot.array, spot.stretch, base))
      spot.array = arrayScopes.count - 1
      spot.stretch = nil
    }
    array(base: base, inEdited, node, versions, spot)
  }

  /// What is to be done about a value, from its three versions alone or by settling a conflict.
  mutating func decide(_ versions: Versions, _ spot: Spot) -> Outcome {
    let before = versions.pristine.map(pristine.hash)
    let after = versions.edited.map(edited.hash)
    let now = versions.current.map(current.hash)
    if before == after { return respelled(versions, spot) }
    if after == now { return .keep }
    if before != now, let policy = rules.policy(spot.place),
      let outcome = joined(by: policy, versions, spot)
    {
      return outcome
    }
    if isMergeable(versions, spot) { return Outcome(decision: .merge) }
    if before == now { return Outcome(decision: .take(versions.edited.map { Value(edited, $0) })) }
    return conflict(kind(versions), versions, spot)
  }

  /// What is to be done about a value that EDITED did not change, but that it may have written otherwise: where CURRENT's
  /// bytes are PRISTINE's, EDITED's are taken.
  private mutating func respelled(_ versions: Versions, _ spot: Spot) -> Outcome {
    guard let inPristine = versions.pristine, let inEdited = versions.edited, let node = versions.current,
      !spelling.isUnedited(inPristine, inEdited)
    else { return .keep }
    if spelling.isUntouched(inPristine, node) { return Outcome(decision: .takeText(Value(edited, inEdited))) }
    return isMergeable(versions, spot) && spelling.mayDescend ? Outcome(decision: .merge) : .keep
  }

  /// Whether EDITED may have written a value otherwise than PRISTINE has it.
  func mayBeRespelled(_ inPristine: Document.Node, _ inEdited: Document.Node) -> Bool {
    spelling.mayDiffer(inPristine, inEdited)
  }

  /// Whether both sides have a container of one kind, and of one identity where that has been said.
  private func isMergeable(_ versions: Versions, _ spot: Spot) -> Bool {
    guard let inEdited = versions.edited, let inCurrent = versions.current else { return false }
    let kind = current.kind(inCurrent)
    guard kind.isContainer, edited.kind(inEdited) == kind else { return false }
    guard kind == .object, spot.key == nil, let key = rules.key(spot.place) else { return true }
    return key.isSame(edited, inEdited, current, inCurrent, exactNumbers: options.exactNumbers)
  }

  private func kind(_ versions: Versions) -> Conflict.Kind {
    guard let inEdited = versions.edited else { return .deleteEdit }
    guard let inCurrent = versions.current else { return .editDelete }
    if versions.pristine == nil { return .createCreate }
    let kinds = (edited.kind(inEdited), current.kind(inCurrent))
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
    case .take(let value?): replace(node, with: value, mark: outcome.mark, spot)
    case .takeText(let value): edits.replace(current.range(node), with: value.document.text(value.node))
    case .keep, .take(nil): if let number = outcome.mark { surround(current.range(node), with: number) }
    }
  }

  /// Puts `value` in the place of `node`.
  private mutating func replace(_ node: Document.Node, with value: Value, mark number: Int?, _ spot: Spot) {
    touch(spot)
    if current.kind(node) == .array, value.kind == .array {
      if let number { surround(current.range(node), with: number) }
      become(node, value, spot)
      return
    }
    let text = SourceEdits.Piece.bytes(surroundings.replacement(for: node, with: value))
    edits.replace(current.range(node), with: Merger.marked([text], number))
  }

  /// Gives an array the elements of another; those that are equal stay as they are.
  private mutating func become(_ node: Document.Node, _ value: Value, _ spot: Spot) {
    let children = Array(current.elements(node))
    let wanted = value.document.elements(value.node).map { Value(value.document, $0) }
    rewrite(
      node, children.map { current.range($0) }, as: slots(children[...], becoming: wanted, in: node),
      from: start, spot)
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
