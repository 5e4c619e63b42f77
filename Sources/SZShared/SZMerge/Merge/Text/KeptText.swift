internal import SZJSON

/// What of CURRENT's text stands in the text that a merge made of it, and where.
struct KeptText {
  /// Stretches that are the same in both, in the order of the made text.
  private var stretches: [(made: Int, source: Range<Int>)] = []

  /// Linear in the edits.
  init(_ edits: SourceEdits, of bytes: ByteView) {
    var made = 0
    edits.forEach(in: 0..<bytes.count) { piece in
      switch piece {
      case .bytes(let text): made += text.count
      case .source(let range):
        stretches.append((made, range))
        made += range.count
      case .mark, .edited: break
      }
    }
  }

  /// Where in CURRENT the byte is that has come to stand at `offset`; nil where the merge has put it. Logarithmic.
  subscript(offset: Int) -> Int? {
    let count = Bisection.count(stretches) { $0.made <= offset }
    guard count > 0 else { return nil }
    let (made, source) = stretches[count - 1]
    return offset - made < source.count ? source.lowerBound + offset - made : nil
  }

  /// The values of CURRENT that begin at these bytes. Linear in the document.
  static func nodes(_ document: Document, startingAt offsets: Set<Int>) -> [Int: Document.Node] {
    var found: [Int: Document.Node] = [:]
    var node = document.root
    let end = document.next(node)
    while node < end {
      if offsets.contains(document.start(node)) { found[document.start(node)] = node }
      node = document.kind(node).isContainer ? document.firstChild(node) : document.next(node)
    }
    return found
  }
}
