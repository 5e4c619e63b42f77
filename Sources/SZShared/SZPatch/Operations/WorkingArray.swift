internal import SZJSON

/// An array that operations change: elements that came have the number of their cell.
struct WorkingArray {
  /// The array as it was.
  let source: Value
  /// Its elements.
  let elements: [Document.Node]
  var sequence: SplicedSequence

  init(_ source: Value) {
    self.source = source
    elements = Array(source.document.elements(source.node))
    sequence = SplicedSequence(count: elements.count)
  }

  func value(_ child: Int) -> Value { Value(source.document, elements[child]) }

  func element(_ index: Int) -> WorkingTree.Place? {
    guard index < sequence.count else { return nil }
    switch sequence[index] {
    case .inserted(let cell): return .cell(cell)
    case .original(let child): return .untouched(value(child))
    }
  }

  /// The elements as they are now.
  var places: [WorkingTree.Place] {
    sequence.runs.flatMap { run -> [WorkingTree.Place] in
      switch run {
      case .inserted(let cell): [.cell(cell)]
      case .originals(let children): children.map { .untouched(value($0)) }
      }
    }
  }
}
