internal import SZJSON
internal import SZModel
internal import SZPatch

/// Carries out operations on a document, one after the other.
struct OperationRun {
  private(set) var tree: WorkingTree
  private let target: Document
  private let exactNumbers: Bool
  /// What copies have made so far, in bytes.
  private var copied = 0

  init(_ target: Document, exactNumbers: Bool) {
    (self.target, self.exactNumbers) = (target, exactNumbers)
    tree = WorkingTree(target)
  }

  mutating func carryOut(_ operation: JSONPatch.Operation) throws(FailedOperation) {
    let path = operation.path.steps[...]
    switch operation.action {
    case .add:
      guard let value = operation.value else { return }
      try add(tree.add(value), at: path)
    case .remove: _ = try take(path)
    case .replace:
      guard let value = operation.value else { return }
      tree.replace(try opened(path), with: value)
    case .test:
      guard let value = operation.value else { return }
      let found = tree.value(of: try place(of: path))
      if !found.isEqual(value, exactNumbers: exactNumbers) {
        throw FailedOperation(
          place: OperationRun.text(path), expected: .value(value), found: .value(found),
          offset: offset(found))
      }
    case .move:
      guard let from = operation.from?.steps[...] else { return }
      if from == path {
        _ = try place(of: path)
        return
      }
      if path.starts(with: from) {
        throw FailedOperation(
          place: OperationRun.text(path), expected: .words("a place outside of what moves"),
          found: .words("one in it"))
      }
      try add(try take(from), at: path)
    case .copy:
      guard let from = operation.from?.steps[...] else { return }
      let value = tree.value(of: try place(of: from))
      copied += value.document.range(value.node).count
      if copied > JSONPatch.copyLimit {
        throw FailedOperation(
          place: OperationRun.text(path), expected: .words("copies of at most a gibibyte"),
          found: .words("more"))
      }
      try add(tree.add(value), at: path)
    }
  }

  // MARK: Places

  typealias Steps = ArraySlice<JSONPointer.Step>

  static func text(_ steps: Steps) -> String {
    var text: [UInt8] = []
    for step in steps { PathText.appendPointerStep(step.name, to: &text) }
    return String(decoding: text, as: UTF8.self)
  }

  private func offset(_ value: Value) -> Int? { value.document === target ? value.offset : nil }

  /// What stands at a path.
  private mutating func place(of path: Steps) throws(FailedOperation) -> WorkingTree.Place {
    var place = WorkingTree.Place.cell(tree.root)
    for index in path.indices {
      guard let next = child(of: place, path[index]) else { throw missing(place, path[...index]) }
      place = next
    }
    return place
  }

  private mutating func child(of place: WorkingTree.Place, _ step: JSONPointer.Step) -> WorkingTree.Place? {
    switch tree.kind(place) {
    case .object: tree.member(of: place, step.name)
    case .array: step.index.flatMap { tree.element(of: place, $0) }
    default: nil
    }
  }

  /// That in a cell of its own, to be changed.
  private mutating func opened(_ path: Steps) throws(FailedOperation) -> Int {
    var cell = tree.root
    for index in path.indices {
      let step = path[index]
      var next: Int?
      switch tree.kind(.cell(cell)) {
      case .object: next = tree.openMember(of: cell, step.name)
      case .array: if let number = step.index { next = tree.openElement(of: cell, number) }
      default: break
      }
      guard let next else { throw missing(.cell(cell), path[...index]) }
      cell = next
    }
    return cell
  }

  /// What is wrong where the last step of a path leads nowhere from `place`.
  private mutating func missing(_ place: WorkingTree.Place, _ path: Steps) -> FailedOperation {
    let value = tree.value(of: place)
    let step = path.last
    switch tree.kind(place) {
    case .object:
      return FailedOperation(
        place: OperationRun.text(path), expected: .words("a member"), found: .nothing, offset: offset(value)
      )
    case .array:
      let count = tree.count(place) ?? 0
      let elements = "an array of \(count) element\(count == 1 ? "" : "s")"
      let isIndex = step?.index != nil
      return FailedOperation(
        place: OperationRun.text(path),
        expected: .words(isIndex ? "an element" : "the index of an element"),
        found: .words(elements), offset: offset(value))
    default:
      return FailedOperation(
        place: OperationRun.text(path.dropLast()), expected: .words("an object or array"),
        found: .value(value),
        offset: offset(value))
    }
  }

  // MARK: Changing

  /// Puts a cell that stands nowhere at a path (RFC 6902 section 4.1).
  private mutating func add(_ cell: Int, at path: Steps) throws(FailedOperation) {
    guard let last = path.last else { return tree.replaceRoot(with: cell) }
    let container = try opened(path.dropLast())
    switch tree.kind(.cell(container)) {
    case .object:
      if let known = tree.openMember(of: container, last.name) {
        tree.replace(known, withContentOf: cell)
      } else {
        tree.setMember(of: container, Value(jsonString: last.name), to: cell)
      }
    case .array:
      let count = tree.count(.cell(container)) ?? 0
      let index = last.name == [UInt8(ascii: "-")] ? count : last.index
      guard let index, index <= count else { throw missing(.cell(container), path) }
      tree.insertElement(of: container, index, cell)
    default: throw missing(.cell(container), path)
    }
  }

  /// Takes out what stands at a path (RFC 6902 section 4.2).
  private mutating func take(_ path: Steps) throws(FailedOperation) -> Int {
    guard let last = path.last else {
      throw FailedOperation(
        place: "", expected: .words("a member or element, which can be removed"),
        found: .words("the document"),
        offset: nil)
    }
    let container = try opened(path.dropLast())
    var taken: Int?
    switch tree.kind(.cell(container)) {
    case .object: taken = tree.takeMember(of: container, last.name)
    case .array: if let index = last.index { taken = tree.takeElement(of: container, index) }
    default: break
    }
    guard let taken else { throw missing(.cell(container), path) }
    return taken
  }
}
