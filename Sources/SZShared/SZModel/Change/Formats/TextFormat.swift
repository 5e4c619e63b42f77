internal import SZJSON

/// Writes a change for people: a path, and below it lines that begin with `-` or `+`.
///
/// It is for reading only: long values are shortened, unless all of it is wanted.
public struct TextFormat {
  private let tree: ChangeTree
  private let colors: Bool
  /// Whether long values are written whole.
  private let isWhole: Bool
  private var output: [UInt8] = []
  private var path = Array("$".utf8)
  /// How long the path was before each open item.
  private var lengths: [Int] = []
  /// How much longer the new list is than the old one so far, for each open list.
  private var shifts: [Int] = []

  /// How many characters of a value are shown at most.
  private static let width = 100

  public static func text(_ tree: ChangeTree, colors: Bool, isWhole: Bool = false) -> [UInt8] {
    var format = TextFormat(tree: tree, colors: colors, isWhole: isWhole)
    tree.walk(&format)
    return TerminalText.safe(format.output)
  }

  private init(tree: ChangeTree, colors: Bool, isWhole: Bool) {
    self.isWhole = isWhole
    self.tree = tree
    self.colors = colors
  }

  private mutating func write(_ entity: ChangeTree.Entity, _ index: ItemIndex) {
    let name = entityName(of: index)
    for child in tree.children(of: index) {
      switch tree[child] {
      case .from(let path): head("  (\(words("moved", name)) from \(TextFormat.characters(path)))")
      case .to(let path): head("  (\(words("moved", name)) to \(TextFormat.characters(path)))")
      case .identity, .entityName: continue
      default: break
      }
    }
    switch entity.state {
    case .created: head("  (\(words("created", name)))")
    case .deleted: head("  (\(words("deleted", name)))")
    case .updated, .untouched: break
    }
  }

  private func words(_ verb: String, _ name: String?) -> String { name.map { verb + " " + $0 } ?? verb }

  private static func characters(_ value: Value) -> String { value.document.string(value.node) }

  /// What the model calls the entity that an item is the change of.
  private func entityName(of index: ItemIndex) -> String? {
    for child in tree.children(of: index) {
      switch tree[child] {
      case .entityName(let name): return TextFormat.characters(name)
      case .identity: continue
      default: return nil
      }
    }
    return nil
  }

  private mutating func write(_ name: Value, _ old: Value?, _ new: Value?, in parent: ItemIndex?) {
    switch parent.flatMap({ tree[$0].entity?.state }) {
    case .created: line(.added, new, name: name)
    case .deleted: line(.removed, old, name: name)
    case .updated, .untouched, nil:
      // What is as it was stands beside what is not where they are a unit.
      if let old, let new, old.isEqual(new, exactNumbers: true) { return }
      let entity = parent.flatMap { entityName(of: $0) }
      head(entity.map { "  (\($0))" } ?? "", below: TextFormat.step(name))
      line(.removed, old)
      line(.added, new)
    }
  }

  /// What goes is shown by its index in the old list, what only comes by its index in the new one.
  private mutating func write(hunk: ChangeTree.Hunk) {
    let shift = shifts.last ?? 0
    head("", below: TextFormat.step(hunk.shownIndex ?? (hunk.old.isEmpty ? hunk.at + shift : hunk.at)))
    if !shifts.isEmpty { shifts[shifts.count - 1] = shift + tree.count(hunk.new) - tree.count(hunk.old) }
    for value in tree.values(hunk.before.stretch) { line(.context, value) }
    for value in tree.values(hunk.old) { line(.removed, value) }
    for value in tree.values(hunk.new) { line(.added, value) }
    for value in tree.values(hunk.after.stretch) { line(.context, value) }
  }

  private mutating func write(move: ChangeTree.Hunk, in toMany: ItemIndex?) {
    if move.new.isEmpty { return }
    head(move.old.isEmpty ? "  (placed)" : "  (moved)")
    let names = toMany.flatMap { toMany in
      tree.children(of: toMany).first { tree[$0].entity != nil }.map { tree.identity(of: $0).map(\.name) }
    }
    for value in tree.values(move.new) { line(.moved, identity(value, names)) }
    if let neighbour = tree.values(move.before.stretch).last {
      place("after", identity(neighbour, names))
    } else if let neighbour = tree.values(move.after.stretch).first {
      place("before", identity(neighbour, names))
    }
  }

  /// An identity as an order has it: one of several parts as paths have it, with the names of its parts.
  private func identity(_ value: Value, _ names: [[UInt8]]?) -> [UInt8] {
    if let names, names.count > 1, value.kind == .array {
      let parts = value.document.elements(value.node).map { Value(value.document, $0) }
      if parts.count == names.count { return IdentitySelector.text(Array(zip(names, parts))) }
    }
    var text: [UInt8] = []
    value.appendCompact(to: &text)
    return text
  }

  /// What a set lost and gained: of a value that it has several times, as many as the numbers differ.
  private mutating func writeSet(_ old: ChangeTree.Stretch, _ new: ChangeTree.Stretch) {
    head("  (set)")
    let counts = SetCounts(tree, old: old, new: new, Hashing())
    for entry in counts.entries {
      for value in entry.old.dropFirst(entry.new.count) { line(.removed, value) }
    }
    for entry in counts.entries { for value in entry.new.dropFirst(entry.old.count) { line(.added, value) } }
  }

  private static func step(_ name: Value) -> [UInt8] {
    var step: [UInt8] = []
    PathText.appendStep(name.document.characters(name.node), to: &step)
    return step
  }

  private static func step(_ index: Int) -> [UInt8] { Array("[\(index)]".utf8) }

  private enum Mark: String {
    case removed = "-"
    case added = "+"
    case moved = ">"
    case context = " "

    var color: String {
      switch self {
      case .removed: "\u{1B}[31m"
      case .added: "\u{1B}[32m"
      case .moved: "\u{1B}[33m"
      case .context: ""
      }
    }
  }

  private mutating func head(_ note: String, below step: [UInt8] = []) {
    if colors { emit("\u{1B}[1m") }
    output += path
    output += step
    emit(note)
    if colors { emit("\u{1B}[0m") }
    emit("\n")
  }

  private mutating func line(_ mark: Mark, _ value: Value?, name: Value? = nil) {
    guard let value else { return }
    var text: [UInt8] = []
    value.appendCompact(to: &text)
    line(mark, text, name: name)
  }

  private mutating func line(_ mark: Mark, _ text: [UInt8], name: Value? = nil) {
    if colors { emit(mark.color) }
    emit(mark.rawValue + " ")
    if let name {
      name.appendCompact(to: &output)
      emit(": ")
    }
    output += isWhole ? text : ShortText.ends(text, width: TextFormat.width)
    if colors, mark != .context { emit("\u{1B}[0m") }
    emit("\n")
  }

  private mutating func place(_ word: String, _ neighbour: [UInt8]) {
    emit("  \(word) ")
    output += neighbour
    emit("\n")
  }

  private mutating func emit(_ text: String) { output += text.utf8 }
}

extension TextFormat: ChangeVisitor {
  public mutating func enter(_ item: ChangeTree.Item, at index: ItemIndex, in parent: ItemIndex?) -> Bool {
    lengths.append(path.count)
    switch item {
    case .value(let old, let new):
      head(old == nil ? "  (created)" : new == nil ? "  (deleted)" : "")
      line(.removed, old)
      line(.added, new)
    case .entity(let entity):
      // Only a member of a to-many is told by its identity, a single object by its name or index.
      if let parent, case .toMany = tree[parent] { path += IdentitySelector.text(tree.identity(of: index)) }
      write(entity, index)
    case .attribute(let name, let old, let new):
      write(name, old, new, in: parent)
    case .relationship(let name): path += TextFormat.step(name)
    case .move(let hunk): write(move: hunk, in: parent)
    case .hunk(let hunk): write(hunk: hunk)
    case .edit(let at, _): path += TextFormat.step(at)
    case .set(let old, let new): writeSet(old, new)
    case .list: shifts.append(0)
    case .identity, .entityName, .from, .to, .instead, .context, .replacement, .toMany: break
    }
    return true
  }

  public mutating func leave(_ item: ChangeTree.Item, at index: ItemIndex) {
    if let length = lengths.popLast() { path.removeSubrange(length...) }
    if case .list = item { shifts.removeLast() }
  }
}
