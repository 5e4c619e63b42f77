/// The hash of a container while its children come, one by one; the law stands at ``Hashing``.
///
/// A product of the children's places and parts, so the order of members does not count.
struct ContainerHash {
  /// One of the two lanes. What belongs to one stands together: a compiler that finds two of a kind side by side reckons
  /// with them at once, which takes longer where numbers of 128 bits are in it.
  private struct Lane {
    var product: UInt64 = 1
    /// Where the next child belongs: its name, or how many came before it.
    var place: UInt64
  }

  private var first: Lane
  private var second: Lane
  /// How many containers stand in each other below this one, at most.
  private(set) var height = 0
  let kind: ContainerKind

  @inline(__always) init(_ kind: ContainerKind, _ hashing: Hashing) {
    self.kind = kind
    first = Lane(place: hashing.keys.start.first)
    second = Lane(place: hashing.keys.start.second)
  }

  /// Says the name of the member whose value comes next.
  @inline(__always) mutating func name(_ name: Lanes) {
    first.place = name.first
    second.place = name.second
  }

  @inline(__always) mutating func add(scalar hash: UInt64, _ hashing: Hashing) {
    add(hash & Lanes.prime, hash &>> 3, hashing)
  }

  /// Adds a container of a height by its hash.
  @inline(__always) mutating func add(container hash: UInt64, height: Int, _ hashing: Hashing) {
    add(container: hash, height: height, hashing.keys.level(height), hashing)
  }

  @inline(__always) mutating func add(_ document: Document, _ node: Document.Node, _ hashing: Hashing) {
    if document.kind(node).isContainer {
      add(container: document.hash(node), height: document.height(node), hashing)
    } else {
      add(scalar: document.scalarHash(node, hashing), hashing)
    }
  }

  @inline(__always) mutating func add(_ done: Finished, _ hashing: Hashing) {
    add(container: done.hash, height: done.height, done.level, hashing)
  }

  @inline(__always) private mutating func add(
    container hash: UInt64, height: Int, _ level: HashKeys.Level, _ hashing: Hashing
  ) {
    if height >= self.height { self.height = height + 1 }
    add(
      Lanes.folded(Lanes.times(level.factors.0, hash & Lanes.prime) &+ level.addends.0),
      Lanes.folded(Lanes.times(level.factors.1, hash &>> 3) &+ level.addends.1), hashing)
  }

  @inline(__always) private mutating func add(
    _ firstPart: UInt64, _ secondPart: UInt64, _ hashing: Hashing
  ) {
    first.product = Lanes.times(first.product, first.place &+ firstPart)
    second.product = Lanes.times(second.product, second.place &+ secondPart)
    if kind == .array, !hashing.unordered {
      first.place = Lanes.folded(first.place &+ hashing.keys.step.first)
      second.place = Lanes.folded(second.place &+ hashing.keys.step.second)
    }
  }

  /// A container's hash, and the keys of its height, with which it becomes part of another.
  struct Finished {
    let hash: UInt64
    let height: Int
    fileprivate let level: HashKeys.Level
  }

  @inline(__always) func finished(_ hashing: Hashing) -> Finished {
    let level = hashing.keys.level(height)
    var sum = WordSum(kind == .object ? level.object : level.array)
    sum.add(Lanes.canonical(first.product), level.first)
    sum.add(Lanes.canonical(second.product), level.second)
    return Finished(hash: sum.high, height: height, level: level)
  }
}
