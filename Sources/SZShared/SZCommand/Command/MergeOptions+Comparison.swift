internal import SZMerge
internal import SZPatch

extension MergeOptions {
  /// How documents of this merge are compared: with the identities, the sets and the numbers that it goes by.
  var comparison: DiffOptions {
    var diff = DiffOptions()
    (diff.names, diff.placedKeys) = (names, placedKeys)
    (diff.sets, diff.exactNumbers) = (sets, exactNumbers)
    return diff
  }
}
