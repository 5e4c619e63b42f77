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
  /// Whether it is an element of a list, an array, that is told by elements that have others before them.
  var isToldByIndex = false
}

/// What is to be done in a value when all around it has been looked at.
enum PendingUpdate {
  case relation(ChangedPart)
  case members(ChangedMembers)
  case markDeleted(Document.Node, Model.EntityID)
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
  /// Whether nobody asks for a place in a member that is done; and how many places there were before the first.
  private let areForgotten: Bool
  private var firstPlace: Int?

  init(_ elements: [Document.Node], of array: ChangedPart, areIdentified: Bool, areForgotten: Bool) {
    (self.elements, self.array) = (elements, array)
    (self.areIdentified, self.areForgotten) = (areIdentified, areForgotten)
  }

  var isEmpty: Bool { done == changed.count }

  mutating func add(_ item: ItemIndex, at position: Int) { changed.append((item, position)) }

  /// The next one; nil when there is none any more. All that was to be done in the one before it has been.
  mutating func next(_ paths: inout PathTable) -> ChangedPart? {
    if isEmpty { return nil }
    if let firstPlace, areForgotten { paths.forget(from: firstPlace) }
    firstPlace = firstPlace ?? paths.count
    let (item, position) = changed[done]
    done += 1
    return ChangedPart(
      item: item, node: elements[position], path: paths.add(.index(position), below: array.path),
      place: array.place)
  }
}
