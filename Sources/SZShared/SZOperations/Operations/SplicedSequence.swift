/// A sequence that begins as the numbers from 0 up to a count, out of which values are taken and into which others are put, anywhere.
///
/// What was not touched is held in runs, so that it costs nothing by itself: a tree of runs with random priorities (Seidel and Aragon,
/// "Randomized search trees", 1996), in which each has the length of all below it. O(log n) expected for each call, where `n` is how many
/// changes there were.
struct SplicedSequence: Sendable {
  /// What stands in the sequence.
  enum Entry: Equatable, Sendable {
    /// One of the numbers that it began with.
    case original(Int)
    /// What was put in, by its number.
    case inserted(Int)
  }

  /// Values that stand together.
  enum Run: Equatable, Sendable {
    case originals(Range<Int>)
    case inserted(Int)

    var count: Int {
      if case .originals(let range) = self { range.count } else { 1 }
    }
  }

  private struct Node {
    var run: Run
    let priority: UInt64
    var left = -1
    var right = -1
    /// How many values there are in it and below it.
    var total: Int
  }

  private var nodes: [Node] = []
  private var root = -1
  private var random: SplitMix

  /// The numbers from 0 up to `count`.
  init(count: Int) {
    random = SplitMix(state: UInt64.random(in: 0...UInt64.max))
    if count > 0 { root = make(.originals(0..<count)) }
  }

  var count: Int { total(root) }

  /// What stands at `index`, which must be in the sequence.
  subscript(index: Int) -> Entry {
    var (node, rest) = (root, index)
    while true {
      let left = total(nodes[node].left)
      if rest < left {
        node = nodes[node].left
        continue
      }
      rest -= left
      let run = nodes[node].run
      if rest < run.count {
        switch run {
        case .originals(let range): return .original(range.lowerBound + rest)
        case .inserted(let number): return .inserted(number)
        }
      }
      rest -= run.count
      node = nodes[node].right
    }
  }

  /// Puts something in at `index`, from 0 to ``count``.
  mutating func insert(_ number: Int, at index: Int) {
    let (left, right) = split(root, at: index)
    root = join(join(left, make(.inserted(number))), right)
  }

  /// Takes out what stands at `index`.
  mutating func remove(at index: Int) {
    let (left, rest) = split(root, at: index)
    root = join(left, split(rest, at: 1).right)
  }

  /// Puts something in the place of what stands at `index`.
  mutating func replace(at index: Int, with number: Int) {
    let (left, rest) = split(root, at: index)
    root = join(join(left, make(.inserted(number))), split(rest, at: 1).right)
  }

  /// All of it in order. Linear in the runs.
  var runs: [Run] {
    var (runs, open, node): ([Run], [Int], Int) = ([], [], root)
    while node >= 0 || !open.isEmpty {
      while node >= 0 {
        open.append(node)
        node = nodes[node].left
      }
      node = open.removeLast()
      runs.append(nodes[node].run)
      node = nodes[node].right
    }
    return runs
  }

  // MARK: The tree

  private func total(_ node: Int) -> Int { node < 0 ? 0 : nodes[node].total }

  private mutating func make(_ run: Run) -> Int {
    nodes.append(Node(run: run, priority: random.next(), total: run.count))
    return nodes.count - 1
  }

  private mutating func sum(_ node: Int) {
    nodes[node].total = total(nodes[node].left) + nodes[node].run.count + total(nodes[node].right)
  }

  /// Two trees, of the first `index` values and of the others. As deep as the tree, which is expected to be O(log n).
  private mutating func split(_ node: Int, at index: Int) -> (left: Int, right: Int) {
    if node < 0 { return (-1, -1) }
    let before = total(nodes[node].left)
    if index <= before {
      let parts = split(nodes[node].left, at: index)
      nodes[node].left = parts.right
      sum(node)
      return (parts.left, node)
    }
    let end = before + nodes[node].run.count
    if index < end, case .originals(let range) = nodes[node].run {
      let cut = range.lowerBound + index - before
      let behind = nodes[node].right
      nodes[node].right = -1
      nodes[node].run = .originals(range.lowerBound..<cut)
      sum(node)
      return (node, join(make(.originals(cut..<range.upperBound)), behind))
    }
    let parts = split(nodes[node].right, at: index - end)
    nodes[node].right = parts.left
    sum(node)
    return (node, parts.right)
  }

  /// One tree of two, of which one comes behind the other.
  private mutating func join(_ left: Int, _ right: Int) -> Int {
    if left < 0 { return right }
    if right < 0 { return left }
    if nodes[left].priority >= nodes[right].priority {
      nodes[left].right = join(nodes[left].right, right)
      sum(left)
      return left
    }
    nodes[right].left = join(left, nodes[right].left)
    sum(right)
    return right
  }
}

/// Random words that need not be secret (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
private struct SplitMix: Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word &>> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word &>> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word &>> 31
  }
}
