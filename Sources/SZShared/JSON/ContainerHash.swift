/// The hash of a container while its children come, one by one; the law stands at ``Hashing``.
///
/// A product of the children's places and parts, so the order of members does not count.
struct ContainerHash {
  private var product = Lanes.one
  /// Where the next child belongs: its name, or how many came before it.
  private var place: Lanes
  /// How many containers stand in each other below this one, at most.
  private(set) var height = 0
  let kind: ContainerKind

  @inline(__always) init(_ kind: ContainerKind, _ hashing: Hashing) {
    self.kind = kind
    place = hashing.keys.start
  }

  /// Says the name of the member whose value comes next.
  @inline(__always) mutating func name(_ name: Lanes) { place = name }

  @inline(__always) mutating func add(scalar hash: UInt64, _ hashing: Hashing) {
    add(Lanes(word: hash), hashing)
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
    var part = level.factor
    part.multiply(by: Lanes(word: hash))
    part.step(by: level.addend)
    add(part, hashing)
  }

  @inline(__always) private mutating func add(_ part: Lanes, _ hashing: Hashing) {
    product.multiply(by: place + part)
    if kind == .array, !hashing.unordered { place.step(by: hashing.keys.step) }
  }

  /// A container's hash, and the keys of its height, with which it becomes part of another.
  struct Finished {
    let hash: UInt64
    let height: Int
    fileprivate let level: HashKeys.Level
  }

  @inline(__always) func finished(_ hashing: Hashing) -> Finished {
    let level = hashing.keys.level(height)
    let value = product.canonical
    var sum = WordSum(kind == .object ? level.object : level.array)
    sum.add(value.first, level.first)
    sum.add(value.second, level.second)
    return Finished(hash: sum.high, height: height, level: level)
  }
}
