internal import SZElements
internal import SZJSON
internal import SZMerge

/// Whether a text that lines were merged to has the elements that both sides come to, in all of its arrays together.
///
/// Of two rows that one side swapped and between which the other one put a third, lines can make rows that nobody wrote, or have
/// one twice. A value must not stand oftener than both sides say, and there are no more new ones than elements that both sides
/// changed, each in its own lines.
enum ElementBalance {
  /// How often each value is an element, by the names on the way to its array.
  private typealias Counts = [UInt64: Int]

  /// Linear in the documents, which must have been read with one ``Hashing``.
  static func isKept(_ versions: Three<Document>, _ result: Document) -> Bool {
    guard let hashing = result.hashing else { return false }
    let before = versions.map { counts($0, hashing) }
    let after = counts(result, hashing)
    // Elements that both sides changed, less those that no version has.
    var spare = 0
    for value in Set([before.pristine, before.edited, before.current, after].flatMap(\.keys)) {
      let (count, there) = (before.map { $0[value] ?? 0 }, after[value] ?? 0)
      let lost = min(count.pristine - count.edited, count.pristine - count.current)
      if count.pristine + count.edited + count.current == 0 {
        spare -= there
      } else if there > JointCount(count).most {
        return false
      } else if lost > 0 {
        spare += lost
      }
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
