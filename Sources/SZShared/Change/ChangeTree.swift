/// A change: what turns one document into another.
///
/// The tree is a flat list of items in pre-order, so that neither making, walking nor freeing one recurses, however
/// deep the documents are. The values in it stay where they are, in the documents that it refers to. It is what `sz-diff`
/// makes, every format is written from and read into, and `sz-patch` applies.
///
/// Grammar, an item's children in parentheses:
///
///     root      = nothing | value | relation
///     relation  = entity | toMany | list
///     entity    (identity* entityName? attribute* relationship*)
///     relationship (relation)
///     toMany    (entity* move*)            move  (before* old* new* after*)
///     list      (hunk*)                    hunk  (before* old* new* after* | relation)
package struct ChangeTree: Sendable {
  package enum Role: UInt8, Sendable {
    /// The whole document: `old` and `new`.
    case value
    case entity
    /// A member that identifies its entity: `name` and `new`.
    case identity
    /// The entity's type: `new`.
    case entityName
    /// `name`, with `old` and `new` as they are there.
    case attribute
    /// `name`; its one child says what changed.
    case relationship
    case toMany
    /// A hunk of a to-many's order. `new` are members that come to stand between `before` and `after`; `old` are members that
    /// stood at `number` in the old order and do so no more.
    case move
    case list
    /// `number` is an index in the old array; -1 for the hunk of a set.
    case hunk
    // Stretches of elements or identities: `number` siblings from `new` on (an empty one, of context, says that nothing is
    // known there, where no stretch at all means the end of the list), or as many nodes of its document from
    // ``ChangeTree/nodes`` on.
    case before, old, new, after
  }

  /// What happened to an entity, told by its attributes.
  package enum EntityState: UInt8, Sendable {
    /// No attributes: only its relationships changed, or it is named for its identity.
    case untouched
    case created, updated, deleted
  }

  package struct Item: Sendable {
    package var role: Role
    package var state = EntityState.untouched
    /// The entity's attributes are in the form of `--full-old`; an attribute is there for reading only.
    package var isFull = false
    package var parentWasDeleted = false
    /// The list is a set: its one hunk says which values it gains and loses, whatever their order.
    package var isSet = false
    package var name: Value?
    package var old: Value?
    package var new: Value?
    /// An index, a count, or of a deleted entity its index in the old order (-1: it stood at the end).
    package var number = -1
    /// The item behind the subtree.
    package var end = 0
    /// Where the nodes of a scattered stretch begin in ``ChangeTree/nodes``; -1 for one of siblings.
    package var firstNode = -1
    /// Where the item stands in the change that it was read from, in bytes; 0 for one that was not read.
    package var offset = 0

    package init(_ role: Role) { self.role = role }
  }

  package var items: [Item] = []
  /// The nodes of stretches that are no siblings.
  package var nodes: [Document.Node] = []
  /// Whether ``reverse()`` has turned it round: then the moves of a to-many say where its members stood, not where they go.
  package private(set) var isReversed = false

  package init() {}

  /// Whether nothing changed.
  package var isEmpty: Bool { items.isEmpty }

  /// Adds an item that ``close(_:)`` will give its end.
  package mutating func open(_ item: Item) -> Int {
    items.append(item)
    return items.count - 1
  }

  package mutating func close(_ index: Int) { items[index].end = items.count }

  /// Adds an item without children.
  package mutating func add(_ item: Item) {
    items.append(item)
    items[items.count - 1].end = items.count
  }

  /// Takes the item at `index`, the last that was opened, back with all below it.
  package mutating func withdraw(_ index: Int) { items.removeSubrange(index...) }

  /// The children of an item, or with nil the root.
  package func children(_ index: Int) -> Children {
    Children(tree: self, index: index + 1, end: items[index].end)
  }

  package struct Children: Sequence, IteratorProtocol {
    let tree: ChangeTree
    var index: Int
    let end: Int

    package mutating func next() -> Int? {
      guard index < end else { return nil }
      defer { index = tree.items[index].end }
      return index
    }
  }

  /// Whether a hunk edits an element in place.
  package func isEdit(_ hunk: Int) -> Bool {
    items[hunk].role == .hunk && hunk + 1 < items[hunk].end
      && [.entity, .list, .toMany].contains(items[hunk + 1].role)
  }

  /// Whether elements of a list are edited at an item or below it.
  package func hasEdits(_ index: Int) -> Bool { (index..<items[index].end).contains { isEdit($0) } }

  /// Appends the stretches of one role among the children of a hunk or move, without white space, commas between the
  /// values; answers whether there are any.
  package func appendValues(_ index: Int, _ role: Role, to output: inout [UInt8]) -> Bool {
    var hasAny = false
    for child in children(index) where items[child].role == role {
      guard let first = items[child].new, items[child].number > 0 else { continue }
      if hasAny { output.append(UInt8(ascii: ",")) }
      hasAny = true
      let document = first.document
      guard items[child].firstNode < 0 else {
        let range = items[child].firstNode..<items[child].firstNode + items[child].number
        for index in range {
          if index > range.lowerBound { output.append(UInt8(ascii: ",")) }
          let ahead = index + Prefetch.distance
          if ahead < range.upperBound {
            let text = document.range(nodes[ahead])
            document.bytes.prefetch(text.lowerBound)
            document.bytes.prefetch(text.upperBound)
          }
          Value(document, nodes[index]).appendCompact(to: &output)
        }
        continue
      }
      ChangeTree.appendSiblings(document, first.node, count: items[child].number, to: &output)
    }
    return hasAny
  }

  /// Appends `count` siblings without white space. Scalars with nothing but a comma between them are copied in one piece.
  private static func appendSiblings(
    _ document: Document, _ first: Document.Node, count: Int, to output: inout [UInt8]
  ) {
    var run = document.start(first)..<document.start(first)
    func flush(_ output: inout [UInt8]) {
      document.bytes.append(run, to: &output)
    }
    var node = first
    for number in 0..<count {
      let range = document.range(node)
      let isScalar = !document.kind(node).isContainer
      if number > 0, !isScalar || range.lowerBound != run.upperBound + 1 {
        flush(&output)
        output.append(UInt8(ascii: ","))
        run = range.lowerBound..<range.lowerBound
      }
      if isScalar {
        run = run.lowerBound..<range.upperBound
      } else {
        Reformatter.append(document.bytes, range, style: .compact, to: &output)
        run = range.upperBound..<range.upperBound
      }
      node = document.next(node)
    }
    flush(&output)
  }

  /// The values of the stretches of one role among the children of a hunk or move.
  package func values(_ index: Int, _ role: Role) -> [Value] {
    var values: [Value] = []
    for child in children(index) where items[child].role == role {
      guard let first = items[child].new else { continue }
      if items[child].firstNode >= 0 {
        let range = items[child].firstNode..<items[child].firstNode + items[child].number
        values += nodes[range].map { Value(first.document, $0) }
        continue
      }
      var node = first.node
      for _ in 0..<items[child].number {
        values.append(Value(first.document, node))
        node = first.document.next(node)
      }
    }
    return values
  }

  /// The identifying members of an entity change.
  package func identity(of entity: Int) -> [(name: [UInt8], value: Value)] {
    var parts: [(name: [UInt8], value: Value)] = []
    for child in children(entity) {
      let part = items[child]
      guard part.role == .identity, let name = part.name, let value = part.new else { continue }
      parts.append((name.document.characters(name.node), value))
    }
    return parts
  }

  /// Turns the change round: what it made of `a`, it makes `a` again. Item by item, so that the numbers of the items stay.
  package mutating func reverse() {
    isReversed.toggle()
    // How much longer the new list is than the old one, up to each hunk, for every open list.
    var shifts: [(end: Int, shift: Int)] = []
    for index in items.indices {
      while let last = shifts.last, last.end <= index { shifts.removeLast() }
      switch items[index].role {
      case .list: shifts.append((items[index].end, 0))
      case .hunk:
        let grown = values(index, .new).count - values(index, .old).count
        if let last = shifts.indices.last, items[index].number >= 0 {
          items[index].number = max(0, items[index].number + shifts[last].shift)
          shifts[last].shift += grown
        }
        for child in Array(children(index)) {
          switch items[child].role {
          case .old: items[child].role = .new
          case .new: items[child].role = .old
          default: break
          }
        }
      case .entity:
        switch items[index].state {
        case .created: items[index].state = .deleted
        case .deleted: items[index].state = .created
        case .updated, .untouched: break
        }
      case .attribute where !items[index].isFull, .value:
        (items[index].old, items[index].new) = (items[index].new, items[index].old)
      default: break
      }
    }
  }
}
