public import SZJSON
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
  let layout: DocumentLayout
  private let comments: ArrivingComments

  var edits = SourceEdits()
  var problem: MergeResult.Problem?
  /// Where each of them is.
  var moveSpots: [MergeSpot] = []
  private var tasks: [Task] = []

  enum Task {
    case container(Versions, MergeSpot)
    case finish(ContainerPatch)
  }

  /// Merges three documents that were read with one ``Hashing``.
  /// Where the options have a model, `entities` are those of the documents under it.
  public static func merge(
    _ documents: Three<Document>, _ options: MergeOptions, _ entities: MergedEntities? = nil
  ) -> MergeResult {
    let setup = MergeSetup(documents, options, entities)
    return (options.schema == nil ? run(setup).result : JudgedMerge.stable(setup)).withComments()
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
    layout = DocumentLayout(current, keepsComments: edited.isRelaxed)
    comments = ArrivingComments(edited)
  }

  var facts: VersionFacts {
    _read { yield decider.facts }
    _modify { yield &decider.facts }
  }

  var settlements: Settlements {
    _read { yield decider.settlements }
    _modify { yield &decider.settlements }
  }

  var documents: Three<Document> { setup.documents }
  var options: MergeOptions { setup.options }
  var rules: MergeRules { setup.rules }

  var result: MergeResult {
    MergeResult(
      edits: edits, conflicts: settlements.reached, problem: problem,
      hasReturned: facts.moves?.hasReturned ?? false,
      setup: setup)
  }

  private mutating func run() {
    let spelling = Spelling(documents)
    if options.schema == nil, options.tombstone == nil, spelling.isWholeTextEqual() {
      if !spelling.isWholeTextUnedited() {
        edits.replace(0..<current.bytes.count, with: edited.bytes.array(0..<edited.bytes.count))
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

  /// The text of a value of CURRENT with what `body` does to it, apart from all else; nil where it does nothing.
  mutating func separately(_ node: Document.Node, _ body: (inout Merger) -> Bool) -> [UInt8]? {
    let outer = (edits, tasks)
    (edits, tasks) = (SourceEdits(), [])
    defer { (edits, tasks) = outer }
    guard body(&self) else { return nil }
    finishTasks()
    return edits.text(of: current.range(node), in: current.bytes)
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
      case .finish(let patch):
        ContainerRewrite.apply(
          patch.slots, to: patch.node, in: current, children: patch.children, layout: layout,
          checkpoint: patch.checkpoint, edits: &edits)
        edits.gather(in: current.range(patch.node), since: patch.checkpoint)
      }
    }
  }

  /// The comments that the child of EDITED at `node` brings along into a container of CURRENT.
  func comments(of node: Document.Node, asChildOf container: Document.Node) -> [UInt8] {
    comments.text(of: edited.start(node), layout, in: container)
  }

  mutating func push(_ task: Task) { tasks.append(task) }

  /// Where a container begins: the edits and the tasks from here on are about what is in it.
  struct Start {
    fileprivate let edits: SourceEdits.Checkpoint
    fileprivate let tasks: Int
  }

  var start: Start { Start(edits: edits.checkpoint, tasks: tasks.count) }

  /// Gives a container that began at `start` other children, when all in it is done.
  mutating func rewrite(
    _ node: Document.Node, _ children: [Range<Int>], as slots: [ContainerRewrite.Slot], from start: Start,
    _ spot: MergeSpot
  ) {
    let patch = ContainerPatch(node: node, children: .ranges(children), slots: slots, checkpoint: start.edits)
    tasks.insert(.finish(patch), at: start.tasks)
  }

  private mutating func container(_ versions: Versions, _ spot: MergeSpot) {
    guard let node = versions.current else { return }
    // A value of another kind in PRISTINE is none, nor is another entity.
    let inPristine = versions.pristine.flatMap {
      pristine.kind($0) == current.kind(node)
        && facts.isOneEntity(Value(pristine, $0), Value(current, node), spot)
        ? $0 : nil
    }
    if current.kind(node) == .object {
      // What EDITED has of an entity that stays although it was deleted there is a mark.
      if let inEdited = versions.edited, edited.kind(inEdited) == .object, !facts.isKept(.current, node),
        facts.isOneEntity(Value(edited, inEdited), Value(current, node), spot)
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
}
