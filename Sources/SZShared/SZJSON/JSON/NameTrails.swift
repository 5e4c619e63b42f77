/// The names of objects in their order, as a tree: objects of one shape go one way through it.
///
/// Most objects of a document have the names of one that came before, in its order, and more so those that stand behind one name.
/// What they share is reckoned once: the hash of each name, the product of the names up to it, and whether they are known
/// to have no duplicate. Names are compared as bytes, so nothing is mistaken. The tree stays small: an object that finds
/// no room in it leaves it and goes on by hashes.
struct NameTrails {
  /// One name behind those before it.
  private struct Step {
    /// The first sixteen bytes of the name's token, its quotes included, and which bits of them are of it.
    let head: UInt64
    let tail: UInt64
    let headMask: UInt64
    let tailMask: UInt64
    let place: Lanes
    /// The product of the names up to this one.
    let names: UInt64
    /// The whole token, and whether it is longer than what is compared first.
    let range: Range<Int>
    let isLong: Bool
    /// How many names come before.
    let depth: Int
    var isDistinct = false
    /// The step that came next last time, the first of all that ever did, and the next one behind the same step.
    var next = 0
    var first = 0
    var sibling = 0
    /// Where the objects behind this name begin.
    var inside = 0
  }

  /// Where objects begin that stand behind no name, or for which there was no room.
  static let start = 0
  /// Where an object is that left the tree.
  static let off = -1

  /// The tree cannot be filled by one object, nor by many that begin in one way.
  private static let longest = 64
  private static let mostSiblings = 8
  private static let mostSteps = 4096

  private var steps: [Step]

  /// Without `isUsed` there is nothing but ``off``.
  init(isUsed: Bool) { steps = isUsed ? [NameTrails.beginning(depth: 0)] : [] }

  /// No token begins with a zero, so a beginning is never found as what comes next.
  private static func beginning(depth: Int) -> Step {
    Step(
      head: 0, tail: 0, headMask: .max, tailMask: .max, place: .one, names: KnownNames.empty, range: 0..<0,
      isLong: false, depth: depth, isDistinct: true)
  }

  /// Where an object begins that stands behind the name of `step`, perhaps in arrays.
  @inline(__always) mutating func inside(_ step: Int) -> Int {
    if step < 0 { return min(0, steps.count - 1) }
    let inside = steps[step].inside
    return inside > 0 || step == 0 ? inside : enter(step)
  }

  @inline(never) private mutating func enter(_ step: Int) -> Int {
    guard steps.count < NameTrails.mostSteps, steps[step].depth < NameTrails.longest else {
      return NameTrails.start
    }
    steps.append(NameTrails.beginning(depth: steps[step].depth))
    steps[step].inside = steps.count - 1
    return steps.count - 1
  }

  @inline(__always) func names(_ step: Int) -> UInt64 { steps[step].names }
  @inline(__always) func isDistinct(_ step: Int) -> Bool { steps[step].isDistinct }

  /// Takes note that the names up to this step differ.
  mutating func setDistinct(_ step: Int) { steps[step].isDistinct = true }

  /// The step for the name token without escapes at `range` behind `step`, or ``off``, and where the name belongs in a product.
  @inline(__always) mutating func step(
    behind step: Int, _ bytes: ByteView, _ range: Range<Int>, _ hashing: Hashing
  ) -> (step: Int, place: Lanes) {
    let next = steps[step].next
    let known = steps[next]
    if NameTrails.isName(known, bytes, range) { return (next, known.place) }
    let found = find(behind: step, bytes, range, hashing)
    return (found, steps[max(found, 0)].place)
  }

  /// A token of up to sixteen bytes that has the same bytes as far as the other goes ends there too: by its quote.
  @inline(__always) private static func isName(_ step: Step, _ bytes: ByteView, _ range: Range<Int>) -> Bool {
    let start = range.lowerBound
    let differs =
      (bytes.word(at: start) ^ step.head) & step.headMask
      | (bytes.word(at: start &+ 8) ^ step.tail) & step.tailMask
    if differs != 0 { return false }
    return !step.isLong || bytes.equals(range, bytes, step.range)
  }

  /// Looks among all that came behind `step`, and adds what did not.
  @inline(never) private mutating func find(
    behind step: Int, _ bytes: ByteView, _ range: Range<Int>, _ hashing: Hashing
  ) -> Int {
    var candidate = steps[step].first
    var siblings = 0
    while candidate > 0 {
      if NameTrails.isName(steps[candidate], bytes, range) {
        steps[step].next = candidate
        return candidate
      }
      candidate = steps[candidate].sibling
      siblings += 1
    }
    guard siblings < NameTrails.mostSiblings, steps.count < NameTrails.mostSteps,
      steps[step].depth < NameTrails.longest
    else { return NameTrails.off }
    let place = hashing.name(bytes, range.lowerBound + 1..<range.upperBound - 1)
    let (head, tail) = (NameTrails.mask(range.count), NameTrails.mask(range.count - 8))
    steps.append(
      Step(
        head: bytes.word(at: range.lowerBound) & head, tail: bytes.word(at: range.lowerBound + 8) & tail,
        headMask: head, tailMask: tail, place: place,
        names: KnownNames.product(steps[step].names, place.first), range: range,
        isLong: range.count > 16, depth: steps[step].depth + 1, sibling: steps[step].first))
    let added = steps.count - 1
    (steps[step].first, steps[step].next) = (added, added)
    return added
  }

  /// The bits of a word that `count` bytes take.
  private static func mask(_ count: Int) -> UInt64 {
    count >= 8 ? .max : count <= 0 ? 0 : 1 << UInt64(count * 8) - 1
  }
}
