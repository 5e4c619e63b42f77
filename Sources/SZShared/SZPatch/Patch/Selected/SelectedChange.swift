public import SZJSON
public import SZModel

/// What paths leave of a change for a document.
///
/// Under a model a move to another parent that is not in at both ends is left out at both, and a unit of which an attribute is out is left
/// out whole.
public struct SelectedChange {
  public let change: ChangeTree
  /// How many elements the change replaces as a whole, and leaves for that reason, though something in them is in.
  public let partlyIn: Int
  /// The members by which entities come, go or move although they are ignored, by their names.
  public let ignoredKeys: [String]

  /// Linear in the change, and in what of the target it names.
  public init(
    _ whole: ChangeTree, by selection: Selection, on target: Document, _ schema: Schema? = nil
  ) {
    if selection.root == nil || whole.isEmpty {
      (change, partlyIn, ignoredKeys) = (whole, 0, [])
      return
    }
    // A target that is none under the model is refused later, with the reason.
    let declared = schema.flatMap { schema in (try? RootChoice(schema, [target]))?.declared(target, schema) }
    var selected = ChangeSelection(
      whole, on: target, Rules(selection, schema), Hashing(exactNumbers: whole.hasExactNumbers))
    change = selected.part(from: declared)
    (partlyIn, ignoredKeys) = (selected.partlyIn, selected.ignoredKeyNames)
  }
}
