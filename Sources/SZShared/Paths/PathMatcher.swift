/// Several paths, judged together on the way down a document.
///
/// Each path is a small automaton whose state is a bit set: bit *i* says that its first *i* segments have matched. A
/// step down costs one pass over the paths and needs no memory of the way.
package struct PathMatcher: Sendable {
  package let paths: [JSONPath]

  package init(_ paths: [JSONPath]) { self.paths = paths }

  package var isEmpty: Bool { paths.isEmpty }

  /// How far each path has matched at some place in a document.
  package struct State: Equatable, Sendable {
    fileprivate var bits: [UInt64]

    /// Whether no path can match here or further down.
    package var isDead: Bool { bits.allSatisfy { $0 == 0 } }
  }

  /// The state at the root.
  package var start: State { State(bits: paths.map { _ in 1 }) }

  /// The state at the member called `name` (its characters) of an object.
  package func member(_ state: State, named name: [UInt8]) -> State {
    step(state) { selector in
      switch selector {
      case .name(let wanted): wanted == name
      case .wildcard: true
      case .index, .slice: false
      }
    }
  }

  /// The state at the element at `index` of an array of `count` elements; a stream gives nil for a count it does not
  /// know, and then nothing that counts from the end matches.
  package func element(_ state: State, at index: Int, of count: Int?) -> State {
    step(state) { selector in
      switch selector {
      case .name: false
      case .wildcard: true
      case .index(let wanted):
        wanted >= 0 ? wanted == index : count.map { $0 + wanted == index } ?? false
      case .slice(let start, let end, let step):
        PathMatcher.slice(start, end, step, holds: index, of: count)
      }
    }
  }

  /// Whether the path with this number matches here.
  package func matches(_ state: State, path: Int) -> Bool {
    state.bits[path] & 1 << UInt64(paths[path].segments.count) != 0
  }

  /// Whether any path matches here.
  package func matchesAny(_ state: State) -> Bool { paths.indices.contains { matches(state, path: $0) } }

  private func step(_ state: State, _ accepts: (JSONPath.Selector) -> Bool) -> State {
    var next = state
    for (number, path) in paths.enumerated() where state.bits[number] != 0 {
      var bits: UInt64 = 0
      for (position, segment) in path.segments.enumerated()
      where state.bits[number] & 1 << UInt64(position) != 0 {
        if segment.isDescendant { bits |= 1 << UInt64(position) }
        if segment.selectors.contains(where: accepts) { bits |= 1 << UInt64(position + 1) }
      }
      next.bits[number] = bits
    }
    return next
  }

  /// RFC 9535 section 2.3.4.2.2.
  private static func slice(_ start: Int?, _ end: Int?, _ step: Int, holds index: Int, of count: Int?) -> Bool
  {
    guard step != 0 else { return false }
    guard let count else {
      guard step > 0, (start ?? 0) >= 0, (end ?? 0) >= 0 else { return false }
      let first = start ?? 0
      return index >= first && end.map { index < $0 } ?? true && (index - first) % step == 0
    }
    func bound(_ value: Int) -> Int { value >= 0 ? value : count + value }
    if step > 0 {
      let lower = min(max(bound(start ?? 0), 0), count)
      let upper = min(max(bound(end ?? count), 0), count)
      return index >= lower && index < upper && (index - lower) % step == 0
    }
    let upper = min(max(start.map(bound) ?? count - 1, -1), count - 1)
    let lower = min(max(end.map(bound) ?? -1, -1), count - 1)
    return index <= upper && index > lower && (upper - index) % -step == 0
  }
}
