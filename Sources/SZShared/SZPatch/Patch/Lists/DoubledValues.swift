internal import SZJSON

/// Where values stand that a change puts into a list of plain values, each of which had stood there once: somebody else may have put them.
///
/// `["x","y"]` → `["x","y","v"]` on `["v","x","y"]` makes `["v","x","y","v"]`.
struct DoubledValues {
  /// Longer lists are not looked through, so that a patch costs no more.
  private static let longest = 1_000

  /// By the hash of each value that stays, and comes once more, its position in the target; none where the list is another one.
  private var places: [UInt64: Int] = [:]

  /// `entries` is what the list becomes; what only moves is none that comes. Linear in both.
  init(_ list: ElementSequence, becoming entries: [ElementSequence.Entry]) {
    guard list.count <= DoubledValues.longest,
      list.nodes.allSatisfy({ !list.target.kind($0).isContainer })
    else { return }
    var list = list
    let hashes = (0..<list.count).map { list.hash($0) }
    if Set(hashes).count < hashes.count { return }
    var put: Set<UInt64> = []
    for case .new(_, let hash) in entries { put.insert(hash) }
    for case .kept(let position) in entries where put.contains(hashes[position]) {
      places[hashes[position]] = position
    }
  }

  /// Where one of some values, by their hashes, stands; nil where none does.
  func place(of values: [UInt64]) -> Int? { values.lazy.compactMap { places[$0] }.first }
}
