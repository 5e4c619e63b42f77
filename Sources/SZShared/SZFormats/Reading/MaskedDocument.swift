public import SZJSON
public import SZModel

/// Documents in which the values at some paths must not be seen.
public enum MaskedDocument {
  /// The document with a string in the place of each value that one of the paths leads to: `masked:` and a hash of the value, by which one
  /// sees whether two are equal, as 40 bits of `hashing`, whose keys are drawn anew in each run. Linear in the document.
  ///
  /// - Returns: the document, read again with the same hashing; and for its byte offsets those of `document`.
  public static func of(
    _ document: Document, _ paths: [JSONPath], _ hashing: Hashing
  ) -> (document: Document, offsets: MaskedOffsets) {
    let matcher = PathMatcher(paths)
    var masked: [Document.Node] = []
    matcher.walk(document) { node, state in
      if state.isDead { return false }
      if matcher.matches(state).isEmpty { return true }
      masked.append(node)
      return false
    }
    masked.sort()
    var edits = SourceEdits()
    var offsets = MaskedOffsets()
    for node in masked {
      let text = text(ValueHash.of(document, node, hashing))
      let range = document.range(node)
      edits.replace(range, with: text)
      offsets.add(range, length: text.count)
    }
    return (document.edited(by: edits, hashing: document.hashing), offsets)
  }

  private static func text(_ hash: UInt64) -> [UInt8] {
    var text = Array("\"masked:".utf8)
    for shift in stride(from: UInt64(36), through: 0, by: -4) {
      text.append(ASCII.hexDigit(UInt8(truncatingIfNeeded: hash >> shift & 15)))
    }
    return text + [UInt8(ascii: "\"")]
  }
}

/// Where in a document the bytes of a masked one stand.
public struct MaskedOffsets: Sendable {
  /// The offsets at which something masked begins, and how much further back what is behind it stands in the document.
  private var starts: [Int] = []
  private var shifts: [Int] = []

  fileprivate mutating func add(_ range: Range<Int>, length: Int) {
    let shift = shifts.last ?? 0
    starts.append(range.lowerBound - shift)
    shifts.append(shift + range.count - length)
  }

  public init() {}

  /// The offset in the document for the beginning of a value in the masked one.
  public func original(_ offset: Int) -> Int {
    let count = Bisection.count(starts) { $0 < offset }
    return count == 0 ? offset : offset + shifts[count - 1]
  }
}
