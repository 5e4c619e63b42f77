public import SZJSON
public import SZModel

/// What paths leave of the comparison of two documents.
public struct SelectedComparison {
  /// The change as OLD takes it.
  public let change: ChangeTree
  /// The same for readers: of the two documents alone.
  public let shown: ChangeTree
  /// The members by which entities come, go or move although they are ignored, by their names.
  public private(set) var ignoredKeys: [String] = []
  /// How many entities moved, under a model, from a place that is in to one that is out, or the other way: that is left out at both.
  public private(set) var halfMoves = 0

  /// What the paths of `options` leave of the change from `old` to `new`: all is compared, and then selected as a patch selects.
  /// With `pairs` under a model of their entities. Units of `units` are taken or left as a whole at the paths beside them.
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
      shown = change
      return
    }
    guard options.hasPaths else {
      change = Differ.change(from: old, to: new, options, pairs)
      shown = change
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
    shown = selected.part(from: pairs?.oldRoot)
    halfMoves = selected.halfMoves
    ignoredKeys = selected.ignoredKeyNames
    let told =
      selected.hasPartialLists ? SelectedComparison.told(shown, to: old, options, pairs?.schema) : nil
    change = told ?? shown
  }

  /// A part of a change as the comparison of OLD with what comes of it says it, where OLD refuses what is left of a list change:
  /// nothing may tell an element of which a part is in, or the place of a hunk. Nil where it does not.
  private static func told(
    _ part: ChangeTree, to old: Document, _ options: DiffOptions, _ schema: Schema?
  ) -> ChangeTree? {
    var patch = PatchOptions(exactNumbers: options.exactNumbers, allowsDangling: true)
    patch.isLiteral = true
    func result() -> PatchResult? {
      guard let schema else { return Patcher.apply(part, to: old, patch) }
      return try? Patcher.apply(part, to: old, patch, under: schema)
    }
    if result()?.misfits.isEmpty ?? true { return nil }
    patch.isOrigin = true
    guard let edits = result()?.edits else { return nil }
    let made = old.edited(by: edits, hashing: old.hashing)
    var options = options
    (options.only, options.ignored) = ([], [])
    return Differ.change(from: old, to: made, options, schema.flatMap { try? EntityPairs(old, made, $0) })
  }
}
