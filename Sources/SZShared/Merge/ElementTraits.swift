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

  let kind: Kind
  /// The hashes of the names, ascending; of an array the positions.
  let names: [UInt64]
  let values: [UInt64]
  let kinds: [Kind]

  private init(_ kind: Kind, _ children: [(name: UInt64, value: UInt64, kind: Kind)]) {
    self.kind = kind
    names = children.map(\.name)
    values = children.map(\.value)
    kinds = children.map(\.kind)
  }

  /// The traits of the element at `node`. Linear in its children, with a logarithm of an object's members.
  init(_ document: Document, _ node: Document.Node) {
    var children: [(name: UInt64, value: UInt64, kind: Kind)] = []
    let kind = ElementTraits.kind(document, node)
    switch kind {
    case .scalar: break
    case .array:
      for (position, element) in document.elements(node).prefix(ElementTraits.limit).enumerated() {
        children.append(
          (UInt64(position), document.hash(element), ElementTraits.kind(document, element)))
      }
    case .object:
      for member in document.members(node) {
        children.append(
          (
            document.hash(member.name), document.hash(member.value),
            ElementTraits.kind(document, member.value)
          ))
      }
      ElementTraits.sort(&children)
    }
    self.init(kind, children)
  }

  /// What the element that one side made of `pristine` and the other side, too, comes to when both edits are joined; where
  /// they contradict each other, EDITED's counts.
  init(joining versions: Three<ElementTraits>) {
    let (pristine, edited, current) = (versions.pristine, versions.edited, versions.current)
    var children: [(name: UInt64, value: UInt64, kind: Kind)] = []
    var names: [UInt64] = []
    names.reserveCapacity(edited.names.count + current.names.count)
    var (left, right) = (0, 0)
    while left < edited.names.count || right < current.names.count {
      let next = min(
        left < edited.names.count ? edited.names[left] : .max,
        right < current.names.count ? current.names[right] : .max)
      names.append(next)
      while left < edited.names.count, edited.names[left] <= next { left += 1 }
      while right < current.names.count, current.names[right] <= next { right += 1 }
    }
    var places = Three(pristine: 0, edited: 0, current: 0)
    for name in names {
      let inPristine = pristine.child(name, &places.pristine)
      let inEdited = edited.child(name, &places.edited)
      let inCurrent = current.child(name, &places.current)
      let isUnedited = inPristine?.value == inEdited?.value
      guard let chosen = isUnedited ? inCurrent : inEdited else { continue }
      var child = chosen
      if let inPristine, let inEdited, let inCurrent, inPristine.value != inEdited.value,
        inPristine.value != inCurrent.value,
        inEdited.value != inCurrent.value, inEdited.kind != .scalar, inEdited.kind == inCurrent.kind
      {
        // What becomes of two edited containers is not known, but that it is neither of them.
        child.value = inPristine.value ^ (inEdited.value &+ inCurrent.value) &* 0x9E37_79B9_7F4A_7C15
      }
      children.append((name, child.value, child.kind))
    }
    self.init(edited.kind, Array(children.prefix(ElementTraits.limit)))
  }

  private static func sort(_ children: inout [(name: UInt64, value: UInt64, kind: Kind)]) {
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

  /// The child called `name`, at or behind `place`, which is moved on to it.
  private func child(_ name: UInt64, _ place: inout Int) -> (value: UInt64, kind: Kind)? {
    while place < names.count, names[place] < name { place += 1 }
    return place < names.count && names[place] == name ? (values[place], kinds[place]) : nil
  }

  /// The name of the child at `place`; nil behind the last.
  func name(_ place: Int) -> UInt64? { place < names.count ? names[place] : nil }

  /// The child at `place` if it is called `name`; `place` is moved behind it.
  func take(_ name: UInt64, _ place: inout Int) -> (value: UInt64, kind: Kind)? {
    guard place < names.count, names[place] == name else { return nil }
    defer { place += 1 }
    return (values[place], kinds[place])
  }

  /// From 0 to 1: equal children count whole, children that are containers of one kind by three quarters, other members of
  /// one name by a quarter. Constant time.
  func likeness(to other: ElementTraits) -> Double {
    guard kind == other.kind, kind != .scalar else { return 0 }
    let count = max(names.count, other.names.count)
    if count == 0 { return 1 }
    var sum = 0.0
    var (left, right) = (0, 0)
    while left < names.count, right < other.names.count {
      if names[left] == other.names[right] {
        if values[left] == other.values[right] {
          sum += 1
        } else if kinds[left] == other.kinds[right], kinds[left] != .scalar {
          sum += 0.75
        } else if kind == .object {
          sum += 0.25
        }
        left += 1
        right += 1
      } else if names[left] < other.names[right] {
        left += 1
      } else {
        right += 1
      }
    }
    return sum / Double(count)
  }

  /// Whether all that is compared is equal.
  func isSame(_ other: ElementTraits) -> Bool {
    kind == other.kind && names == other.names && values == other.values
  }

  /// A hash for each child and where it stands.
  var votes: [UInt64] {
    zip(names, values).map { name, value in (name &* 0x9E37_79B9_7F4A_7C15) ^ (value &+ name) }
  }
}
