internal import SZJSON
internal import SZModel

/// The elements of two arrays, compared as sets, whose count is not the same in both: how often each value stands in them. What is ignored
/// in elements does not count.
struct SetDifference {
  /// Those of the old array, and those of the new one.
  let gone: [Document.Node]
  let added: [Document.Node]

  /// Linear in the text of the arrays.
  init(_ old: ListPlan.Side, _ new: ListPlan.Side) {
    var counts: [UInt64: Int] = [:]
    for hash in old.parts { counts[hash, default: 0] += 1 }
    for hash in new.parts { counts[hash, default: 0] -= 1 }
    func changed(_ side: ListPlan.Side) -> [Document.Node] {
      zip(side.nodes, side.parts).compactMap { counts[$1, default: 0] != 0 ? $0 : nil }
    }
    if counts.values.allSatisfy({ $0 == 0 }) {
      (gone, added) = ([], [])
    } else {
      (gone, added) = (changed(old), changed(new))
    }
  }
}
