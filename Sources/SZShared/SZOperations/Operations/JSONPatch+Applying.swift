public import SZJSON
internal import SZModel
public import SZPatch

extension JSONPatch {
  /// How many bytes copies may make in all; beyond that a patch of a few lines would fill the memory.
  static let copyLimit = 1 << 30

  /// What the operations make of `target`; the first that fails leaves it as it is (RFC 6902 section 5).
  ///
  /// Linear in the text of the patch and in the children of containers that are changed, with a factor of O(log n) for operations in one
  /// array.
  public func apply(to target: Document, exactNumbers: Bool) -> PatchResult {
    var run = OperationRun(target, exactNumbers: exactNumbers)
    for (number, operation) in operations.enumerated() {
      do { try run.carryOut(operation) } catch {
        let whole =
          error.place == OperationRun.text(operation.path.steps[...]) ? nil : "for '\(operation.text)'"
        let place = operations.count > 1 ? "operation \(number + 1) of \(operations.count)" : nil
        let hints = [whole, place].compactMap { $0 }
        let misfit = error.misfit(
          operation.action.misfit, in: target, hint: hints.isEmpty ? nil : hints.joined(separator: ", "))
        return PatchResult(base: target, misfits: [misfit], appliedCount: 0)
      }
    }
    let edits = run.tree.edits(of: target, keepsComments: false)
    return PatchResult(base: target, edits: edits, appliedCount: operations.count)
  }
}

extension JSONPatch.Action {
  /// What messages and reports call it.
  fileprivate var misfit: Misfit.Operation {
    switch self {
    case .add: .add
    case .remove: .remove
    case .replace: .replace
    case .move: .move
    case .copy: .copy
    case .test: .test
    }
  }
}
