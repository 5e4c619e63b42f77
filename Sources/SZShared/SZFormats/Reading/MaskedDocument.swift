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
  ) -> (document: Document, offsets: ReplacedOffsets) {
    let matcher = PathMatcher(paths)
    var masked: [Document.Node] = []
    matcher.walk(document) { node, state in
      if state.isDead { return false }
      if matcher.matches(state).isEmpty { return true }
      masked.append(node)
      return false
    }
    masked.sort()
    return document.replacing(
      masked.map { (node: $0, text: text(ValueHash.of(document, $0, hashing))) })
  }

  private static func text(_ hash: UInt64) -> [UInt8] {
    var text = Array("\"masked:".utf8)
    for shift in stride(from: UInt64(36), through: 0, by: -4) {
      text.append(ASCII.hexDigit(UInt8(truncatingIfNeeded: hash >> shift & 15)))
    }
    return text + [UInt8(ascii: "\"")]
  }
}
