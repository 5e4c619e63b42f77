/// Finds where the hunks of a list change fit in an array that may have moved on.
///
/// A hunk is first looked for where it should be: at its index, as much further on as the hunk before it was found. Then
/// its content decides, as in patch(1): the nearest place where context and old elements stand as the hunk has them. Last,
/// without its context, when what it then goes by stands at one place only.
struct HunkPlacement {
  /// What was found.
  enum Outcome: Equatable {
    /// The old elements stand at this position, or what is inserted belongs there.
    case fits(Int)
    /// The new elements stand at this position already.
    case alreadyApplied(Int)
    case missing
  }

  /// A hunk's parts.
  struct Pattern {
    let at: Int
    let before: [Value]
    let old: [Value]
    let new: [Value]
    let after: [Value]
  }

  private let target: Document
  private let elements: [Document.Node]
  private let hashing: Hashing
  /// How far the list has moved on, as the last hunk showed.
  private(set) var shift = 0
  /// Elements before this belong to hunks that have been placed.
  private(set) var free = 0
  /// Positions by element, made when the first hunk is not where it should be.
  private var positions: [UInt64: [Int]]?

  init(_ target: Document, _ elements: [Document.Node], hashing: Hashing) {
    self.target = target
    self.elements = elements
    self.hashing = hashing
  }

  /// The place where a hunk for `at` is expected.
  func expected(_ at: Int) -> Int { min(max(at + shift, free), elements.count) }

  /// Places a hunk behind those placed before; `moved` says that it was not where it should be.
  mutating func place(_ pattern: Pattern) -> (outcome: Outcome, moved: Bool) {
    let expected = pattern.at + shift
    // A pure insertion is looked for first: where it has been made, its context can still fit.
    let insertedFirst = pattern.old.isEmpty
    if insertedFirst, stands(pattern, pattern.new, at: expected) {
      return done(pattern, expected, true, false)
    }
    if stands(pattern, pattern.old, at: expected) { return done(pattern, expected, false, false) }
    if !insertedFirst, stands(pattern, pattern.new, at: expected) {
      return done(pattern, expected, true, false)
    }
    if !pattern.old.isEmpty || !pattern.before.isEmpty || !pattern.after.isEmpty {
      if let position = nearest(pattern, pattern.old, to: expected) {
        return done(pattern, position, false, true)
      }
    }
    if !pattern.new.isEmpty, let position = nearest(pattern, pattern.new, to: expected) {
      return done(pattern, position, true, true)
    }
    if let position = withoutContext(pattern) { return done(pattern, position, false, true) }
    return (.missing, false)
  }

  private mutating func done(_ pattern: Pattern, _ position: Int, _ already: Bool, _ moved: Bool)
    -> (outcome: Outcome, moved: Bool)
  {
    let length = already ? pattern.new.count : pattern.old.count
    shift = position + length - (pattern.at + pattern.old.count)
    free = position + length
    return (already ? .alreadyApplied(position) : .fits(position), moved)
  }

  /// Leaves the elements before `position` behind.
  mutating func pass(_ position: Int) { free = max(free, position) }

  /// Takes the element at `position` for the one that a hunk edits in place.
  mutating func take(_ position: Int, for at: Int) {
    shift = position - at
    free = position + 1
  }

  /// Whether `middle` stands at `position` with the context around it.
  private func stands(_ pattern: Pattern, _ middle: [Value], at position: Int) -> Bool {
    guard position >= free, position - pattern.before.count >= 0,
      position + middle.count + pattern.after.count <= elements.count
    else { return false }
    return equal(pattern.before, at: position - pattern.before.count) && equal(middle, at: position)
      && equal(pattern.after, at: position + middle.count)
  }

  private func equal(_ values: [Value], at position: Int) -> Bool {
    values.indices.allSatisfy {
      Value(target, elements[position + $0]).isEqual(values[$0], exactNumbers: hashing.exactNumbers)
    }
  }

  /// The nearest position at which `middle` stands in its context.
  private mutating func nearest(_ pattern: Pattern, _ middle: [Value], to expected: Int) -> Int? {
    let sequence = pattern.before + middle + pattern.after
    guard let first = sequence.first else { return nil }
    let candidates = places(of: first).map { $0 + pattern.before.count }
    return candidates.sorted { abs($0 - expected) < abs($1 - expected) }
      .prefix(1000).first { stands(pattern, middle, at: $0) }
  }

  /// Where the hunk goes when its context is not to be had: the old elements, or for an insertion one neighbour, must then
  /// stand at one place only.
  private mutating func withoutContext(_ pattern: Pattern) -> Int? {
    if let first = pattern.old.first {
      let fitting = places(of: first).filter {
        $0 >= free && $0 + pattern.old.count <= elements.count && equal(pattern.old, at: $0)
      }
      return fitting.count == 1 && !(pattern.before.isEmpty && pattern.after.isEmpty) ? fitting[0] : nil
    }
    if let last = pattern.before.last {
      let fitting = places(of: last)
      if fitting.count == 1, fitting[0] + 1 >= free { return fitting[0] + 1 }
    }
    if let first = pattern.after.first {
      let fitting = places(of: first)
      if fitting.count == 1, fitting[0] >= free { return fitting[0] }
    }
    return nil
  }

  /// Where elements equal to `value` stand.
  private mutating func places(of value: Value) -> [Int] {
    if positions == nil {
      var built: [UInt64: [Int]] = [:]
      for (position, element) in elements.enumerated() {
        built[ValueHash.of(target, element, hashing), default: []].append(position)
      }
      positions = built
    }
    return positions?[ValueHash.of(value.document, value.node, hashing)] ?? []
  }
}
