internal import SZElements
internal import SZJSON

/// Whether values are written alike, byte for byte, which equal values need not be: `1.0` and `1.00`, and layout.
///
/// Bytes are compared from the outside in, so those of a value may be looked at once for each container around it. There is
/// a budget for that, beyond which values count as CURRENT's spelling is wanted: linear in the documents.
struct Spelling {
  private let documents: Three<Document>
  private var budget: Int

  init(_ documents: Three<Document>) {
    self.documents = documents
    budget = 16 * (documents.pristine.bytes.count + 4096)
  }

  /// Whether CURRENT's whole text is PRISTINE's.
  func isWholeTextEqual() -> Bool { isWhole(documents.current) }

  /// Whether EDITED's whole text is PRISTINE's.
  func isWholeTextUnedited() -> Bool { isWhole(documents.edited) }

  private func isWhole(_ document: Document) -> Bool {
    let pristine = documents.pristine.bytes
    return pristine.equals(0..<pristine.count, document.bytes, 0..<document.bytes.count)
  }

  /// Whether it is worth while to look into a container.
  var mayDescend: Bool { budget > 0 }

  /// Whether EDITED's value is written as PRISTINE's is.
  mutating func isUnedited(_ inPristine: Document.Node, _ inEdited: Document.Node) -> Bool {
    isEqual(inPristine, documents.edited, inEdited, otherwise: true)
  }

  /// Whether CURRENT's value is written as PRISTINE's is.
  mutating func isUntouched(_ inPristine: Document.Node, _ inCurrent: Document.Node) -> Bool {
    isEqual(inPristine, documents.current, inCurrent, otherwise: false)
  }

  /// Whether two equal values of PRISTINE and EDITED are written otherwise.
  mutating func mayDiffer(_ inPristine: Document.Node, _ inEdited: Document.Node) -> Bool {
    budget > 0 && !isUnedited(inPristine, inEdited)
  }

  private mutating func isEqual(
    _ node: Document.Node, _ other: Document, _ otherNode: Document.Node, otherwise: Bool
  ) -> Bool {
    let ranges = (documents.pristine.range(node), other.range(otherNode))
    guard ranges.0.count == ranges.1.count else { return false }
    guard budget > 0 else { return otherwise }
    budget -= ranges.0.count
    return documents.pristine.bytes.equals(ranges.0, other.bytes, ranges.1)
  }
}
