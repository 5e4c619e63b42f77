internal import SZJSON

/// A document while operations change it one after the other.
///
/// What no operation has touched stays a node of the document that it came from, the target's or the patch's own. A container that
/// something comes into or goes out of is *opened*: an object knows its members by name, an array is a ``SplicedSequence``. So an
/// operation costs what its path is long, and the first one in a container what that has children.
struct WorkingTree {
  /// A value that can be changed, taken out and put elsewhere.
  struct Cell {
    var content: Content
    /// Where it stood when its container was opened.
    let home: Home?
  }

  enum Content {
    /// As it stands in its document.
    case untouched(Value)
    /// An opened object, by its number.
    case object(Int)
    /// An opened array, by its number.
    case array(Int)
  }

  /// A child of a container: of an object a member as its text has them, of an array an element.
  struct Home: Equatable {
    let container: Int
    let child: Int
  }

  /// Where something stands: in a cell, or in what is untouched below one.
  enum Place {
    case cell(Int)
    case untouched(Value)
  }

  private(set) var cells: [Cell]
  private(set) var objects: [WorkingObject] = []
  private(set) var arrays: [WorkingArray] = []
  /// The cell of the whole document.
  private(set) var root = 0

  init(_ document: Document) {
    cells = [Cell(content: .untouched(Value(document, document.root)), home: nil)]
  }

  /// Adds a cell that stands nowhere yet.
  mutating func add(_ value: Value, home: Home? = nil) -> Int {
    cells.append(Cell(content: .untouched(value), home: home))
    return cells.count - 1
  }

  /// Puts a cell in the place of the whole document.
  mutating func replaceRoot(with cell: Int) { root = cell }

  // MARK: Looking

  func kind(_ place: Place) -> Document.Kind {
    switch place {
    case .untouched(let value): value.kind
    case .cell(let cell):
      switch cells[cell].content {
      case .untouched(let value): value.kind
      case .object: .object
      case .array: .array
      }
    }
  }

  /// The member of an object; nil when it has none of this name.
  mutating func member(of place: Place, _ name: [UInt8]) -> Place? {
    switch place {
    case .untouched(let value):
      guard value.kind == .object else { return nil }
      return value.document.member(value.node, named: name).map {
        .untouched(Value(value.document, $0.value))
      }
    case .cell(let cell):
      switch cells[cell].content {
      case .untouched(let value): return member(of: .untouched(value), name)
      case .object(let number): return objects[number].member(name)
      case .array: return nil
      }
    }
  }

  /// How many elements an array has; nil for what is none. Linear where it was not opened.
  mutating func count(_ place: Place) -> Int? {
    switch place {
    case .untouched(let value): return value.kind == .array ? value.document.count(of: value.node) : nil
    case .cell(let cell):
      switch cells[cell].content {
      case .untouched(let value): return count(.untouched(value))
      case .array(let number): return arrays[number].count()
      case .object: return nil
      }
    }
  }

  /// The element of an array; nil when it has none with this index.
  mutating func element(of place: Place, _ index: Int) -> Place? {
    switch place {
    case .untouched(let value):
      guard value.kind == .array else { return nil }
      var rest = index
      for element in value.document.elements(value.node) {
        if rest == 0 { return .untouched(Value(value.document, element)) }
        rest -= 1
      }
      return nil
    case .cell(let cell):
      switch cells[cell].content {
      case .untouched(let value): return element(of: .untouched(value), index)
      case .array(let number): return arrays[number].element(index)
      case .object: return nil
      }
    }
  }

  /// The children of a container as they are now; an element has no name.
  func children(of place: Place) -> [(name: [UInt8]?, place: Place)] {
    if case .cell(let cell) = place {
      switch cells[cell].content {
      case .untouched(let value): return children(of: .untouched(value))
      case .object(let number):
        return objects[number].places.map { ($0.name.document.characters($0.name.node), $0.place) }
      case .array(let number): return arrays[number].places.map { (nil, $0) }
      }
    }
    guard case .untouched(let value) = place else { return [] }
    let document = value.document
    switch value.kind {
    case .object:
      return document.members(value.node).map {
        (document.characters($0.name), .untouched(Value(document, $0.value)))
      }
    case .array: return document.elements(value.node).map { (nil, .untouched(Value(document, $0))) }
    default: return []
    }
  }

  /// The value at a place that nothing has changed; nil where something may have.
  func untouched(_ place: Place) -> Value? {
    switch place {
    case .untouched(let value): value
    case .cell(let cell): if case .untouched(let value) = cells[cell].content { value } else { nil }
    }
  }

  /// What a place began as.
  func source(of place: Place) -> Value {
    switch place {
    case .untouched(let value): value
    case .cell(let cell):
      switch cells[cell].content {
      case .untouched(let value): value
      case .object(let number): objects[number].source
      case .array(let number): arrays[number].source
      }
    }
  }

  // MARK: Opening

  /// Makes a cell a container that can be changed; answers its number among the objects or arrays. A scalar stays what it is.
  mutating func open(_ cell: Int) {
    guard case .untouched(let value) = cells[cell].content else { return }
    switch value.kind {
    case .object:
      objects.append(WorkingObject(value))
      cells[cell].content = .object(objects.count - 1)
    case .array:
      arrays.append(WorkingArray(value))
      cells[cell].content = .array(arrays.count - 1)
    default: return
    }
  }

  /// The cell of a member, made where there was none; nil when the object has none of this name.
  mutating func openMember(of cell: Int, _ name: [UInt8]) -> Int? {
    open(cell)
    guard case .object(let number) = cells[cell].content, let place = objects[number].member(name) else {
      return nil
    }
    guard case .untouched(let value) = place else { return place.cell }
    guard let child = objects[number].find(name) else { return nil }
    let new = add(value, home: Home(container: cell, child: child))
    objects[number].put(new, at: child)
    return new
  }

  /// The cell of an element, made where there was none; nil when the array has none with this index.
  mutating func openElement(of cell: Int, _ index: Int) -> Int? {
    open(cell)
    guard case .array(let number) = cells[cell].content, let place = arrays[number].element(index) else {
      return nil
    }
    guard case .untouched(let value) = place else { return place.cell }
    guard let child = arrays[number].child(at: index) else { return nil }
    let new = add(value, home: Home(container: cell, child: child))
    arrays[number].put(new, at: index)
    return new
  }

  // MARK: Changing

  /// Gives an object a member, in the place of the one of this name if there is one. The cell must be an object.
  mutating func setMember(of cell: Int, _ name: Value, to value: Int) {
    open(cell)
    guard case .object(let number) = cells[cell].content else { return }
    objects[number].set(name, to: value)
  }

  /// Takes a member out; nil when there is none of this name.
  mutating func takeMember(of cell: Int, _ name: [UInt8]) -> Int? {
    guard let member = openMember(of: cell, name), case .object(let number) = cells[cell].content else {
      return nil
    }
    objects[number].remove(name)
    return member
  }

  /// Puts an element in front of the one at `index`, or at the end. The cell must be an array that is long enough.
  mutating func insertElement(of cell: Int, _ index: Int, _ value: Int) {
    open(cell)
    guard case .array(let number) = cells[cell].content else { return }
    arrays[number].insert(value, at: index)
  }

  /// Takes an element out; nil when there is none with this index.
  mutating func takeElement(of cell: Int, _ index: Int) -> Int? {
    guard let element = openElement(of: cell, index), case .array(let number) = cells[cell].content else {
      return nil
    }
    arrays[number].remove(at: index)
    return element
  }

  /// Gives a cell another value, in its place.
  mutating func replace(_ cell: Int, with value: Value) { cells[cell].content = .untouched(value) }

  /// Gives a cell the content of another one, which stands nowhere any more.
  mutating func replace(_ cell: Int, withContentOf other: Int) { cells[cell].content = cells[other].content }
}

extension WorkingTree.Place {
  fileprivate var cell: Int? {
    if case .cell(let cell) = self { cell } else { nil }
  }
}
