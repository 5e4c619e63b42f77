public import SZJSON
public import SZModel

/// Applies changes to documents.
///
/// Laws: an empty change gives no edits; applying a change to what it made gives no edits; what the change does not name
/// is in no edit.
public enum Patcher {
  /// Applies `change` to `target`. Linear in both, but for logarithms.
  public static func apply(_ change: ChangeTree, to target: Document, _ options: PatchOptions) -> PatchResult
  {
    var walk = PatchWalk(PatchBasis(change, target, options))
    walk.run(from: .root)
    walk.prove()
    return walk.result
  }

  /// Applies `change` to `target` under a model. Linear in both and in what deletions lead to, but for logarithms.
  /// - Throws: what the target must not have under the model.
  public static func apply(
    _ change: ChangeTree, to target: Document, _ options: PatchOptions, under schema: Schema
  ) throws(EntityError) -> PatchResult {
    var patch = try ModelledPatch(change, to: target, options, under: schema)
    return try patch.result()
  }
}
