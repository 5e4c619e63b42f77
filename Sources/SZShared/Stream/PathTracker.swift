/// Says for every string of a stream whether the tool may touch it.
protocol StringSelector {
  mutating func beginText()
  /// A number, a literal or a string stands here; answers whether it is selected.
  mutating func value() -> Bool
  mutating func open(_ kind: ContainerKind)
  mutating func close()
  /// Answers whether the member with this name is selected.
  mutating func name(_ bytes: ByteView, _ range: Range<Int>, escaped: Bool) -> Bool
}

/// Every string is selected.
struct EveryString: StringSelector {
  @inline(__always) mutating func beginText() {}
  @inline(__always) mutating func value() -> Bool { true }
  @inline(__always) mutating func open(_ kind: ContainerKind) {}
  @inline(__always) mutating func close() {}
  @inline(__always) mutating func name(_ bytes: ByteView, _ range: Range<Int>, escaped: Bool) -> Bool { true }
}

/// The strings at or below an `--only` path, when there are any, and not at or below an `--ignore` path.
///
/// Only containers in which something is still to be decided take memory; below one that is decided, levels are counted.
struct PathTracker: StringSelector {
  private let only: PathMatcher
  private let ignored: PathMatcher

  /// What is known of a place; a nil state stands for matching that cannot change anything further down.
  private struct Place {
    var only: PathMatcher.State?
    var ignored: PathMatcher.State?
    var isSelected: Bool
    var isSettled: Bool { only == nil && ignored == nil }
  }

  private struct Level {
    var place: Place
    var kind: ContainerKind
    var nextIndex = 0
  }

  /// The open containers whose contents are not decided.
  private var levels: [Level] = []
  /// How many containers are open within one that is decided, itself included.
  private var settledDepth = 0
  private var settledVerdict = false
  /// The place of the member whose name was read last.
  private var member: Place?

  init(only: [JSONPath], ignored: [JSONPath]) {
    self.only = PathMatcher(only)
    self.ignored = PathMatcher(ignored)
  }

  mutating func beginText() {
    levels.removeAll(keepingCapacity: true)
    settledDepth = 0
    member = settled(
      Place(
        only: only.isEmpty ? nil : only.start, ignored: ignored.isEmpty ? nil : ignored.start,
        isSelected: only.isEmpty))
  }

  mutating func value() -> Bool {
    if settledDepth > 0 { return settledVerdict }
    return place().isSelected
  }

  mutating func open(_ kind: ContainerKind) {
    if settledDepth > 0 {
      settledDepth += 1
      return
    }
    let here = place()
    if here.isSettled {
      settledDepth = 1
      settledVerdict = here.isSelected
    } else {
      levels.append(Level(place: here, kind: kind))
    }
  }

  mutating func close() {
    if settledDepth > 0 { settledDepth -= 1 } else { levels.removeLast() }
  }

  mutating func name(_ bytes: ByteView, _ range: Range<Int>, escaped: Bool) -> Bool {
    if settledDepth > 0 { return settledVerdict }
    let characters =
      escaped
      ? JSONString.decoded(bytes, range) : bytes.array(range.lowerBound + 1..<range.upperBound - 1)
    guard let outer = levels.last?.place else { return true }
    let here = settled(
      Place(
        only: outer.only.map { only.member($0, named: characters) },
        ignored: outer.ignored.map { ignored.member($0, named: characters) }, isSelected: outer.isSelected),
      below: outer)
    member = here
    return here.isSelected
  }

  /// The place of the value that comes now.
  private mutating func place() -> Place {
    guard let level = levels.last, level.kind == .array else {
      return member ?? Place(only: nil, ignored: nil, isSelected: only.isEmpty)
    }
    let index = level.nextIndex
    levels[levels.count - 1].nextIndex = index + 1
    let outer = level.place
    return settled(
      Place(
        only: outer.only.map { only.element($0, at: index, of: nil) },
        ignored: outer.ignored.map { ignored.element($0, at: index, of: nil) }, isSelected: outer.isSelected),
      below: outer)
  }

  private func settled(_ place: Place, below outer: Place? = nil) -> Place {
    var place = place
    if let state = place.ignored, ignored.matchesAny(state) {
      return Place(only: nil, ignored: nil, isSelected: false)
    }
    if let state = place.only {
      if only.matchesAny(state) {
        place.isSelected = true
        place.only = nil
      } else if state.isDead {
        // Nothing further down can be selected, so nothing there can be ignored either.
        return Place(only: nil, ignored: nil, isSelected: false)
      } else if state == outer?.only {
        // One array for a run of equal states, which is what a deep descent is.
        place.only = outer?.only
      }
    }
    if let state = place.ignored {
      if state.isDead {
        place.ignored = nil
      } else if state == outer?.ignored {
        place.ignored = outer?.ignored
      }
    }
    return place
  }
}
