/// A row of values that can be asked what its first values come to together, while values in it change.
///
/// How two values come together is said with each call and must be the same in all calls of one tree: a function that is
/// associative and commutative, and in which `empty` changes nothing, such as a sum or a maximum (Fenwick, "A new data
/// structure for cumulative frequency tables", 1994). O(log n) for each call.
public struct FenwickTree<Element> {
  /// At `index`, which begins with 1, what so many values before it come to as the lowest bit of `index` says.
  @usableFromInline var nodes: [Element]

  /// A row of `count` values, all `empty`. O(n).
  @inlinable public init(count: Int, empty: Element) { nodes = [Element](repeating: empty, count: count + 1) }

  var count: Int { nodes.count - 1 }

  /// Joins `value` with what stands at `place`.
  @inlinable @inline(__always)
  public mutating func join(_ value: Element, at place: Int, by join: (Element, Element) -> Element) {
    var index = place + 1
    while index < nodes.count {
      nodes[index] = join(nodes[index], value)
      index += index & -index
    }
  }

  /// What the first `count` values come to.
  @inlinable @inline(__always)
  public func joined(first count: Int, by join: (Element, Element) -> Element) -> Element {
    var (index, result) = (count, nodes[0])
    while index > 0 {
      result = join(result, nodes[index])
      index &= index - 1
    }
    return result
  }
}

extension FenwickTree<Int> {
  public mutating func add(_ amount: Int, at place: Int) { join(amount, at: place, by: +) }

  public func sum(first count: Int) -> Int { joined(first: count, by: +) }

  /// The place at which the sum from the front reaches `sum`, where no number is negative; `count` when it never does.
  public func place(ofSum sum: Int) -> Int {
    var (place, rest) = (0, sum)
    var step = 1
    while step <= count / 2 { step *= 2 }
    while step > 0 {
      if place + step <= count, nodes[place + step] < rest {
        place += step
        rest -= nodes[place]
      }
      step /= 2
    }
    return place
  }
}
