/// A random graph of entities under a random model: lists that own items in order or as sets, items that are tasks, own notes without
/// identity and refer to lists and tags, nested or by table; and what random edits make of it.
package struct RandomGraph {
  /// What the model of a run is like.
  package struct Shape: Sendable {
    package let isTables: Bool
    let listsAreOrdered: Bool
    let itemsAreOrdered: Bool
    let tagsAreOrdered: Bool
    let notesAreOrdered: Bool
    /// The identity of an item is its own only in its list.
    let itemsAreScoped: Bool
    let hasUnits: Bool

    package init(_ generator: inout SeededGenerator) {
      isTables = generator.chance(3)
      listsAreOrdered = generator.chance(2)
      itemsAreOrdered = generator.chance(2)
      tagsAreOrdered = generator.chance(2)
      notesAreOrdered = !generator.chance(3)
      itemsAreScoped = generator.chance(6)
      hasUnits = generator.chance(2)
    }

    package var model: String {
      let root =
        isTables
        ? #"{"tables":{"lists":{"entity":"List","ordered":\#(listsAreOrdered)},"items":{"entity":"Item","ordered":\#(itemsAreOrdered)},"tags":"Tag"}}"#
        : #""App""#
      return """
        {"root":\(root),"entities":{
        "App":{"identity":"guid","attributes":{"guid":"string","title":"string"},"relationships":{
          "lists":{"destination":"List","many":true,"ordered":\(listsAreOrdered),"deleteRule":"cascade"},
          "tags":{"destination":"Tag","many":true,"deleteRule":"cascade"}}},
        "List":{"identity":"id","attributes":{"id":"uuid","name":"string","at":"date"},"relationships":{
          "items":{"destination":"Item","many":true,"ordered":\(itemsAreOrdered),"deleteRule":"cascade"},
          "top":{"destination":"Item","deleteRule":"cascade"}}},
        "Item":{"identity":"n","scope":"\(itemsAreScoped ? "parent" : "document")",
          "attributes":{"n":"integer","a":"integer","at":"date","photo":"binary","lat":"double","lon":"double","secret":{"type":"string","transient":true}},
          \(hasUnits ? #""units":[["lat","lon"]],"# : "")
          "relationships":{
          "tags":{"destination":"Tag","many":true,"ordered":\(tagsAreOrdered)},
          "list":{"destination":"List"},
          "notes":{"destination":"Note","many":true,"ordered":\(notesAreOrdered),"deleteRule":"cascade"}}},
        "Task":{"parent":"Item","attributes":{"done":"boolean"}},
        "Note":{"attributes":{"text":"string","at":"date"}},
        "Tag":{"identity":"name","attributes":{"name":"string","rank":"integer"}}}}
        """
    }
  }

  /// An item, in a list or its only one, or in a table.
  struct Item: Equatable {
    var id: Int
    var isTask = false
    var values: [String: Int] = [:]
    var tags: [Int] = []
    var list: Int?
    var notes: [Int] = []
  }

  struct List: Equatable {
    var id: Int
    var values: [String: Int] = [:]
    var items: [Item] = []
    var top: Item?
  }

  package let shape: Shape
  var title = 0
  var lists: [List] = []
  /// Only by table.
  var items: [Item] = []
  var tags: [(id: Int, rank: Int)] = []
  private var next = 1

  package init(_ shape: Shape, _ generator: inout SeededGenerator) {
    self.shape = shape
    for _ in 0..<1 + generator.below(4) { addList(&generator) }
    for _ in 0..<generator.below(4) { addTag(&generator) }
    for _ in 0..<generator.below(12) { addItem(&generator) }
  }

  // MARK: Edits

  private mutating func number() -> Int {
    next += 1
    return next
  }

  private mutating func addList(_ generator: inout SeededGenerator) {
    let list = List(id: number(), values: ["name": generator.below(3), "at": generator.below(3)])
    lists.insert(list, at: shape.listsAreOrdered ? generator.below(lists.count + 1) : lists.count)
  }

  private mutating func addTag(_ generator: inout SeededGenerator) {
    tags.append((number(), generator.below(3)))
  }

  private mutating func newItem(_ generator: inout SeededGenerator) -> Item {
    var item = Item(id: number(), isTask: generator.chance(3))
    for name in ["a", "at", "photo", "lat", "lon", "secret"] where !generator.chance(3) {
      item.values[name] = generator.below(3)
    }
    item.tags = tags.map(\.id).filter { _ in generator.chance(2) }
    item.list = lists.isEmpty || generator.chance(2) ? nil : lists[generator.below(lists.count)].id
    item.notes = (0..<generator.below(3)).map { _ in generator.below(4) }
    return item
  }

  private mutating func addItem(_ generator: inout SeededGenerator) {
    let item = newItem(&generator)
    if shape.isTables {
      items.insert(item, at: generator.below(items.count + 1))
    } else if !lists.isEmpty {
      put(item, &generator)
    }
  }

  /// Puts an item into some list, perhaps as its only one at the top.
  private mutating func put(_ item: Item, _ generator: inout SeededGenerator) {
    let list = generator.below(lists.count)
    if generator.chance(5), lists[list].top == nil, !shape.itemsAreScoped {
      lists[list].top = item
    } else {
      lists[list].items.insert(item, at: generator.below(lists[list].items.count + 1))
    }
  }

  /// Takes some item out of where it is.
  private mutating func takeItem(_ generator: inout SeededGenerator) -> Item? {
    if shape.isTables { return items.isEmpty ? nil : items.remove(at: generator.below(items.count)) }
    guard !lists.isEmpty else { return nil }
    let list = generator.below(lists.count)
    if generator.chance(3), let top = lists[list].top {
      lists[list].top = nil
      return top
    }
    let count = lists[list].items.count
    return count == 0 ? nil : lists[list].items.remove(at: generator.below(count))
  }

  /// Makes some edits; `moves` says whether entities may change their owner.
  package mutating func edit(_ generator: inout SeededGenerator, edits: Int, moves: Bool) {
    for _ in 0..<edits {
      switch generator.below(12) {
      case 0: title += 1
      case 1: addList(&generator)
      case 2: if !lists.isEmpty, generator.chance(2) { lists.remove(at: generator.below(lists.count)) }
      case 3: addItem(&generator)
      case 4: _ = takeItem(&generator)
      case 5, 6:
        guard moves, !lists.isEmpty, let item = takeItem(&generator) else { break }
        if shape.isTables { items.append(item) } else { put(item, &generator) }
      case 7: if generator.chance(2) { lists.shuffle(using: &generator) }
      case 8:
        if shape.isTables {
          items.shuffle(using: &generator)
        } else if !lists.isEmpty {
          lists[generator.below(lists.count)].items.shuffle(using: &generator)
        }
      case 9: if !tags.isEmpty { tags[generator.below(tags.count)].rank += 1 }
      default: editItem(&generator)
      }
    }
  }

  private mutating func editItem(_ generator: inout SeededGenerator) {
    guard let place = somePlace(&generator) else { return }
    var item = self[place]
    switch generator.below(6) {
    case 0: item.tags = tags.map(\.id).shuffled(using: &generator).filter { _ in generator.chance(2) }
    case 1: item.list = lists.isEmpty ? nil : lists[generator.below(lists.count)].id
    case 2: if !item.notes.isEmpty { item.notes.remove(at: generator.below(item.notes.count)) }
    case 3: item.notes.insert(generator.below(4), at: generator.below(item.notes.count + 1))
    case 4: item.isTask.toggle()
    default:
      let name = ["a", "at", "photo", "lat", "lon", "secret"][generator.below(6)]
      item.values[name] = generator.chance(4) ? nil : generator.below(5)
    }
    self[place] = item
  }

  /// Where an item is: among those of a list, or of the table (-1); nil for the one at the top.
  private struct Place {
    let list: Int
    let index: Int?
  }

  private func somePlace(_ generator: inout SeededGenerator) -> Place? {
    if shape.isTables { return items.isEmpty ? nil : Place(list: -1, index: generator.below(items.count)) }
    guard !lists.isEmpty else { return nil }
    let list = generator.below(lists.count)
    if generator.chance(4), lists[list].top != nil { return Place(list: list, index: nil) }
    let count = lists[list].items.count
    return count == 0 ? nil : Place(list: list, index: generator.below(count))
  }

  private subscript(_ place: Place) -> Item {
    get {
      guard let index = place.index else { return lists[place.list].top ?? Item(id: 0) }
      return place.list < 0 ? items[index] : lists[place.list].items[index]
    }
    set {
      if let index = place.index {
        if place.list < 0 { items[index] = newValue } else { lists[place.list].items[index] = newValue }
      } else {
        lists[place.list].top = newValue
      }
    }
  }
}
