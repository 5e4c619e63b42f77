internal import SZJSON
internal import SZModel
internal import SZPatch

/// Carries out edits at paths, one after the other.
struct PathRun {
  /// A cell on the way, and the way to it.
  private struct Place {
    let cell: Int
    let path: [UInt8]
  }

  private enum Step: Hashable {
    case name([UInt8])
    case index(Int)

    /// Its index; -1 for a name.
    var index: Int {
      if case .index(let index) = self { index } else { -1 }
    }
  }

  private(set) var tree: WorkingTree
  private let target: Document
  private let exactNumbers: Bool

  init(_ target: Document, exactNumbers: Bool) {
    (self.target, self.exactNumbers) = (target, exactNumbers)
    tree = WorkingTree(target)
  }

  /// Answers whether there was anything to do: of a removal, whether something stood there.
  mutating func carryOut(_ edit: PathEdit) throws(FailedOperation) -> Bool {
    var places = [Place(cell: tree.root, path: Array("$".utf8))]
    guard let last = edit.path.segments.last else {
      return try carryOut(edit, at: places[0], standing: true)
    }
    var isRemoval = false
    if case .remove = edit.action { isRemoval = true }
    for segment in edit.path.segments.dropLast() {
      var next: [Place] = []
      for place in try reached(places, segment, isLenient: isRemoval) {
        for step in try steps(from: place, segment, makes: !isRemoval, isLenient: isRemoval) {
          next.append(try open(step, below: place))
        }
      }
      if next.isEmpty, !isRemoval { throw nothing(edit.path.text) }
      places = next
    }
    var isDone = false
    for place in try reached(places, last, isLenient: isRemoval) {
      let steps = try steps(from: place, last, makes: !isRemoval, isLenient: isRemoval)
      // From the end, so that what is taken out leaves the other indexes as they are.
      for step in isRemoval ? steps.sorted(by: { $0.index > $1.index }) : steps {
        isDone = true
        if isRemoval {
          remove(step, from: place)
        } else if case .append = edit.action {
          try append(edit, step, below: place)
        } else {
          try put(edit, step, below: place)
        }
      }
    }
    if !isDone, !isRemoval { throw nothing(edit.path.text) }
    return isDone
  }

  private func nothing(_ path: String) -> FailedOperation {
    FailedOperation(place: path, expected: .words("something at the path"), found: .nothing, offset: nil)
  }

  // MARK: Ways

  /// The places that a segment begins from: with `..` those below as well.
  private mutating func reached(
    _ places: [Place], _ segment: JSONPath.Segment, isLenient: Bool
  ) throws(FailedOperation) -> [Place] {
    if !segment.isDescendant { return places }
    var all: [Place] = []
    var seen: Set<Int> = []
    var waiting: [Place] = places.reversed()
    while let place = waiting.popLast() {
      // What is below one of them may be below another one, too.
      if !tree.kind(.cell(place.cell)).isContainer || !seen.insert(place.cell).inserted { continue }
      all.append(place)
      let any = JSONPath.Segment(isDescendant: false, selectors: [.wildcard])
      var below: [Place] = []
      for step in try steps(from: place, any, makes: false, isLenient: true) {
        below.append(try open(step, below: place))
      }
      waiting += below.reversed()
    }
    return all
  }

  /// The steps from a place that a segment selects. With `makes`, a name that an object does not have is one.
  private mutating func steps(
    from place: Place, _ segment: JSONPath.Segment, makes: Bool, isLenient: Bool
  ) throws(FailedOperation) -> [Step] {
    let here = WorkingTree.Place.cell(place.cell)
    let kind = tree.kind(here)
    var steps: [Step] = []
    for selector in segment.selectors {
      switch (selector, kind) {
      case (.name(let name), .object), (.step(let name, _), .object):
        if makes && !segment.isDescendant || tree.member(of: here, name) != nil { steps.append(.name(name)) }
      case (.step(let name, _), .array) where name == [UInt8(ascii: "-")] && makes:
        steps.append(.index(tree.count(here) ?? 0))
      case (.step(_, let index?), .array), (.index(let index), .array):
        let position = index < 0 ? (tree.count(here) ?? 0) + index : index
        if position >= 0, tree.element(of: here, position) != nil {
          steps.append(.index(position))
        } else if !isLenient, !segment.isDescendant {
          let count = tree.count(here) ?? 0
          throw FailedOperation(
            place: text(place.path, .index(index)), expected: .words("an element"),
            found: .words("an array of \(count) element\(count == 1 ? "" : "s")"), offset: offset(place))
        }
      case (.wildcard, .object), (.wildcard, .array), (.pattern, .object), (.identity, .object),
        (.identity, .array),
        (.slice, .array):
        if case .identity(let conditions) = selector, let found = elements(of: here, conditions) {
          steps += found.map { .index($0) }
          continue
        }
        let children = tree.children(of: here)
        for (number, child) in children.enumerated()
        where accepts(selector, child.name, child.place, number, children.count) {
          steps.append(child.name.map { .name($0) } ?? .index(number))
        }
      default:
        if isLenient || segment.isDescendant { continue }
        throw FailedOperation(
          place: String(decoding: place.path, as: UTF8.self), expected: .words(PathRun.wanted(selector)),
          found: .value(tree.value(of: here)), offset: offset(place))
      }
    }
    var seen: Set<Step> = []
    return segment.selectors.count == 1 ? steps : steps.filter { seen.insert($0).inserted }
  }

  /// The indexes of the elements of an array that nothing has changed and that answer the conditions; nil for another place.
  private func elements(of place: WorkingTree.Place, _ conditions: [PathCondition]) -> [Int]? {
    guard let value = tree.untouched(place), value.kind == .array else { return nil }
    let (document, elements) = (value.document, value.node)
    if let positions = PathCondition.single(in: document, elements, conditions) { return positions }
    var found: [Int] = []
    for (index, element) in document.elements(elements).enumerated()
    where conditions.allSatisfy({ $0.isAnswered(by: document, element) }) {
      found.append(index)
    }
    return found
  }

  private func accepts(
    _ selector: JSONPath.Selector, _ name: [UInt8]?, _ place: WorkingTree.Place, _ index: Int,
    _ count: Int
  ) -> Bool {
    switch selector {
    case .wildcard: true
    case .pattern(let pattern): name.map { pattern.matches($0) } ?? false
    case .slice: PathMatcher.isSelected(index, of: count, by: selector)
    case .identity(let conditions):
      {
        let value = tree.value(of: place)
        return conditions.allSatisfy { $0.isAnswered(by: value.document, value.node) }
      }()
    default: false
    }
  }

  private static func wanted(_ selector: JSONPath.Selector) -> String {
    switch selector {
    case .name, .pattern: "an object"
    case .index, .slice: "an array"
    case .step, .wildcard, .identity: "an object or array"
    }
  }

  /// The place behind a step; an object that the way leads through is made.
  private mutating func open(_ step: Step, below place: Place) throws(FailedOperation) -> Place {
    let path = Array(text(place.path, step).utf8)
    switch step {
    case .index(let index):
      if let cell = tree.openElement(of: place.cell, index) { return Place(cell: cell, path: path) }
      throw FailedOperation(
        place: String(decoding: path, as: UTF8.self), expected: .words("an element"), found: .nothing,
        offset: offset(place))
    case .name(let name):
      if let cell = tree.openMember(of: place.cell, name) { return Place(cell: cell, path: path) }
      let object = tree.add(
        JSONWriter.value {
          $0.beginObject()
          $0.endObject()
        })
      tree.setMember(of: place.cell, Value(jsonString: name), to: object)
      return Place(cell: object, path: path)
    }
  }

  private func text(_ path: [UInt8], _ step: Step) -> String {
    var path = path
    switch step {
    case .name(let name): PathText.appendStep(name, to: &path)
    case .index(let index): path += Array("[\(index)]".utf8)
    }
    return String(decoding: path, as: UTF8.self)
  }

  private func offset(_ place: Place) -> Int? {
    let value = tree.source(of: .cell(place.cell))
    return value.document === target ? value.offset : nil
  }

  // MARK: Ends

  private mutating func carryOut(_ edit: PathEdit, at root: Place, standing: Bool) throws(FailedOperation)
    -> Bool
  {
    switch edit.action {
    case .put(let value): try put(value, edit.was, root)
    case .append(let value): try append(value, to: root)
    case .remove:
      throw FailedOperation(
        place: "$", expected: .words("a member or element, which can be removed"),
        found: .words("the document"),
        offset: nil)
    }
    return true
  }

  private mutating func put(_ edit: PathEdit, _ step: Step, below place: Place) throws(FailedOperation) {
    guard case .put(let value) = edit.action else { return }
    if let cell = existing(step, below: place) {
      return try put(value, edit.was, Place(cell: cell, path: Array(text(place.path, step).utf8)))
    }
    if let was = edit.was {
      throw FailedOperation(
        place: text(place.path, step), expected: .value(was), found: .nothing, offset: offset(place))
    }
    make(tree.add(value), step, below: place)
  }

  private mutating func put(_ value: Value, _ was: Value?, _ place: Place) throws(FailedOperation) {
    if let was {
      let found = tree.value(of: .cell(place.cell))
      if !found.isEqual(was, exactNumbers: exactNumbers), !found.isEqual(value, exactNumbers: exactNumbers) {
        throw FailedOperation(
          place: String(decoding: place.path, as: UTF8.self), expected: .value(was), found: .value(found),
          offset: offset(place))
      }
    }
    tree.replace(place.cell, with: value)
  }

  private mutating func append(_ edit: PathEdit, _ step: Step, below place: Place) throws(FailedOperation) {
    guard case .append(let value) = edit.action else { return }
    if let cell = existing(step, below: place) {
      return try append(value, to: Place(cell: cell, path: Array(text(place.path, step).utf8)))
    }
    let array = JSONWriter.value {
      $0.beginArray()
      $0.append(value)
      $0.endArray()
    }
    make(tree.add(array), step, below: place)
  }

  private mutating func append(_ value: Value, to place: Place) throws(FailedOperation) {
    guard let count = tree.count(.cell(place.cell)) else {
      throw FailedOperation(
        place: String(decoding: place.path, as: UTF8.self), expected: .words("an array"),
        found: .value(tree.value(of: .cell(place.cell))), offset: offset(place))
    }
    tree.insertElement(of: place.cell, count, tree.add(value))
  }

  /// What stands behind a step; nil for nothing.
  private mutating func existing(_ step: Step, below place: Place) -> Int? {
    switch step {
    case .name(let name): tree.openMember(of: place.cell, name)
    case .index(let index): tree.openElement(of: place.cell, index)
    }
  }

  private mutating func make(_ cell: Int, _ step: Step, below place: Place) {
    switch step {
    case .name(let name): tree.setMember(of: place.cell, Value(jsonString: name), to: cell)
    case .index(let index): tree.insertElement(of: place.cell, index, cell)
    }
  }

  private mutating func remove(_ step: Step, from place: Place) {
    switch step {
    case .name(let name): _ = tree.takeMember(of: place.cell, name)
    case .index(let index): _ = tree.takeElement(of: place.cell, index)
    }
  }
}
