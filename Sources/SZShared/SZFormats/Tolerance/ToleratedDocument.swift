public import SZJSON
public import SZModel
public import SZPatch

/// A document in which numbers have the text of those that they count as equal to.
///
/// A tool that goes on with it in the place of the document finds no difference in them, whatever it does; what it then keeps of
/// the document is kept as it stands there, as ``SourceEdits/original(_:)`` has it.
public struct ToleratedDocument {
  public let document: Document
  public let offsets: ReplacedOffsets

  /// NEW, with the numbers of OLD that its own count as equal to, as a comparison with these options pairs them. Linear in both, but for
  /// lists of which much came and went.
  public init(
    _ new: Document, since old: Document, _ tolerances: [Tolerance], _ options: DiffOptions,
    _ pairs: EntityPairs? = nil
  ) {
    var options = options
    options.stopsAtFirst = false
    let change = Differ.change(from: old, to: new, options, pairs)
    self.init(new, by: change, tolerances, exactNumbers: options.exactNumbers)
  }

  /// NEW, with the old numbers of the change that led to it which its own count as equal to; where there are `ranges` (bytes,
  /// ascending, apart), only numbers in those of NEW, and those in these of OLD.
  public init(
    _ new: Document, by change: ChangeTree, _ tolerances: [Tolerance], exactNumbers: Bool,
    in ranges: (new: [Range<Int>], old: [Range<Int>])? = nil
  ) {
    self.init(
      TolerantComparison(new, tolerances, exactNumbers: exactNumbers), change, isResult: true, ranges)
  }

  /// A target, with the numbers of `change` where it says which one was there, or which one comes, within what is tolerated.
  public init(target: Document, of change: ChangeTree, _ tolerances: [Tolerance], exactNumbers: Bool) {
    self.init(TolerantComparison(target, tolerances, exactNumbers: exactNumbers), change, isResult: false)
  }

  private init(
    _ comparison: TolerantComparison, _ change: ChangeTree, isResult: Bool,
    _ ranges: (new: [Range<Int>], old: [Range<Int>])? = nil
  ) {
    let document = comparison.document
    if comparison.places.isEmpty {
      (self.document, offsets) = (document, ReplacedOffsets())
      return
    }
    var walk = ToleranceWalk(change, comparison, isResult: isResult)
    walk.walk(change)
    func isIn(_ ranges: [Range<Int>]?, _ document: Document, _ node: Document.Node) -> Bool {
      guard let ranges else { return true }
      let offset = document.start(node)
      let count = Bisection.count(ranges) { $0.lowerBound <= offset }
      return count > 0 && offset < ranges[count - 1].upperBound
    }
    let numbers = walk.numbers.filter { node, value in
      // Between hunks OLD's values are known by NEW's, which are equal.
      let others = value.document === document ? ranges?.new : ranges?.old
      return isIn(ranges?.new, document, node) && isIn(others, value.document, value.node)
    }
    let texts = numbers.sorted { $0.key < $1.key }.map { node, value in
      (node: node, text: value.document.text(value.node))
    }
    (self.document, offsets) = texts.isEmpty ? (document, ReplacedOffsets()) : document.replacing(texts)
  }
}

extension ToleratedDocument {
  /// What was done to this document as done to `target`, of which it was made: its numbers stand as they did.
  public func original(
    _ result: PatchResult, _ target: Document, _ tolerances: [Tolerance], _ schema: Schema?
  ) -> PatchResult {
    var result = result
    for number in result.misfits.indices {
      result.misfits[number].offset = offsets.original(result.misfits[number].offset)
    }
    for number in result.consequences.indices {
      result.consequences[number].offset = offsets.original(result.consequences[number].offset)
    }
    if result.base === document {
      (result.base, result.edits) = (target, result.edits.original(offsets))
    } else {
      // Made in steps, so that only the values tell what was kept.
      let made = result.base.edited(by: result.edits, hashing: Hashing())
      let before = target.edited(by: SourceEdits(), hashing: made.hashing)
      let pairs = schema.flatMap { try? EntityPairs(before, made, $0) }
      (result.base, result.edits) = (
        ToleratedDocument(made, since: before, tolerances, DiffOptions(), pairs).document, SourceEdits()
      )
    }
    return result
  }
}
