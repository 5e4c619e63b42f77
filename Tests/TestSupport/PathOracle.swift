package import SZJSON
package import SZModel

/// What paths select, worked out naively: by the definition, on the way to a place, without an automaton.
package struct PathOracle {
  /// One step of the way to a place that stands in one document, or in two.
  package struct Step {
    package var name: [UInt8]?
    /// Index and count of an element, in each document.
    package var places: [(index: Int, count: Int)] = []
    package var values: [Value] = []
  }

  package let only: [JSONPath]
  package let ignored: [JSONPath]

  package init(only: [JSONPath], ignored: [JSONPath]) {
    self.only = only
    self.ignored = ignored
  }

  /// No path tells one element of an array from another.
  var isUniform: Bool {
    (only + ignored).allSatisfy { path in
      path.segments.allSatisfy { segment in
        segment.selectors.allSatisfy { selector in
          switch selector {
          case .name, .wildcard, .pattern: true
          default: false
          }
        }
      }
    }
  }

  /// Whether the place at the end of the way is at or below an `only` path and not at or below an ignored one.
  package func isIn(_ way: [Step]) -> Bool {
    (only.isEmpty || hits(only, way)) && !isIgnored(way)
  }

  /// Whether the place is at or below an ignored path.
  package func isIgnored(_ way: [Step]) -> Bool { hits(ignored, way) }

  private func hits(_ paths: [JSONPath], _ way: [Step]) -> Bool {
    paths.contains { path in
      (0...way.count).contains { PathOracle.matches(path.segments[...], way.prefix($0)) }
    }
  }

  package static func matches(_ segments: ArraySlice<JSONPath.Segment>, _ way: ArraySlice<Step>) -> Bool {
    guard let segment = segments.first else { return way.isEmpty }
    guard let step = way.first else { return false }
    if segment.selectors.contains(where: { accepts($0, step) }),
      matches(segments.dropFirst(), way.dropFirst())
    {
      return true
    }
    return segment.isDescendant && matches(segments, way.dropFirst())
  }

  static func accepts(_ selector: JSONPath.Selector, _ step: Step) -> Bool {
    switch selector {
    case .wildcard: true
    case .pattern(let pattern): step.name.map { fits($0[...], pattern.text[...]) } ?? false
    case .name(let name): step.name == name
    case .step(let name, let index): step.name == name || step.places.contains { $0.index == index }
    case .index(let index): step.places.contains { $0.index == (index < 0 ? $0.count + index : index) }
    case .slice(let start, let end, let stride):
      step.places.contains { slice(start, end, stride, count: $0.count).contains($0.index) }
    case .identity(let conditions):
      step.values.contains { value in conditions.allSatisfy { answers(value, $0) } }
    }
  }

  /// Whether a name is as a pattern says, by trying all that a star can stand for.
  static func fits(_ name: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    if first == UInt8(ascii: "*") {
      return (name.startIndex...name.endIndex).contains { fits(name[$0...], pattern.dropFirst()) }
    }
    guard let byte = name.first else { return false }
    if first == UInt8(ascii: "?") {
      return fits(name.dropFirst().drop { $0 & 0xC0 == 0x80 }, pattern.dropFirst())
    }
    return first == byte && fits(name.dropFirst(), pattern.dropFirst())
  }

  /// RFC 9535 section 2.3.4.2.2, as it stands there.
  static func slice(_ start: Int?, _ end: Int?, _ step: Int, count: Int) -> [Int] {
    if step == 0 { return [] }
    func normalize(_ index: Int) -> Int { index >= 0 ? index : count + index }
    let first = normalize(start ?? (step > 0 ? 0 : count - 1))
    let last = end.map(normalize) ?? (step > 0 ? count : -1)
    var indexes: [Int] = []
    if step > 0 {
      var index = min(max(first, 0), count)
      while index < min(max(last, 0), count) {
        indexes.append(index)
        index += step
      }
    } else {
      var index = min(max(first, -1), count - 1)
      while index > min(max(last, -1), count - 1) {
        indexes.append(index)
        index += step
      }
    }
    return indexes
  }

  static func answers(_ value: Value, _ condition: PathCondition) -> Bool {
    var node = value.node
    for name in condition.names {
      guard value.document.kind(node) == .object,
        let member = value.document.members(node).first(where: { value.document.characters($0.name) == name })
      else { return false }
      node = member.value
    }
    return condition.value.isEqual(value.document, node)
  }

  /// All nodes that a path selects in a document, in document order.
  package static func nodes(_ path: JSONPath, in document: Document) -> [Document.Node] {
    var found: [Document.Node] = []
    func visit(_ node: Document.Node, _ way: [Step]) {
      if matches(path.segments[...], way[...]) { found.append(node) }
      for (child, step) in children(Value(document, node)) { visit(child, way + [step]) }
    }
    visit(document.root, [])
    return found
  }

  package static func children(_ value: Value) -> [(Document.Node, Step)] {
    let document = value.document
    switch document.kind(value.node) {
    case .object:
      return document.members(value.node).map {
        ($0.value, Step(name: document.characters($0.name), values: [Value(document, $0.value)]))
      }
    case .array:
      let elements = Array(document.elements(value.node))
      return elements.enumerated().map {
        ($1, Step(places: [($0, elements.count)], values: [Value(document, $1)]))
      }
    default: return []
    }
  }
}
