public import SZJSON
public import SZModel

/// The values that a change makes, as values of their own.
public enum MadeValue {
  /// The value that an entity was that is deleted.
  public static func deleted(_ tree: ChangeTree, _ relation: ItemIndex) -> Value {
    EntityText.value(tree, relation)
  }

  /// The value of an entity that is created, by a change alone.
  public static func created(
    _ tree: ChangeTree, _ relation: ItemIndex, _ options: PatchOptions = PatchOptions()
  ) -> Value {
    ordered(EntityText.value(tree, relation), tree, relation, options)
  }

  /// A value that was made of `relation`, its to-manys in the order that the change says.
  static func ordered(
    _ value: Value, _ tree: ChangeTree, _ relation: ItemIndex, _ options: PatchOptions
  ) -> Value {
    guard hasMoves(tree, relation) else { return value }
    let orderly = PatchWalk.ordering(tree, from: relation, on: value.document, options)
    let document = value.document.edited(by: orderly)
    return Value(document, document.root)
  }

  private static func hasMoves(_ tree: ChangeTree, _ relation: ItemIndex) -> Bool {
    let end = tree.end(of: relation)
    var index = relation
    while index < end {
      if case .move = tree[index] { return true }
      index = index.next
    }
    return false
  }
}
