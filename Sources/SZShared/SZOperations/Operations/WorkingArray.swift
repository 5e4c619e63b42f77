internal import SZJSON

/// An array that operations change. While they change elements where these stand, those alone are known; once one comes or goes, all are.
struct WorkingArray {
  /// The array as it was.
  let source: Value
  /// Elements with a value that may have changed, by their positions, while none has come or gone.
  private(set) var cells: [Int: (cell: Int, node: Document.Node)] = [:]
  /// The elements as they are now, those that came or may have changed by their cells; nil while none has come or gone.
  private(set) var sequence: SplicedSequence?
  /// The elements as they were, once many have been looked for.
  private var known: [Document.Node]?
  /// The element that was looked for last.
  private var cursor: (index: Int, node: Document.Node)
  private var restarts = 0

  /// How often an element in front of the last one is looked for from the beginning.
  private static let fewRestarts = 4

  init(_ source: Value) {
    self.source = source
    cursor = (0, source.document.firstChild(source.node))
  }

  /// The elements as they were. Linear the first time.
  mutating func elements() -> [Document.Node] {
    if let known { return known }
    let elements = Array(source.document.elements(source.node))
    known = elements
    return elements
  }

  /// The element that stood at a position; nil where there was none.
  private mutating func node(_ index: Int) -> Document.Node? {
    if known == nil, index < cursor.index {
      restarts += 1
      cursor = (0, source.document.firstChild(source.node))
      if restarts > WorkingArray.fewRestarts { _ = elements() }
    }
    if let known { return known.indices.contains(index) ? known[index] : nil }
    let end = source.document.end(source.node)
    while cursor.index < index, cursor.node < end {
      cursor = (cursor.index + 1, source.document.next(cursor.node))
    }
    return cursor.node < end ? cursor.node : nil
  }

  /// How many elements there are. Linear the first time.
  mutating func count() -> Int { sequence?.count ?? elements().count }

  mutating func element(_ index: Int) -> WorkingTree.Place? {
    if let sequence {
      guard index < sequence.count else { return nil }
      switch sequence[index] {
      case .inserted(let cell): return .cell(cell)
      case .original(let child): return node(child).map { .untouched(Value(source.document, $0)) }
      }
    }
    if let cell = cells[index]?.cell { return .cell(cell) }
    return node(index).map { .untouched(Value(source.document, $0)) }
  }

  /// The position at which the element at `index` stood that has no cell yet; nil for one that has, and where there is none.
  func child(at index: Int) -> Int? {
    guard let sequence else { return cells[index] == nil ? index : nil }
    if case .original(let child) = sequence[index] { return child }
    return nil
  }

  /// Gives the element at `index` a cell.
  mutating func put(_ cell: Int, at index: Int) {
    if sequence != nil {
      sequence?.replace(at: index, with: cell)
    } else if let node = node(index) {
      cells[index] = (cell, node)
    }
  }

  mutating func insert(_ cell: Int, at index: Int) {
    splice()
    sequence?.insert(cell, at: index)
  }

  mutating func remove(at index: Int) {
    splice()
    sequence?.remove(at: index)
  }

  private mutating func splice() {
    if sequence != nil { return }
    var spliced = SplicedSequence(count: elements().count)
    for (index, cell) in cells { spliced.replace(at: index, with: cell.cell) }
    sequence = spliced
  }

  /// The elements as they are now.
  var places: [WorkingTree.Place] {
    let document = source.document
    let elements = known ?? Array(document.elements(source.node))
    guard let sequence else {
      return elements.enumerated().map { index, node in
        cells[index].map { .cell($0.cell) } ?? .untouched(Value(document, node))
      }
    }
    return sequence.runs.flatMap { run -> [WorkingTree.Place] in
      switch run {
      case .inserted(let cell): [.cell(cell)]
      case .originals(let children): children.map { .untouched(Value(document, elements[$0])) }
      }
    }
  }
}
