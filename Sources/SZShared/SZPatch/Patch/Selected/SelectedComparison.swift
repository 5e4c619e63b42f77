public import SZJSON
public import SZModel

/// What paths leave of the comparison of two documents.
public struct SelectedComparison {
  public let change: ChangeTree
  /// The members by which entities come, go or move although they are ignored, by their names.
  public private(set) var ignoredKeys: [String] = []
  /// How many entities moved, under a model, from a place that is in to one that is out, or the other way: that is left out at both.
  public private(set) var halfMoves = 0

  /// What the paths of `options` leave of the change from `old` to `new`: all is compared, and then selected as a patch selects. With `pairs`
  /// under a model of their entities. Units of `units` are taken or left as a whole at the paths beside them.
  ///
  /// Law: of OLD it makes NEW at the places that are in, and leaves OLD at all others. By paths without indexes, below no list without
  /// identity, it makes of any document what the whole change makes of it in a patch that selects by the same paths.
  public init(
    from old: Document?, to new: Document?, _ options: DiffOptions, _ pairs: EntityPairs? = nil,
    units: [(path: JSONPath, names: [MemberName])] = []
  ) {
    guard let old, let new else {
      // Of a document that comes or goes there is no part.
      let isIn = options.selection.isIn(options.selection.root)
      change = isIn ? Differ.wholeChange(from: old, to: new) : ChangeTree()
      return
    }
    guard options.hasPaths else {
      change = Differ.change(from: old, to: new, options, pairs)
      return
    }
    var whole = options
    whole.stopsAtFirst = false
    let selection = Selection(only: options.only, ignored: options.ignored, labelled: units.map(\.path))
    var selected = ChangeSelection(
      Differ.change(from: old, to: new, whole, pairs), on: old,
      Rules(selection, pairs?.schema), old.hashing ?? Hashing(exactNumbers: options.exactNumbers))
    selected.isOrigin = true
    selected.unitNames = units.map(\.names)
    change = selected.part(from: pairs?.oldRoot)
    halfMoves = selected.halfMoves
    ignoredKeys = selected.ignoredKeyNames
  }
}
