public import SZJSON
public import SZModel
public import SZPatch

/// What is done at a path, without a change file.
public struct PathEdit: Sendable {
  public enum Action: Sendable {
    /// Something is to stand there; where nothing does, and the path ends with a name, it is made, and so are the objects on the way.
    case put(Value)
    case remove
    /// Something comes to the end of the array there, which is made where there is none.
    case append(Value)
  }

  public let path: JSONPath
  public let action: Action
  /// What must stand there before something else is put in its place.
  public var was: Value?

  public init(_ path: JSONPath, _ action: Action) { (self.path, self.action) = (path, action) }

  /// Carries edits out one after the other, all of them or none: a path leads through what those before have made. A path that leads to
  /// several values is all of them.
  ///
  /// - Returns: what came of it, and the numbers of the removals at whose path nothing stood.
  public static func apply(
    _ edits: [PathEdit], to target: Document, exactNumbers: Bool
  ) -> (result: PatchResult, idle: [Int]) {
    var run = PathRun(target, exactNumbers: exactNumbers)
    var idle: [Int] = []
    for (number, edit) in edits.enumerated() {
      do throws(FailedOperation) {
        if !(try run.carryOut(edit)) { idle.append(number) }
      } catch {
        let misfit = error.misfit(edit.operation, in: target)
        return (PatchResult(base: target, misfits: [misfit], appliedCount: 0), [])
      }
    }
    let result = PatchResult(
      base: target, edits: run.tree.edits(of: target, keepsComments: false), appliedCount: edits.count)
    return (result, idle)
  }

  /// What messages and reports call it.
  private var operation: Misfit.Operation {
    switch action {
    case .put: .put
    case .remove: .remove
    case .append: .append
    }
  }
}
