internal import SZJSON
internal import SZModel

/// A member of an entity that an item of the change is about.
struct ChangedMember {
  let item: ItemIndex
  let name: Value
  /// What holds there.
  let place: Rules.Place?
}

/// An item of the change, and the value of the target that it is about.
struct ChangedPart {
  let item: ItemIndex
  let node: Document.Node
  let path: PathTable.Path
  var place: Rules.Place?
}

/// The members of a to-many in which something changes, one after the other.
struct ChangedMembers {
  /// The items of the change, and the positions of the elements.
  private var changed: [(item: ItemIndex, position: Int)] = []
  private var done = 0
  private let elements: [Document.Node]
  /// The array, and what holds for its elements.
  private let array: ChangedPart
  /// Whether they were found by all that their changes say of their identity.
  let areIdentified: Bool

  init(_ elements: [Document.Node], of array: ChangedPart, areIdentified: Bool) {
    (self.elements, self.array, self.areIdentified) = (elements, array, areIdentified)
  }

  var isEmpty: Bool { done == changed.count }

  mutating func add(_ item: ItemIndex, at position: Int) { changed.append((item, position)) }

  /// The next one; nil when there is none any more.
  mutating func next(_ paths: inout PathTable) -> ChangedPart? {
    if isEmpty { return nil }
    let (item, position) = changed[done]
    done += 1
    return ChangedPart(
      item: item, node: elements[position], path: paths.add(.index(position), below: array.path),
      place: array.place)
  }
}
