/// The hash of a container while its children come, one by one; the law stands at ``Hashing``.
///
/// A product of the children's places and parts, so the order of members does not count.
public struct ContainerHash: BitwiseCopyable {
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

  @inline(__always) public init(_ kind: ContainerKind, _ hashing: Hashing) {
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
    add(Finished(hash: hash, height: height, hashing), hashing)
  }

  @inline(__always) mutating func add(_ document: Document, _ node: Document.Node, _ hashing: Hashing) {
    if document.kind(node).isContainer {
      add(container: document.hash(node), height: document.height(node), hashing)
    } else {
      add(scalar: document.scalarHash(node, hashing), hashing)
    }
  }

  @inline(__always) mutating func add(_ done: Finished, _ hashing: Hashing) {
    if done.height >= height { height = done.height + 1 }
    add(done.firstPart, done.secondPart, hashing)
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

  /// A container's hash, and what it is as part of another.
  public struct Finished {
    public let hash: UInt64
    let height: Int
    fileprivate let firstPart: UInt64
    fileprivate let secondPart: UInt64

    /// A container of a document that was read with `hashing`.
    public init(_ document: Document, _ node: Document.Node, _ hashing: Hashing) {
      self.init(hash: document.hash(node), height: document.height(node), hashing)
    }

    @inline(__always) fileprivate init(hash: UInt64, height: Int, _ hashing: Hashing) {
      if height < HashKeys.lowLevels {
        self.init(hash, height, hashing.keys.low[height])
      } else {
        self.init(hash, height, hashing.keys.tall(height))
      }
    }

    @inline(__always) fileprivate init(_ hash: UInt64, _ height: Int, _ level: HashKeys.Level) {
      self.hash = hash
      self.height = height
      firstPart = Lanes.folded(Lanes.times(level.factors.0, hash & Lanes.prime) &+ level.addends.0)
      secondPart = Lanes.folded(Lanes.times(level.factors.1, hash &>> 3) &+ level.addends.1)
    }
  }

  @inline(__always) public func finished(_ hashing: Hashing) -> Finished {
    height < HashKeys.lowLevels ? finished(hashing.keys.low[height]) : finishedTall(hashing)
  }

  /// The keys of a tall container are made anew for each.
  @inline(never) private func finishedTall(_ hashing: Hashing) -> Finished {
    finished(hashing.keys.tall(height))
  }

  @inline(__always) private func finished(_ level: HashKeys.Level) -> Finished {
    var sum = WordSum(kind == .object ? level.object : level.array)
    sum.add(Lanes.canonical(first.product), level.first)
    sum.add(Lanes.canonical(second.product), level.second)
    return Finished(sum.high, height, level)
  }
}
