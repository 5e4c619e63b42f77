/// What of an element is compared when it is asked how much of it stands in another one: the hashes of its children.
///
/// Of an object with many members those with the lowest hashes of their names are taken, which are the same members in
/// every version of it; of a long array the first elements.
struct ElementTraits {
  enum Kind: UInt8 {
    case scalar, array, object
  }

  /// How many children are looked at.
  static let limit = 64

  /// A child, by the hash of its name; of an array by its position.
  struct Child {
    let name: UInt64
    let value: UInt64
    let kind: Kind
  }

  let kind: Kind
  /// Ascending by their names.
  let children: [Child]

  private init(_ kind: Kind, _ children: [Child]) {
    self.kind = kind
    self.children = children
  }

  /// The traits of the element at `node`. Linear in its children, with a logarithm of an object's members.
  init(_ document: Document, _ node: Document.Node) {
    var children: [Child] = []
    let kind = ElementTraits.kind(document, node)
    switch kind {
    case .scalar: break
    case .array:
      for (position, element) in document.elements(node).prefix(ElementTraits.limit).enumerated() {
        children.append(
          Child(
            name: UInt64(position), value: document.hash(element), kind: ElementTraits.kind(document, element)
          ))
      }
    case .object:
      children.reserveCapacity(8)
      for member in document.members(node) {
        children.append(
          Child(
            name: document.hash(member.name), value: document.hash(member.value),
            kind: ElementTraits.kind(document, member.value)))
      }
      ElementTraits.sort(&children)
    }
    self.init(kind, children)
  }

  /// What the element that one side made of `pristine` and the other side, too, comes to when both edits are joined; where
  /// they contradict each other, EDITED's counts.
  init(joining versions: Three<ElementTraits>) {
    let (pristine, edited, current) = (versions.pristine, versions.edited, versions.current)
    var children: [Child] = []
    var places = Three(pristine: 0, edited: 0, current: 0)
    while true {
      let name = min(edited.name(places.edited), current.name(places.current))
      if name == .max { break }
      let inPristine = pristine.child(name, &places.pristine)
      let inEdited = edited.child(name, &places.edited)
      let inCurrent = current.child(name, &places.current)
      let isUnedited = inPristine?.value == inEdited?.value
      guard let chosen = isUnedited ? inCurrent : inEdited else { continue }
      var value = chosen.value
      if let inPristine, let inEdited, let inCurrent, inPristine.value != inEdited.value,
        inPristine.value != inCurrent.value,
        inEdited.value != inCurrent.value, inEdited.kind != .scalar, inEdited.kind == inCurrent.kind
      {
        // What becomes of two edited containers is not known, but that it is neither of them.
        value = inPristine.value ^ (inEdited.value &+ inCurrent.value) &* 0x9E37_79B9_7F4A_7C15
      }
      children.append(Child(name: name, value: value, kind: chosen.kind))
    }
    self.init(edited.kind, Array(children.prefix(ElementTraits.limit)))
  }

  private static func sort(_ children: inout [Child]) {
    children.sort { $0.name < $1.name }
    if children.count > limit { children.removeLast(children.count - limit) }
  }

  private static func kind(_ document: Document, _ node: Document.Node) -> Kind {
    switch document.kind(node) {
    case .object: .object
    case .array: .array
    default: .scalar
    }
  }

  /// The name of the child at `place`; behind the last one the greatest number.
  func name(_ place: Int) -> UInt64 { place < children.count ? children[place].name : .max }

  /// The child at `place` if it is called `name`; `place` is moved behind it.
  func take(_ name: UInt64, _ place: inout Int) -> Child? {
    guard place < children.count, children[place].name == name else { return nil }
    defer { place += 1 }
    return children[place]
  }

  /// The child called `name`, at or behind `place`, which is moved behind it.
  private func child(_ name: UInt64, _ place: inout Int) -> Child? {
    while place < children.count, children[place].name < name { place += 1 }
    guard place < children.count, children[place].name == name else { return nil }
    defer { while place < children.count, children[place].name == name { place += 1 } }
    return children[place]
  }

  /// From 0 to 1: equal children count whole, children that are containers of one kind by three quarters, other members of
  /// one name by a quarter. Constant time.
  func likeness(to other: ElementTraits) -> Double {
    guard kind == other.kind, kind != .scalar else { return 0 }
    let count = max(children.count, other.children.count)
    if count == 0 { return 1 }
    var sum = 0.0
    var (left, right) = (0, 0)
    while left < children.count, right < other.children.count {
      let (own, others) = (children[left], other.children[right])
      if own.name <= others.name { left += 1 }
      if own.name >= others.name { right += 1 }
      if own.name != others.name { continue }
      if own.value == others.value {
        sum += 1
      } else if own.kind == others.kind, own.kind != .scalar {
        sum += 0.75
      } else if kind == .object {
        sum += 0.25
      }
    }
    return sum / Double(count)
  }

  /// Whether joining three versions comes to what the element comes to. What two edits of an array come to depends on how its elements
  /// are matched, and not on their positions.
  static func joinsExactly(_ versions: Three<ElementTraits>) -> Bool {
    let (pristine, edited, current) = (versions.pristine, versions.edited, versions.current)
    guard pristine.isWhole, edited.isWhole, current.isWhole else { return false }
    return edited.kind != .array || edited.isSame(pristine) || current.isSame(pristine)
  }

  /// Whether there is no more to the element than its traits.
  private var isWhole: Bool {
    kind == .scalar
      || children.count < ElementTraits.limit && children.allSatisfy { $0.kind == .scalar }
  }

  /// Whether all that is compared is equal.
  func isSame(_ other: ElementTraits) -> Bool {
    kind == other.kind
      && children.elementsEqual(other.children) { $0.name == $1.name && $0.value == $1.value }
  }

  /// A hash for each child and where it stands.
  var votes: [UInt64] {
    children.map { ($0.name &* 0x9E37_79B9_7F4A_7C15) ^ ($0.value &+ $0.name) }
  }
}
