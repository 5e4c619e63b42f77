internal import SZJSON
internal import SZPatch

/// Why an operation, or an edit at a path, cannot be carried out.
struct FailedOperation: Error {
  /// The way to where it ended: of an operation a JSON Pointer, of an edit as `sz-path(7)` has it.
  let place: String
  let expected: Misfit.Side
  let found: Misfit.Side
  /// Where that stands in the target, in bytes; nil where it stands in none of its text.
  var offset: Int?

  /// What is said of it; what stands in no text is said of the whole `target`.
  func misfit(_ operation: Misfit.Operation, in target: Document, hint: String? = nil) -> Misfit {
    Misfit(
      operation: operation, pointer: place, offset: offset ?? target.start(target.root), expected: expected,
      found: found
    ).hinting(hint)
  }
}
