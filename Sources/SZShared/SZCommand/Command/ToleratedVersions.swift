internal import SZElements
internal import SZFormats
internal import SZJSON
internal import SZMerge
internal import SZModel
internal import SZPatch

/// The versions that a merge joins, in which numbers that count as equal are equal: those of both sides to PRISTINE's, and then
/// those that both sides changed or added to CURRENT's.
struct ToleratedVersions {
  /// What is merged.
  let documents: Three<Document>
  let tolerances: [Tolerance]
  private let options: MergeOptions
  private let current: Document
  private let editedOffsets: ReplacedOffsets
  private let currentOffsets: ReplacedOffsets

  /// Linear in the documents; without tolerances they are as they stand.
  init(_ originals: Three<Document>, _ tolerances: [Tolerance], _ options: MergeOptions) {
    (self.tolerances, self.options, current) = (tolerances, options, originals.current)
    if tolerances.isEmpty {
      (documents, editedOffsets, currentOffsets) = (originals, ReplacedOffsets(), ReplacedOffsets())
      return
    }
    let pristine = originals.pristine
    func tolerated(_ document: Document) -> ToleratedDocument {
      ToleratedVersions.tolerated(document, since: pristine, tolerances, options)
    }
    let (current, first) = (tolerated(originals.current), tolerated(originals.edited))
    let edits = [first, current].map { ToleratedVersions.edits(in: $0.document, since: pristine, options) }
    let second = ToleratedVersions.tolerated(
      first.document, since: current.document, tolerances, options, in: (edits[0], edits[1]))
    documents = Three(pristine: pristine, edited: second.document, current: current.document)
    editedOffsets = second.offsets.after(first.offsets)
    currentOffsets = current.offsets
  }

  /// A document of which a model cannot say what is in it is left as it is: the merge will say so.
  private static func tolerated(
    _ document: Document, since other: Document, _ tolerances: [Tolerance], _ options: MergeOptions,
    in ranges: (new: [Range<Int>], old: [Range<Int>])? = nil
  ) -> ToleratedDocument {
    let change = ToleratedVersions.change(from: other, to: document, options)
    return ToleratedDocument(
      document, by: change, tolerances, exactNumbers: options.comparison.exactNumbers, in: ranges)
  }

  private static func change(
    from old: Document, to new: Document, _ options: MergeOptions
  ) -> ChangeTree {
    let pairs = options.schema.flatMap { try? EntityPairs(old, new, $0) }
    return Differ.change(from: old, to: new, options.comparison, pairs)
  }

  /// Where in a side the values stand that it changed or added, in bytes, ascending.
  private static func edits(
    in side: Document, since pristine: Document, _ options: MergeOptions
  ) -> [Range<Int>] {
    let change = ToleratedVersions.change(from: pristine, to: side, options)
    let values = ValueChanges.of(change, from: pristine, to: side).compactMap(\.newNode)
    return values.sorted().map { side.range($0) }.reduce(into: []) { ranges, range in
      if range.lowerBound >= ranges.last?.upperBound ?? 0 { ranges.append(range) }
    }
  }

  /// Where a value of one of the versions stands in what was read, in bytes.
  func offset(_ node: Document.Node, _ party: Party) -> Int {
    original(documents[party].start(node), party)
  }

  /// Where a conflict stands in what was read, in bytes; nil where that side has nothing.
  func offset(of conflict: Conflict, _ party: Party) -> Int? {
    conflict.offset(in: documents[party], party).map { original($0, party) }
  }

  private func original(_ offset: Int, _ party: Party) -> Int {
    switch party {
    case .pristine: offset
    case .edited: editedOffsets.original(offset)
    case .current: currentOffsets.original(offset)
    }
  }

  /// Edits of CURRENT as it is merged as edits of CURRENT as it stands.
  func original(_ edits: SourceEdits) -> SourceEdits { edits.original(currentOffsets) }

  /// The same of the edits by which it becomes the result. What EDITED only wrote otherwise comes from there as a whole, and the
  /// numbers in it are to stand as they do in CURRENT.
  func result(_ edits: SourceEdits) -> SourceEdits {
    let edits = original(edits)
    if tolerances.isEmpty || edits.isEmpty { return edits }
    let made = current.edited(by: edits, hashing: current.hashing)
    let result = ToleratedVersions.tolerated(made, since: current, tolerances, options).document
    if result === made { return edits }
    var whole = SourceEdits()
    whole.replace(0..<current.bytes.count, with: result.bytes.array(0..<result.bytes.count))
    return whole
  }
}
