internal import SZJSON

/// What stands in some objects and arrays of a list, however deep, by which an element is known that was taken out of one: it is equal, or
/// has half of the members of an object or array there.
struct InnerValues {
  /// Where something like an element stands: the positions of the objects and arrays of the list.
  struct Holders {
    /// Of those that hold an equal one.
    var equal: Set<Int> = []
    /// Of those that hold one of which it has half.
    var half: Set<Int> = []
    /// Of those of which it has half themselves, as what became of one has.
    var edited: Set<Int> = []

    /// Whether nothing holds such a one.
    var isEmpty: Bool { equal.isEmpty && half.isEmpty }
  }

  /// One of them, or an object or array in it.
  private struct Inner {
    let container: Int
    let isWhole: Bool
    let hash: UInt64
    /// How many different members or elements it has.
    let count: Int
  }

  /// The positions that hold each value.
  private var values: [UInt64: [Int]] = [:]
  private var inner: [Inner] = []
  /// Which of these have each member or element.
  private var parts: [UInt64: [Int]] = [:]
  /// Of those that have a value in common, so many are known.
  private static let mostHolders = 16

  /// Of what stands at some positions, with what is no object or array, or without. Linear in its text.
  init(_ row: ListElements, _ containers: [Int], withPlain: Bool) {
    let document = row.document
    for container in containers {
      let all = row.containers(at: container)
      let plain = withPlain ? all.flatMap(document.contents).filter { !document.kind($0).isContainer } : []
      for value in all.dropFirst() + plain {
        InnerValues.add(container, to: &values[document.hash(value), default: []])
      }
      for node in all {
        let own = Set(DistinctMembers.parts(document, node))
        for part in own { InnerValues.add(inner.count, to: &parts[part, default: []]) }
        inner.append(
          Inner(
            container: container, isWhole: node == row.nodes[container], hash: document.hash(node),
            count: own.count))
      }
    }
  }

  /// Where something like an element of another version stands, but for halves of what `third` has as an element. Linear in its members.
  func holders(of position: Int, _ row: ListElements, besides third: ListElements? = nil) -> Holders {
    var holders = Holders(equal: Set(values[row.hashes[position]] ?? []))
    if !row.isContainer(position) { return holders }
    var shared: [Int: Int] = [:]
    for part in Set(DistinctMembers.parts(row.document, row.nodes[position])) {
      for number in parts[part] ?? [] { shared[number, default: 0] += 1 }
    }
    for (number, count) in shared where count * 2 >= inner[number].count {
      if inner[number].isWhole {
        holders.edited.insert(inner[number].container)
      } else if third?.only(inner[number].hash) == nil {
        holders.half.insert(inner[number].container)
      }
    }
    return holders
  }

  private static func add(_ number: Int, to holders: inout [Int]) {
    if holders.count < mostHolders, holders.last != number { holders.append(number) }
  }
}
