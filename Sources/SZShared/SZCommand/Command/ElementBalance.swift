internal import SZJSON
internal import SZMerge

/// Whether a text that lines were merged to has the elements that both sides come to, in all of its arrays together.
///
/// Of two rows that one side swapped and between which the other one put a third, lines can make rows that nobody wrote, or have one twice. A
/// value must not stand oftener than both sides say, and there are no more new ones than elements that both sides changed, each in its own
/// lines.
struct ElementBalance {
  /// How often each value is an element, by the names on the way to its array.
  private typealias Counts = [UInt64: Int]

  /// Linear in the documents, which must have been read with one ``Hashing``.
  static func isKept(_ versions: Three<Document>, _ result: Document) -> Bool {
    guard let hashing = result.hashing else { return false }
    let before = versions.map { counts($0, hashing) }
    let after = counts(result, hashing)
    var spare = 0
    for (value, there) in after where before.pristine[value] == nil {
      if before.edited[value] == nil, before.current[value] == nil { spare -= there }
    }
    for value in Set(before.pristine.keys).union(before.edited.keys).union(before.current.keys) {
      let count = before.map { $0[value] ?? 0 }
      let (own, other) = (count.edited - count.pristine, count.current - count.pristine)
      let sum = count.pristine + own + other
      let most = own < 0 && other < 0 ? count.pristine + min(own, other) : sum
      let there = after[value] ?? 0
      if there > most { return false }
      if there > 1, max(count.pristine, count.edited, count.current) == 1 { return false }
      if own < 0, other < 0 { spare -= max(own, other) }
    }
    return spare >= 0
  }

  private static func counts(_ document: Document, _ hashing: Hashing) -> Counts {
    var counts: Counts = [:]
    var work: [(node: Document.Node, path: UInt64)] = [(document.root, 0)]
    while let (node, path) = work.popLast() {
      if document.kind(node) == .array {
        for element in document.elements(node) {
          counts[hashing.pair(path, document.hash(element)), default: 0] += 1
          if document.kind(element).isContainer { work.append((element, path)) }
        }
      } else if document.kind(node) == .object {
        for member in document.members(node) where document.kind(member.value).isContainer {
          let name = hashing.characters(document.characters(member.name))
          work.append((member.value, hashing.pair(path, name)))
        }
      }
    }
    return counts
  }
}
