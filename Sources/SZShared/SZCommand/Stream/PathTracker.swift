internal import SZJSON
internal import SZModel

/// Says for every string of a stream whether the tool may touch it.
protocol StringSelector {
  /// The numbers of the paths of `--only` and of `--ignore` that led nowhere so far.
  var unreached: (only: [Int], ignored: [Int]) { get }
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
  var unreached: (only: [Int], ignored: [Int]) { ([], []) }
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
  private var selection: Selection

  private struct Level {
    var place: Selection.Place
    var kind: ContainerKind
    var nextIndex = 0
  }

  /// The open containers whose contents are not decided.
  private var levels: [Level] = []
  /// How many containers are open within one that is decided, itself included.
  private var decidedDepth = 0
  private var verdict = false
  /// The place of the member whose name was read last, or of the text.
  private var member: Selection.Place?

  init(only: [JSONPath], ignored: [JSONPath]) { selection = Selection(only: only, ignored: ignored) }

  var unreached: (only: [Int], ignored: [Int]) { selection.unreached }

  mutating func beginText() {
    levels.removeAll(keepingCapacity: true)
    decidedDepth = 0
    member = selection.root
  }

  mutating func value() -> Bool { decidedDepth > 0 ? verdict : selection.isIn(place()) }

  mutating func open(_ kind: ContainerKind) {
    if decidedDepth > 0 {
      decidedDepth += 1
      return
    }
    let here = place()
    if let here, !selection.isLeftOut(here) {
      levels.append(Level(place: here, kind: kind))
    } else {
      decidedDepth = 1
      verdict = selection.isIn(here)
    }
  }

  mutating func close() {
    if decidedDepth > 0 { decidedDepth -= 1 } else { levels.removeLast() }
  }

  mutating func name(_ bytes: ByteView, _ range: Range<Int>, escaped: Bool) -> Bool {
    if decidedDepth > 0 { return verdict }
    guard let outer = levels.last?.place else { return true }
    let characters =
      escaped
      ? JSONString.decoded(bytes, range) : bytes.array(range.lowerBound + 1..<range.upperBound - 1)
    member = selection.member(outer, characters)
    return selection.isIn(member)
  }

  /// The place of the value that comes now.
  private mutating func place() -> Selection.Place? {
    guard let level = levels.last, level.kind == .array else { return member }
    levels[levels.count - 1].nextIndex = level.nextIndex + 1
    return selection.element(level.place, level.nextIndex)
  }
}
