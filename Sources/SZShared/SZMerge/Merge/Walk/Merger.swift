internal import SZElements
internal import SZJSON
internal import SZModel

/// Joins two edits of one original: finds the edits that turn CURRENT into the state both sides agree on.
///
/// The walk goes top-down, keeps what is still to be done in a list, and stops wherever two hashes say that one side has
/// nothing to add. What differs on both sides in different ways is a ``Conflict``; without a model, which conflicts there are
/// does not depend on how they are settled. How the elements of arrays are matched is told in `README.md` beside this file.
///
/// Laws: `merge(p, p, c)` makes no edits; `merge(p, e, p) = e`, byte for byte; `merge(p, e, e) = e`;
/// `merge(p, e, merge(p, e, c))` makes no edits; without conflicts `merge(p, e, c) = merge(p, c, e)`, up to the order of what
/// both inserted at one place.
public struct Merger {
  let pristine: Document
  let edited: Document
  let current: Document
  let setup: MergeSetup
  /// Says what becomes of a value.
  var decider: Decider
  var text: MergedText
  var problem: MergeResult.Problem?
  private var tasks: [Task] = []

  enum Task {
    case container(Versions, MergeSpot)
    case finish(ContainerPatch)
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
    decider = Decider(setup)
    text = MergedText(documents)
  }

  var documents: Three<Document> { setup.documents }
  var options: MergeOptions { setup.options }
  var rules: MergeRules { setup.rules }

  var result: MergeResult {
    MergeResult(
      edits: text.edits, conflicts: decider.settlements.reached, problem: problem,
      hasReturned: decider.facts.moves?.hasReturned ?? false,
      setup: setup)
  }

  private mutating func run() {
    let spelling = Spelling(documents)
    if options.schema == nil, options.tombstone == nil, spelling.isWholeTextEqual() {
      if !spelling.isWholeTextUnedited() {
        text.edits.replace(0..<current.bytes.count, with: edited.bytes.array(0..<edited.bytes.count))
      }
      return
    }
    decideMoves()
    let node = current.root
    let versions = Versions(pristine: pristine.root, edited: edited.root, current: node)
    let spot = MergeSpot(place: rules.root(setup.entities?.roots.current))
    carryOut(decider.decide(versions, spot), versions, node, spot)
    finishTasks()
  }

  // MARK: The walk

  /// Carries out what was decided about a value of CURRENT; one that goes is the caller's.
  mutating func carryOut(
    _ outcome: MergeOutcome, _ versions: Versions, _ node: Document.Node, _ spot: MergeSpot
  ) {
    switch outcome.decision {
    case .merge:
      var spot = spot
      if let step = spot.step { spot.path = decider.settlements.paths.add(step, below: spot.path) }
      spot.step = nil
      tasks.append(.container(versions, spot))
    case .take(let value?): text.replace(node, with: value, mark: outcome.mark)
    case .takeText(let value): text.edits.replace(current.range(node), with: value.document.text(value.node))
    case .keep, .take(nil):
      if let number = outcome.mark { text.edits.surround(current.range(node), with: number) }
    }
  }

  private mutating func finishTasks() {
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
      case .finish(let patch): text.finish(patch)
      }
    }
  }

  /// Where a container begins: the edits and the tasks from here on are about what is in it.
  struct Start {
    fileprivate let edits: SourceEdits.Checkpoint
    fileprivate let tasks: Int
  }

  var start: Start { Start(edits: text.edits.checkpoint, tasks: tasks.count) }

  /// Gives a container that began at `start` other children, when all in it is done.
  mutating func rewrite(
    _ node: Document.Node, _ children: [Range<Int>], as slots: [ContainerRewrite.Slot], from start: Start
  ) {
    let patch = ContainerPatch(node: node, children: .ranges(children), slots: slots, checkpoint: start.edits)
    tasks.insert(.finish(patch), at: start.tasks)
  }

  private mutating func container(_ versions: Versions, _ spot: MergeSpot) {
    guard let node = versions.current else { return }
    // A value of another kind in PRISTINE is none, nor is another entity.
    let inPristine = versions.pristine.flatMap {
      pristine.kind($0) == current.kind(node)
        && decider.facts.isOneEntity(Value(pristine, $0), Value(current, node), spot)
        ? $0 : nil
    }
    if current.kind(node) == .object {
      // What EDITED has of an entity that stays although it was deleted there is a tombstone.
      if let inEdited = versions.edited, edited.kind(inEdited) == .object,
        !decider.facts.isUndeleted(.current, node),
        decider.facts.isOneEntity(Value(edited, inEdited), Value(current, node), spot)
      {
        object(inPristine, inEdited, node, spot)
      } else {
        prune(node, spot)
      }
      return
    }
    let inEdited = versions.edited.flatMap { edited.kind($0) == .array ? $0 : nil }
    array(inPristine, inEdited, node, versions, spot)
  }

  // MARK: What moved

  /// Settles where the entities have their places that do not stand in one, and merges those that leave theirs in CURRENT.
  private mutating func decideMoves() {
    guard var judgement = MoveJudgement(decider.facts, decider.settlements) else { return }
    judgement.decide()
    (decider.facts, decider.settlements) = (judgement.facts, judgement.settlements)
    for number in decider.facts.moves?.arriving ?? [] { arrive(number, judgement.spots[number]) }
  }

  /// Merges an entity that leaves its place in CURRENT, so that it can come to EDITED's.
  private mutating func arrive(_ number: Int, _ spot: MergeSpot) {
    guard let relocation = decider.facts.moves?.all[number], let node = relocation.nodes.current,
      let inEdited = relocation.nodes.edited
    else { return }
    var value = Value(current, node)
    let merged = separately(node) { merger in
      let outcome = merger.decider.decide(relocation.nodes, spot)
      if case .take(let other?) = outcome.decision {
        value = other
        return false
      }
      merger.carryOut(outcome, relocation.nodes, node, spot)
      return true
    }
    if let merged {
      let document = Document.ofOwnText(merged, hashing: current.hashing)
      value = Value(document, document.root)
    }
    decider.facts.moves?.arrivals[inEdited] = value
  }

  /// The text of a value of CURRENT with what `body` does to it, apart from all else; nil where it does nothing.
  private mutating func separately(_ node: Document.Node, _ body: (inout Merger) -> Bool) -> [UInt8]? {
    let outer = (text.edits, tasks)
    (text.edits, tasks) = (SourceEdits(), [])
    defer { (text.edits, tasks) = outer }
    guard body(&self) else { return nil }
    finishTasks()
    return text.edits.text(of: current.range(node), in: current.bytes)
  }
}
