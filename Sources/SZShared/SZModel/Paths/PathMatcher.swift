internal import SZJSON

/// Several paths, judged together on the way down a document.
///
/// The paths are an automaton: a position is a path and how many of its segments have matched, a state is a set of positions. States
/// are made and numbered as they are reached (a deterministic automaton made lazily), so a step by a name costs one look-up and needs
/// no memory of the way; a step by an index or a condition costs one pass over the positions that ask for one.
public final class PathMatcher {
  /// How far each path has matched at some place in a document.
  public struct State: Hashable, Sendable, BitwiseCopyable {
    fileprivate let number: Int32
    /// Whether no path can match here or further down.
    public var isDead: Bool { number == 0 }
  }

  /// The state in which no path can match any more.
  public static let dead = State(number: 0)

  /// A child of a container, as its selectors see it: in one document, or in two where it stands in both.
  public struct Child {
    /// The characters of a member's name; nil for an element.
    var name: [UInt8]?
    /// Where an element stands. A stream gives nil for a count it does not know, and then nothing that counts from the end matches.
    var places: [(index: Int, count: Int?)] = []
    /// Whether the child answers the conditions, in any of the documents.
    var answers: ([PathCondition]) -> Bool
  }

  public let pathCount: Int
  /// The segments of all paths side by side, and nil behind each path's last.
  private let segments: [JSONPath.Segment?]
  private let firstPositions: [Int]
  private let pathOfPosition: [Int]
  /// Numbers for the names that the paths have.
  private var nameNumbers: [[UInt8]: Int] = [:]

  private struct Info {
    let positions: [Int32]
    /// The paths that match here, ascending.
    let matches: [Int]
    /// Whether a selector asks for an index, or for a value.
    let asksForIndex: Bool
    let asksForValue: Bool
    /// Whether one asks for more of a name than which one of the paths' it is.
    let asksForPattern: Bool
    /// Where a name leads; 0 is that of all other names.
    var byName: [Int: State] = [:]
    var byElement: State?
  }
  private var infos: [Info] = []
  private var numbers: [[Int32]: State] = [:]
  public private(set) var start = PathMatcher.dead

  public init(_ paths: [JSONPath]) {
    pathCount = paths.count
    var segments: [JSONPath.Segment?] = []
    var firstPositions: [Int] = []
    var pathOfPosition: [Int] = []
    for (number, path) in paths.enumerated() {
      firstPositions.append(segments.count)
      segments += path.segments as [JSONPath.Segment?] + [nil]
      pathOfPosition += Array(repeating: number, count: path.segments.count + 1)
    }
    (self.segments, self.firstPositions, self.pathOfPosition) = (segments, firstPositions, pathOfPosition)
    for case let segment? in segments {
      for selector in segment.selectors {
        switch selector {
        case .name(let name), .step(let name, _):
          if nameNumbers[name] == nil { nameNumbers[name] = nameNumbers.count + 1 }
        default: break
        }
      }
    }
    _ = state([])
    start = state(firstPositions.map { Int32($0) })
  }

  public var isEmpty: Bool { pathCount == 0 }
  /// The paths that have matched somewhere on the way so far, and those that might have, further down from where another one did.
  public var reached: Set<Int> {
    var reached: Set<Int> = []
    for info in infos where !info.matches.isEmpty {
      reached.formUnion(info.positions.map { pathOfPosition[Int($0)] })
    }
    return reached
  }

  /// Whether a member's value must be looked at to say where its name leads.
  @inline(__always) public func asksForValue(_ state: State) -> Bool {
    infos[Int(state.number)].asksForValue
  }
  /// Whether all elements of an array are alike to the paths.
  @inline(__always) public func treatsElementsAlike(_ state: State) -> Bool {
    let info = infos[Int(state.number)]
    return !info.asksForIndex && !info.asksForValue
  }

  /// Whether one of the first `count` paths may match further down.
  public func follows(oneOfFirst count: Int, from state: State) -> Bool {
    infos[Int(state.number)].positions.contains { pathOfPosition[Int($0)] < count }
  }

  /// The paths that match here, ascending.
  public func matches(_ state: State) -> [Int] { infos[Int(state.number)].matches }

  /// The state at a child of the container that has `from`.
  public func step(_ from: State, _ child: Child) -> State {
    if from.isDead { return from }
    let number = Int(from.number)
    let info = infos[number]
    if let name = child.name {
      let nameNumber = nameNumbers[name] ?? 0
      let isKnown = !info.asksForValue && !info.asksForPattern
      if isKnown, let known = info.byName[nameNumber] { return known }
      let next = next(info.positions) { selector in
        switch selector {
        case .name(let wanted), .step(let wanted, _): wanted == name
        case .wildcard: true
        case .pattern(let pattern): pattern.matches(name)
        case .index, .slice: false
        case .identity(let conditions): child.answers(conditions)
        }
      }
      if isKnown { infos[number].byName[nameNumber] = next }
      return next
    }
    let isAlike = !info.asksForIndex && !info.asksForValue
    if isAlike, let known = info.byElement { return known }
    let next = next(info.positions) { selector in
      switch selector {
      case .name, .pattern: false
      case .wildcard: true
      case .identity(let conditions): child.answers(conditions)
      case .index, .slice, .step:
        child.places.contains { PathMatcher.isSelected($0.index, of: $0.count, by: selector) }
      }
    }
    if isAlike { infos[number].byElement = next }
    return next
  }

  private func next(_ positions: [Int32], _ accepts: (JSONPath.Selector) -> Bool) -> State {
    var next: [Int32] = []
    for position in positions {
      guard let segment = segments[Int(position)] else { continue }
      if segment.isDescendant { next.append(position) }
      if segment.selectors.contains(where: accepts) { next.append(position + 1) }
    }
    return state(next)
  }

  private func state(_ unordered: [Int32]) -> State {
    var positions: [Int32] = []
    for position in unordered.sorted() where position != positions.last { positions.append(position) }
    if let known = numbers[positions] { return known }
    var (matches, asksForIndex, asksForValue): ([Int], Bool, Bool) = ([], false, false)
    var asksForPattern = false
    for position in positions {
      guard let segment = segments[Int(position)] else {
        matches.append(pathOfPosition[Int(position)])
        continue
      }
      for selector in segment.selectors {
        switch selector {
        case .name, .wildcard: break
        case .pattern: asksForPattern = true
        case .index, .slice, .step: asksForIndex = true
        case .identity: asksForValue = true
        }
      }
    }
    let state = State(number: Int32(truncatingIfNeeded: infos.count))
    infos.append(
      Info(
        positions: positions, matches: matches, asksForIndex: asksForIndex, asksForValue: asksForValue,
        asksForPattern: asksForPattern))
    numbers[positions] = state
    return state
  }

  /// Whether a selector by number selects the element with this index.
  public static func isSelected(_ index: Int, of count: Int?, by selector: JSONPath.Selector) -> Bool {
    switch selector {
    case .index(let wanted):
      wanted >= 0 ? wanted == index : count.map { $0 + wanted == index } ?? false
    case .step(_, let wanted): wanted == index
    case .slice(let start, let end, let step): slice(start, end, step, holds: index, of: count)
    default: false
    }
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

extension PathMatcher.Child {
  /// A child in one document.
  init(name: [UInt8]?, places: [(index: Int, count: Int?)] = [], value: Value) {
    self.init(name: name, places: places) { conditions in
      conditions.allSatisfy { $0.isAnswered(by: value.document, value.node) }
    }
  }
}
