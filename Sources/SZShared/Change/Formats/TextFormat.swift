/// Writes a change for people: a path, and below it lines that begin with `-` or `+`.
///
/// It is for reading only: long values are shortened.
package struct TextFormat {
  private let tree: ChangeTree
  private let colors: Bool
  private var output: [UInt8] = []
  private var path = Array("$".utf8)
  /// Where the path is cut when the walk reaches an item.
  private var cuts: [(end: Int, length: Int)] = []
  /// The open items that hold entities, and whether they are to-manys.
  private var containers: [(end: Int, isToMany: Bool)] = []

  /// How many characters of a value are shown at most.
  private static let width = 100

  package static func text(_ tree: ChangeTree, colors: Bool) -> [UInt8] {
    var format = TextFormat(tree: tree, colors: colors)
    format.run()
    return TerminalText.safe(format.output)
  }

  private init(tree: ChangeTree, colors: Bool) {
    self.tree = tree
    self.colors = colors
  }

  private mutating func run() {
    var index = 0
    while index < tree.items.count {
      while let cut = cuts.last, cut.end <= index {
        path.removeSubrange(cut.length...)
        cuts.removeLast()
      }
      while let last = containers.last, last.end <= index { containers.removeLast() }
      index = write(index)
    }
  }

  private mutating func write(_ index: Int) -> Int {
    let item = tree.items[index]
    switch item.role {
    case .value:
      head("")
      line(.removed, item.old)
      line(.added, item.new)
      return item.end
    case .entity: return writeEntity(index)
    case .relationship:
      containers.append((item.end, false))
      descend(item, by: item.name.map { TextFormat.step($0) } ?? [])
      return index + 1
    case .hunk: return writeHunk(index)
    case .move:
      let values = tree.values(index, .new)
      if values.isEmpty { return item.end }
      let verb = tree.values(index, .old).isEmpty ? "placed" : "moved"
      head("  (\(verb))")
      for value in values { line(.moved, value) }
      place(tree.values(index, .before), "after")
      if tree.values(index, .before).isEmpty { place(tree.values(index, .after), "before") }
      return item.end
    case .toMany, .list:
      containers.append((item.end, item.role == .toMany))
      return index + 1
    case .identity, .entityName, .attribute, .before, .old, .new, .after: return item.end
    }
  }

  private mutating func writeEntity(_ index: Int) -> Int {
    let item = tree.items[index]
    // Only a member of a to-many is told by its identity, a single object by its name or index.
    let isMember = containers.last?.isToMany ?? false
    descend(item, by: isMember ? selector(tree.identity(of: index)) : [])
    if item.state == .created || item.state == .deleted {
      head(item.state == .created ? "  (created)" : "  (deleted)")
    }
    var next = item.end
    for child in tree.children(index) {
      let part = tree.items[child]
      if part.role == .relationship {
        next = child
        break
      }
      guard part.role == .attribute, !part.isFull, let name = part.name else { continue }
      if item.state == .updated {
        let length = path.count
        path += TextFormat.step(name)
        head("")
        path.removeSubrange(length...)
        line(.removed, part.old)
        line(.added, part.new)
      } else {
        line(item.state == .created ? .added : .removed, part.old ?? part.new, name: name)
      }
    }
    return next
  }

  /// What selects the entity among others: each part of its identity with its value, save those that are absent.
  private func selector(_ identity: [(name: [UInt8], value: Value)]) -> [UInt8] {
    var selector: [UInt8] = []
    for part in identity where part.value.kind != .null {
      selector.append(UInt8(ascii: selector.isEmpty ? "[" : ","))
      let names = IdentityPath(part.name)?.steps.map(\.characters) ?? [part.name]
      for (number, name) in names.enumerated() {
        if number > 0 { selector.append(UInt8(ascii: ".")) }
        PathText.appendName(name, to: &selector)
      }
      selector.append(UInt8(ascii: "="))
      part.value.appendCompact(to: &selector)
    }
    if !selector.isEmpty { selector.append(UInt8(ascii: "]")) }
    return selector
  }

  private mutating func writeHunk(_ index: Int) -> Int {
    let item = tree.items[index]
    if item.number < 0 {
      writeSet(index)
      return item.end
    }
    let place = Array("[\(item.number)]".utf8)
    if tree.isEdit(index) {
      descend(item, by: place)
      return index + 1
    }
    let length = path.count
    path += place
    head("")
    path.removeSubrange(length...)
    for value in tree.values(index, .before) { line(.context, value) }
    for value in tree.values(index, .old) { line(.removed, value) }
    for value in tree.values(index, .new) { line(.added, value) }
    for value in tree.values(index, .after) { line(.context, value) }
    return item.end
  }

  /// What a set lost and gained: of a value that it has several times, as many as the numbers differ.
  private mutating func writeSet(_ hunk: Int) {
    head("  (set)")
    let counts = SetCounts(tree, hunk: hunk, Hashing())
    for entry in counts.entries {
      for value in entry.old.dropFirst(entry.new.count) { line(.removed, value) }
    }
    for entry in counts.entries { for value in entry.new.dropFirst(entry.old.count) { line(.added, value) } }
  }

  private mutating func descend(_ item: ChangeTree.Item, by step: [UInt8]) {
    cuts.append((item.end, path.count))
    path += step
  }

  private static func step(_ name: Value) -> [UInt8] {
    var step: [UInt8] = []
    PathText.appendStep(name.document.characters(name.node), to: &step)
    return step
  }

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

  private mutating func head(_ note: String) {
    if colors { emit("\u{1B}[1m") }
    output += path
    emit(note)
    if colors { emit("\u{1B}[0m") }
    emit("\n")
  }

  private mutating func line(_ mark: Mark, _ value: Value?, name: Value? = nil) {
    guard let value else { return }
    if colors { emit(mark.color) }
    emit(mark.rawValue + " ")
    if let name {
      name.appendCompact(to: &output)
      emit(": ")
    }
    var text: [UInt8] = []
    value.appendCompact(to: &text)
    output += TextFormat.shortened(text)
    if colors, mark != .context { emit("\u{1B}[0m") }
    emit("\n")
  }

  private mutating func place(_ neighbours: [Value], _ word: String) {
    guard let neighbour = word == "after" ? neighbours.last : neighbours.first else { return }
    emit("  \(word) ")
    neighbour.appendCompact(to: &output)
    emit("\n")
  }

  /// The text with its middle left out when it is long.
  private static func shortened(_ text: [UInt8]) -> [UInt8] {
    guard text.count > width else { return text }
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    guard scalars.count > width else { return text }
    let half = (width - 5) / 2
    return Array((String(scalars.prefix(half)) + " ... " + String(scalars.suffix(half))).utf8)
  }

  private mutating func emit(_ text: String) { output += text.utf8 }
}
