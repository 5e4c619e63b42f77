internal import SZJSON
internal import SZMerge
internal import SZModel
internal import SZPatch

/// What EDITED counts as in a merge of which `--only` and `--ignore` leave something out: PRISTINE with what EDITED changed at the
/// places that are in.
///
/// Law: it is EDITED at the places that are in and PRISTINE, byte for byte, at all others.
enum SelectedVersion {
  /// What paths say of a merge; nil when they say nothing.
  struct Paths {
    let only: [JSONPath]
    let ignored: [JSONPath]

    init?(_ arguments: ParsedArguments) throws(Failure) {
      do throws(UsageError) {
        only = try PathOption.paths(arguments, MergeCommand.only)
        ignored = try PathOption.paths(arguments, MergeCommand.ignore)
      } catch { throw .usage(error) }
      if only.isEmpty, ignored.isEmpty { return nil }
    }
  }

  /// The text of that version. Linear in both documents, but for logarithms.
  /// - Throws: what `pristine` or `edited` must not have under a model.
  static func text(
    of edited: Document, since pristine: Document, _ paths: Paths, _ options: MergeOptions
  ) throws(EntityPairs.Mistake) -> SourceBytes {
    var diff = options.comparison
    (diff.only, diff.ignored) = (paths.only, paths.ignored)
    let schema = options.schema
    var pairs: EntityPairs?
    if let schema { pairs = try EntityPairs(pristine, edited, schema) }
    let change = SelectedComparison(from: pristine, to: edited, diff, pairs, units: options.units).change
    var patch = PatchOptions(exactNumbers: options.exactNumbers, allowsDangling: true)
    let result: PatchResult
    if let schema {
      patch.isLiteral = true
      do { result = try Patcher.apply(change, to: pristine, patch, under: schema) } catch {
        throw EntityPairs.Mistake(isInNew: false, error: error)
      }
    } else {
      result = Patcher.apply(change, to: pristine, patch)
    }
    return SourceBytes(result.edits.applied(to: result.base.bytes))
  }
}
