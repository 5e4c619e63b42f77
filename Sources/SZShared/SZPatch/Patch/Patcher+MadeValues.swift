internal import SZJSON
internal import SZModel

extension Patcher {
  /// The value of an entity that is created.
  func createdValue(_ relation: ItemIndex) -> Value { ordered(EntityText.value(tree, relation), relation) }

  /// A value that was made of `relation`, its to-manys in the order that the change says.
  func ordered(_ value: Value, _ relation: ItemIndex) -> Value {
    guard hasMoves(relation) else { return value }
    let orderly = Patcher.ordering(tree, from: relation, on: value.document, options)
    guard let document = try? Document.read(orderly.applied(to: value.document.bytes)) else { return value }
    return Value(document, document.root)
  }

  private func hasMoves(_ relation: ItemIndex) -> Bool {
    let end = tree.end(of: relation)
    var index = relation
    while index < end {
      if case .move = tree[index] { return true }
      index = index.next
    }
    return false
  }
}
