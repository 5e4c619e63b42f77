/// How much of one container stands in another: what tells an edited element from a new one.
enum Resemblance {
  /// What two containers must reach to be taken as one that was edited.
  static let threshold = 0.5
  /// How many children are looked at.
  private static let limit = 64

  /// From 0 to 1: equal children count whole, children that are containers of one kind by three quarters, other members
  /// of one name by a quarter. Constant time.
  static func score(_ old: Document, _ oldNode: Document.Node, _ new: Document, _ newNode: Document.Node)
    -> Double
  {
    guard old.kind(oldNode) == new.kind(newNode), old.kind(oldNode).isContainer else { return 0 }
    var sum = 0.0
    var count = 0
    if old.kind(oldNode) == .object {
      var pairing = MemberPairing(old, oldNode, new, newNode)
      while count < limit, let (member, match) = pairing.next() {
        count += 1
        if let match { sum += part(old, member.value, new, match.value, otherwise: 0.25) }
      }
      return ratio(sum, count, new.members(newNode).prefix(limit).reduce(0) { sum, _ in sum + 1 })
    }
    var elements = new.elements(newNode)
    for element in old.elements(oldNode).prefix(limit) {
      count += 1
      if let match = elements.next() { sum += part(old, element, new, match, otherwise: 0) }
    }
    return ratio(sum, count, new.elements(newNode).prefix(limit).reduce(0) { sum, _ in sum + 1 })
  }

  private static func part(
    _ old: Document, _ oldNode: Document.Node, _ new: Document, _ newNode: Document.Node, otherwise: Double
  ) -> Double {
    if old.hash(oldNode) == new.hash(newNode) { return 1 }
    return old.kind(oldNode).isContainer && old.kind(oldNode) == new.kind(newNode) ? 0.75 : otherwise
  }

  private static func ratio(_ sum: Double, _ left: Int, _ right: Int) -> Double {
    let count = max(left, right)
    return count == 0 ? 1 : sum / Double(count)
  }

  /// Pairs old elements with new ones that resemble them, in order on both sides.
  ///
  /// A small gap is matched for the largest sum of scores. In a large one each old element votes for the new one with
  /// which it shares the most children that no other has; that takes time linear in the children.
  static func pairs(
    _ old: Document, _ oldNodes: ArraySlice<Document.Node>, _ new: Document,
    _ newNodes: ArraySlice<Document.Node>
  ) -> [(old: Int, new: Int)] {
    // Scalars resemble nothing.
    guard oldNodes.contains(where: { old.kind($0).isContainer }),
      newNodes.contains(where: { new.kind($0).isContainer })
    else { return [] }
    if oldNodes.count * newNodes.count <= 2500 { return bestPairs(old, oldNodes, new, newNodes) }
    return votedPairs(old, oldNodes, new, newNodes)
  }

  private static func bestPairs(
    _ old: Document, _ oldNodes: ArraySlice<Document.Node>, _ new: Document,
    _ newNodes: ArraySlice<Document.Node>
  ) -> [(old: Int, new: Int)] {
    let (rows, columns) = (oldNodes.count, newNodes.count)
    let width = columns + 1
    var scores = [Double](repeating: 0, count: rows * columns)
    var best = [Double](repeating: 0, count: (rows + 1) * width)
    for row in 0..<rows {
      for column in 0..<columns {
        let score = score(
          old, oldNodes[oldNodes.startIndex + row], new, newNodes[newNodes.startIndex + column])
        scores[row * columns + column] = score
        let paired = score >= threshold ? best[row * width + column] + score : 0
        best[(row + 1) * width + column + 1] = max(
          paired, best[row * width + column + 1], best[(row + 1) * width + column])
      }
    }
    var result: [(old: Int, new: Int)] = []
    var (row, column) = (rows, columns)
    while row > 0, column > 0 {
      let here = best[row * width + column]
      if here == best[(row - 1) * width + column] {
        row -= 1
      } else if here == best[row * width + column - 1] {
        column -= 1
      } else {
        row -= 1
        column -= 1
        result.append((oldNodes.startIndex + row, newNodes.startIndex + column))
      }
    }
    return result.reversed()
  }

  private static func votedPairs(
    _ old: Document, _ oldNodes: ArraySlice<Document.Node>, _ new: Document,
    _ newNodes: ArraySlice<Document.Node>
  ) -> [(old: Int, new: Int)] {
    var count = 0
    for index in newNodes.indices { forEachChild(new, newNodes[index]) { _ in count += 1 } }
    var holders = HashTable(expected: count)
    for index in newNodes.indices {
      forEachChild(new, newNodes[index]) { child in
        if !holders.insert(child, value: index) { holders.set(child, value: shared) }
      }
    }
    var candidates: [(old: Int, new: Int)] = []
    var voted: [Int] = []
    for index in oldNodes.indices {
      voted.removeAll(keepingCapacity: true)
      forEachChild(old, oldNodes[index]) { child in
        if let holder = holders.value(child), holder != shared { voted.append(holder) }
      }
      guard let winner = mostFrequent(&voted) else { continue }
      if score(old, oldNodes[index], new, newNodes[winner]) >= threshold {
        candidates.append((index, winner))
      }
    }
    return LongestIncreasing.positions(of: candidates.map(\.new)).map { candidates[$0] }
  }

  /// What stands for a holder when several elements have the child.
  private static let shared = -1

  private static func mostFrequent(_ values: inout [Int]) -> Int? {
    if values.count > 1 { values.sort() }
    var (best, bestCount, count) = (values.first, 1, 1)
    for (previous, value) in zip(values, values.dropFirst()) {
      count = previous == value ? count + 1 : 1
      if count > bestCount { (best, bestCount) = (value, count) }
    }
    return best
  }

  /// The hashes of the first children of a container: of an object's members with their names.
  private static func forEachChild(_ document: Document, _ node: Document.Node, _ body: (UInt64) -> Void) {
    guard let hashing = document.hashing else { return }
    var rest = limit
    switch document.kind(node) {
    case .object:
      for member in document.members(node) where rest > 0 {
        rest -= 1
        var both = Hashing.Tuple(hashing)
        both.add(document.hash(member.name))
        both.add(document.hash(member.value))
        body(both.hash)
      }
    case .array:
      for element in document.elements(node) where rest > 0 {
        rest -= 1
        body(document.hash(element))
      }
    default: return
    }
  }
}
