internal import SZJSON
internal import SZModel

/// What tells an inner array that is edited in place, where a part of its change was left out.
enum TellingIndexes {
  /// Lets each such array of a part be told by those of its elements only that the part leaves where they are: by another one it would not
  /// be known once the part has been applied. Where none is left, all stay. Linear in the list changes of arrays that are told so.
  ///
  /// `["a","b","d"]` → `["b","a","d"]` without what comes to index 1 takes the `"a"` out: `{"2": "d"}` would not be so afterwards.
  static func keepStaying(in part: inout ChangeTree) {
    for item in part.indices {
      guard case .edit(let at, let traits?) = part[item] else { continue }
      let change = part.relation(of: item)
      guard case .list = part[change] else { continue }
      let kept = traits.those { name in ElementMembers.index(name).map { stays($0, change, part) } ?? true }
      if let kept { part[item] = .edit(at: at, is: kept) }
    }
  }

  /// Whether an element is the same one at its index before a list change and after it.
  private static func stays(_ index: Int, _ list: ItemIndex, _ part: ChangeTree) -> Bool {
    var shift = 0
    for child in part.children(of: list) {
      switch part[child] {
      case .hunk(let hunk):
        if index < hunk.at { return shift == 0 }
        let count = part.count(hunk.old)
        if index < hunk.at &+ count { return false }
        shift += part.count(hunk.new) - count
      case .edit(index, _): return false
      default: continue
      }
    }
    return shift == 0
  }
}
