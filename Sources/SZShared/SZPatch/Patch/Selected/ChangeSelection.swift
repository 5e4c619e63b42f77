internal import SZJSON
internal import SZModel

/// Finds what paths leave of a change: the parts whose places in the target are in, by `--only` and `--ignore`.
///
/// A place is at a path when it is so before the change or after it. What comes, goes or is replaced is in when its place itself is;
/// the indexes of elements without an identity are those that the change says, of others those in the target and in what the
/// whole change makes of it.
///
/// Law: of a document that the change was made from, the parts that are left make the new one at the places that are in, and leave the
/// old one at all others.
struct ChangeSelection {
  let tree: ChangeTree
  let target: Document
  let rules: Rules
  /// The names of the attributes of the units that paths say, by the labels of the selection.
  var unitNames: [[MemberName]] = []
  let hashing: Hashing
  /// Whether the target is the document that the change was made from, and the change as the comparison left it.
  var isOrigin = false
  /// What is left, as far as it is made; it has the values of the change from the start.
  var result: ChangeTree
  /// The parts that are out, with all below them.
  private(set) var isOut: [Bool]
  /// What stands in the place of hunks that paths divide.
  var divided: [ItemIndex: [ChangeTree.Item]] = [:]
  /// The elements that are edited in place, where they were found.
  var edited: [ItemIndex: Document.Node] = [:]
  /// The indexes that members of a change turned round get.
  var oldIndexes: [ItemIndex: Int] = [:]
  /// Whether a part of a list change is left, or one that edits elements.
  var hasPartialLists = false
  /// How many elements are replaced that are not in themselves, only something in them.
  var partlyIn = 0
  /// How many moves to another parent are in at one end only.
  var halfMoves = 0
  /// The members by which entities come, go or move although they are ignored.
  var ignoredKeys: [[UInt8]] = []
  private var tasks: [Task] = []

  /// A change of a value that is still to be looked at.
  private struct Task {
    let item: ItemIndex
    let node: Document.Node?
    let place: Rules.Place
  }

  init(_ tree: ChangeTree, on target: Document, _ rules: Rules, _ hashing: Hashing) {
    self.tree = tree
    self.target = target
    self.rules = rules
    self.hashing = hashing
    result = tree.emptied()
    isOut = [Bool](repeating: false, count: tree.endIndex.number)
  }

  /// Looks at the whole change, from `root` on.
  mutating func run(from root: Rules.Place) {
    look(at: .root, target.root, root)
    while let task = tasks.popLast() { run(task) }
  }

  mutating func leaveOut(_ item: ItemIndex) { isOut[item.number] = true }

  /// Looks at a change of a value later, if it is not in with all below it.
  mutating func look(at item: ItemIndex, _ node: Document.Node?, _ place: Rules.Place?) {
    if let place, place.path != nil { tasks.append(Task(item: item, node: node, place: place)) }
  }

  private mutating func run(_ task: Task) {
    let (item, node, place) = (task.item, task.node, task.place)
    if rules.isLeftOut(place) || tree.isWhole(item) && !rules.isIn(place) { return leaveOut(item) }
    switch tree[item] {
    case .entity(let entity):
      if entity.state != .created, entity.state != .deleted {
        members(of: item, node, entityPlace(of: item, node, place))
      }
    case .toMany: toMany(item, node, place)
    case .list: list(item, node, place)
    case .set(let old, let new):
      let indexes = indexes(node, place)
      func values(_ stretch: ChangeTree.Stretch) -> [Value] {
        tree.values(stretch).filter { value in
          let found = indexes.isEmpty ? [] : indexes[hash(value)] ?? []
          return rules.isIn(rules.element(place, at: found) { ChangedValue.answers($0, [value]) })
        }
      }
      let (olds, news) = (values(old), values(new))
      if olds.isEmpty, news.isEmpty { return leaveOut(item) }
      divided[item] = [.set(old: result.add(olds), new: result.add(news))]
    case .value, .identity, .entityName, .from, .to, .instead, .attribute, .context, .relationship,
      .replacement, .move, .hunk, .edit:
      break
    }
  }

  /// Where the elements of a set stand in the target, by their hashes: equal ones are one. None where no path tells them apart.
  private func indexes(_ node: Document.Node?, _ place: Rules.Place) -> [UInt64: [(index: Int, count: Int?)]]
  {
    guard let node, target.kind(node) == .array, !rules.treatsElementsAlike(place) else { return [:] }
    let elements = Array(target.elements(node))
    var indexes: [UInt64: [(index: Int, count: Int?)]] = [:]
    for (index, element) in elements.enumerated() {
      indexes[hash(Value(target, element)), default: []].append((index, elements.count))
    }
    return indexes
  }

  func hash(_ value: Value) -> UInt64 { ValueHash.of(value.document, value.node, hashing) }
}
