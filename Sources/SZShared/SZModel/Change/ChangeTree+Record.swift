internal import SZJSON

extension ChangeTree {
  /// What an item is, without what it says: the cases of ``Item``.
  public enum Kind: UInt8, BitwiseCopyable, Sendable {
    case value, entity, identity, entityName, from, to, instead, attribute, context, relationship,
      replacement, toMany, move, list, hunk,
      edit, set
  }

  /// An item as it is kept. It has no references, so that looking at one takes hold of no document.
  struct Record: BitwiseCopyable, Sendable {
    let kind: Kind
    /// Of an entity its state and what else is said with yes or no.
    var flags: UInt8 = 0
    // The end in 48 bits, so that a record has 32 bytes.
    private var highEnd: UInt16 = 0
    private var lowEnd: UInt32 = 0
    /// Values by their words in the ``ValueTable``, or numbers.
    var words: (UInt64, UInt64, UInt64)

    init(
      _ kind: Kind, _ first: UInt64 = ValueTable.none, _ second: UInt64 = ValueTable.none,
      _ third: UInt64 = ValueTable.none
    ) {
      self.kind = kind
      words = (first, second, third)
    }

    /// The number of the item behind its subtree.
    var end: Int {
      @inline(__always) get { Int(highEnd) &<< 32 | Int(lowEnd) }
      set { (highEnd, lowEnd) = (UInt16(newValue >> 32), UInt32(truncatingIfNeeded: newValue)) }
    }
  }

  public subscript(_ index: ItemIndex) -> Item {
    get { item(records[index.number]) }
    set {
      let end = records[index.number].end
      records[index.number] = record(newValue)
      records[index.number].end = end
    }
  }

  /// What an item is.
  @inline(__always) public func kind(of index: ItemIndex) -> Kind { records[index.number].kind }

  /// What happened to the entity that an item is of; nil for any other item.
  @inline(__always) public func state(of index: ItemIndex) -> EntityState? {
    records[index.number].state
  }

  /// Adds a record, and answers its place.
  mutating func add(_ record: Record) -> ItemIndex {
    records.append(record)
    records[records.count - 1].end = records.count
    return ItemIndex(records.count - 1)
  }

  /// Says what is known of an entity at its item.
  mutating func say(_ entity: Entity, at index: ItemIndex) {
    let end = records[index.number].end
    records[index.number] = Record(entity, &table)
    records[index.number].end = end
  }

  /// The first node that an item of the first document names.
  @inline(__always) func firstNode(_ index: ItemIndex) -> Document.Node {
    Document.Node(Int(records[index.number].words.0))
  }

  private func item(_ record: Record) -> Item {
    let (first, second, third) = record.words
    switch record.kind {
    case .value: return .value(old: table.value(first), new: table.value(second))
    case .entity: return .entity(record.entity(table))
    case .identity: return .identity(name: table[first], table[second])
    case .entityName: return .entityName(table[first])
    case .from: return .from(table[first])
    case .to: return .to(table[first])
    case .instead: return .instead(old: table.value(first), new: table.value(second))
    case .attribute:
      return .attribute(name: table[first], old: table.value(second), new: table.value(third))
    case .context: return .context(name: table[first], old: table[second])
    case .relationship: return .relationship(name: table[first])
    case .replacement: return .replacement
    case .toMany: return .toMany
    case .move: return .move(hunks[Int(first)])
    case .list: return .list
    case .hunk: return .hunk(hunks[Int(first)])
    case .edit:
      return .edit(
        at: Int(Int64(bitPattern: first)), is: second == ValueTable.none ? nil : traits[Int(second)])
    case .set: return .set(old: hunks[Int(first)].old, new: hunks[Int(first)].new)
    }
  }

  mutating func record(_ item: Item) -> Record {
    switch item {
    case .value(let old, let new): return Record(.value, table.word(old), table.word(new))
    case .entity(let entity): return Record(entity, &table)
    case .identity(let name, let value): return Record(.identity, table.word(name), table.word(value))
    case .entityName(let name): return Record(.entityName, table.word(name))
    case .from(let path): return Record(.from, table.word(path))
    case .to(let path): return Record(.to, table.word(path))
    case .instead(let old, let new): return Record(.instead, table.word(old), table.word(new))
    case .attribute(let name, let old, let new):
      return Record(.attribute, table.word(name), table.word(old), table.word(new))
    case .context(let name, let old): return Record(.context, table.word(name), table.word(old))
    case .relationship(let name): return Record(.relationship, table.word(name))
    case .replacement: return Record(.replacement)
    case .toMany: return Record(.toMany)
    case .move(let hunk): return Record(.move, number(hunk))
    case .list: return Record(.list)
    case .hunk(let hunk): return Record(.hunk, number(hunk))
    case .edit(let at, let members):
      if let members { traits.append(members) }
      return Record(
        .edit, UInt64(bitPattern: Int64(at)), members == nil ? ValueTable.none : UInt64(traits.count - 1))
    case .set(let old, let new): return Record(.set, number(Hunk(at: 0, old: old, new: new)))
    }
  }

  mutating func number(_ hunk: Hunk) -> UInt64 {
    hunks.append(hunk)
    return UInt64(hunks.count - 1)
  }
}

extension ChangeTree.Record {
  private static let entireOld: UInt8 = 4
  private static let parentDeleted: UInt8 = 8
  private static let grouped: UInt8 = 16

  fileprivate init(_ entity: ChangeTree.Entity, _ table: inout ChangeTree.ValueTable) {
    // A change that was read has groups, one that was compared has nodes.
    let (old, new) = (entity.oldNode ?? .nowhere, entity.newNode ?? .nowhere)
    self.init(
      .entity, entity.group.map { table.word($0) } ?? UInt64(bitPattern: Int64(old.index)),
      UInt64(bitPattern: Int64(new.index)), UInt64(bitPattern: Int64(entity.oldIndex ?? -1)))
    flags =
      entity.state.rawValue | (entity.hasEntireOld ? Self.entireOld : 0)
      | (entity.parentWasDeleted ? Self.parentDeleted : 0) | (entity.group == nil ? 0 : Self.grouped)
  }

  @inline(__always) fileprivate var state: ChangeTree.EntityState? {
    kind == .entity ? ChangeTree.EntityState(rawValue: flags & 3) : nil
  }

  fileprivate func entity(_ table: ChangeTree.ValueTable) -> ChangeTree.Entity {
    func number(_ word: UInt64) -> Int { Int(Int64(bitPattern: word)) }
    func node(_ word: UInt64) -> Document.Node? { number(word) < 0 ? nil : Document.Node(number(word)) }
    let isGrouped = flags & Self.grouped != 0
    var entity = ChangeTree.Entity(
      state ?? .untouched, hasEntireOld: flags & Self.entireOld != 0,
      oldIndex: number(words.2) < 0 ? nil : number(words.2), oldNode: isGrouped ? nil : node(words.0),
      newNode: node(words.1))
    entity.parentWasDeleted = flags & Self.parentDeleted != 0
    if isGrouped { entity.group = table[words.0] }
    return entity
  }
}

extension ChangeTree {
  /// Values as words: the number of the document above, the index of the node below. Of a change that refers to very many documents,
  /// the values in all but the first few are kept as they are.
  struct ValueTable: Sendable {
    /// The word of no value.
    static let none = UInt64.max
    private static let shift: UInt64 = 60
    /// The number that stands for all documents from there on.
    private static let most = 15

    private var documents: [Document] = []
    private var others: [Value] = []

    @inline(__always) mutating func word(_ value: Value) -> UInt64 {
      for number in documents.indices where documents[number] === value.document {
        return UInt64(number) &<< ValueTable.shift | UInt64(value.node.index)
      }
      return added(value)
    }

    @inline(__always) mutating func word(_ value: Value?) -> UInt64 {
      if let value { word(value) } else { ValueTable.none }
    }

    @inline(never) private mutating func added(_ value: Value) -> UInt64 {
      if documents.count < ValueTable.most {
        documents.append(value.document)
        return UInt64(documents.count - 1) &<< ValueTable.shift | UInt64(value.node.index)
      }
      others.append(value)
      return UInt64(ValueTable.most) &<< ValueTable.shift | UInt64(others.count - 1)
    }

    @inline(__always) subscript(_ word: UInt64) -> Value {
      let number = Int(truncatingIfNeeded: word &>> ValueTable.shift)
      let index = Int(truncatingIfNeeded: word & (1 &<< ValueTable.shift &- 1))
      return number == ValueTable.most ? others[index] : Value(documents[number], Document.Node(index))
    }

    @inline(__always) func value(_ word: UInt64) -> Value? { word == ValueTable.none ? nil : self[word] }
  }
}
