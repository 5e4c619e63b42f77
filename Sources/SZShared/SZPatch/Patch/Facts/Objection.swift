internal import SZJSON
internal import SZModel

/// What stands against a part of a change: a misfit before it is listed.
struct Objection {
  let operation: Misfit.Operation
  let part: ChangedPart
  /// Where it stands may be one more step than the path of the part.
  let step: PathTable.Step?
  let expected: Misfit.Side
  let found: Misfit.Side

  init(
    _ operation: Misfit.Operation, _ part: ChangedPart, _ step: PathTable.Step? = nil, expected: Misfit.Side,
    found: Misfit.Side
  ) {
    (self.operation, self.part, self.step, self.expected, self.found) = (
      operation, part, step, expected, found
    )
  }
}
