internal import SZJSON

/// An object that operations change: the members of its text by number, those that came behind them.
struct WorkingObject {
  /// A member that came.
  struct Arrival {
    let name: Value
    let cell: Int
  }

  /// The object as it was.
  let source: Value
  private(set) var members: ObjectMembers
  /// Members with a value that may have changed, by their numbers.
  private(set) var cells: [Int: Int] = [:]
  private(set) var removed: Set<Int> = []
  /// Those that came, in their order; nil for one that went again.
  private(set) var arrivals: [Arrival?] = []
  private var arrivalsByName: [[UInt8]: Int] = [:]

  init(_ source: Value) {
    self.source = source
    members = ObjectMembers(source.document, source.node)
  }

  /// The number of the member of the text with this name, gone or not.
  mutating func find(_ name: [UInt8]) -> Int? { members.find(name) }

  mutating func member(_ name: [UInt8]) -> WorkingTree.Place? {
    if let child = members.find(name) {
      if removed.contains(child) { return nil }
      return cells[child].map { .cell($0) } ?? .untouched(Value(source.document, members.value(child)))
    }
    return arrivalsByName[name].flatMap { arrivals[$0] }.map { .cell($0.cell) }
  }

  mutating func put(_ cell: Int, at child: Int) { cells[child] = cell }

  /// Gives the object a member; one of the text that went stands in its old place again.
  mutating func set(_ name: Value, to cell: Int) {
    let characters = name.document.characters(name.node)
    if let child = members.find(characters) {
      removed.subtract(members.sameName(child).suffix(1))
      cells[child] = cell
    } else {
      arrivalsByName[characters] = arrivals.count
      arrivals.append(Arrival(name: name, cell: cell))
    }
  }

  mutating func remove(_ name: [UInt8]) {
    if let child = members.find(name) {
      removed.formUnion(members.sameName(child))
      cells[child] = nil
    } else if let number = arrivalsByName.removeValue(forKey: name) {
      arrivals[number] = nil
    }
  }

  /// The members as they are now, in the order of the text.
  var places: [(name: Value, place: WorkingTree.Place)] {
    let document = source.document
    var places: [(name: Value, place: WorkingTree.Place)] = []
    for (child, name) in members.names.enumerated()
    where !removed.contains(child) && document.kind(name) != .shadowedName {
      let place = cells[child].map { WorkingTree.Place.cell($0) }
      places.append((Value(document, name), place ?? .untouched(Value(document, members.value(child)))))
    }
    for case let arrival? in arrivals { places.append((arrival.name, .cell(arrival.cell))) }
    return places
  }
}
