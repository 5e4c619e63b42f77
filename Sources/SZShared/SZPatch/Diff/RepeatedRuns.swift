internal import SZJSON

/// Which replacements in a list a patch could take for another one, in a list that has moved on: those whose first old element stands more
/// than once in OLD, or whose first new one does in NEW. They say what is beside them.
///
/// `["intro","song","song"]` → `["intro","song","coda"]`: in a list with one element more in front, the first `"song"` is where the
/// second was.
enum RepeatedRuns {
  /// Of each hunk whether it is such a one. Linear.
  static func find(in hunks: [SequenceHunk], _ old: [UInt64], _ new: [UInt64]) -> [Bool] {
    let replacements = hunks.indices.filter { !hunks[$0].isPure && !hunks[$0].isEdit }
    let inOld = FewHashes.repeated(replacements.map { old[hunks[$0].old.lowerBound] }, in: old)
    let inNew = FewHashes.repeated(replacements.map { new[hunks[$0].new.lowerBound] }, in: new)
    var isRepeated = [Bool](repeating: false, count: hunks.count)
    for (index, number) in replacements.enumerated() { isRepeated[number] = inOld[index] || inNew[index] }
    return isRepeated
  }
}
