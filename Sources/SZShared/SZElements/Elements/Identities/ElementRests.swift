internal import SZJSON
internal import SZModel

/// What the elements of an array hold besides their identities (``IdentityKey/rest(_:_:_:of:)``).
///
/// Where that is a position, such as the date of a day of a journey, what an element held stands under another one once a day was
/// put in. Of `[{"date": "1", "city": "Rome"}, {"date": "2", "city": "Pisa"}]` one side makes
/// `[{"date": "1", "city": "Rome"}, {"date": "2", "city": "Bari"}, {"date": "3", "city": "Pisa"}]`: what the other side wrote on
/// day 2 belongs to Pisa, which is day 3 now.
final class ElementRests {
  /// An array of one version, with the position in PRISTINE of each element; -1 for a new one.
  struct Side {
    let document: Document
    let elements: [Document.Node]
    let inPristine: [Int]
  }

  private let pristine: Document
  private let elements: [Document.Node]
  private let sides: [Side]
  private let key: IdentityKey
  private lazy var counts = Dictionary(elements.map { (rest(pristine, $0), 1) }, uniquingKeysWith: +)
  private lazy var holders = elements.indices.reduce(into: MemberHolders(expected: elements.count)) {
    holders, position in
    let element = Value(pristine, elements[position])
    for part in ElementTexts.of(element, inArrays: true).union(Self.containers(element)) {
      holders.add(part, of: position)
    }
  }
  /// The elements that each side has otherwise than PRISTINE, with those of PRISTINE; nil for a new one.
  private lazy var changed = sides.map { side in
    zip(side.elements, side.inPristine).compactMap { element, old -> (before: Value?, now: Value)? in
      let before = old < 0 ? nil : elements[old]
      if let before, side.document.hash(element) == pristine.hash(before) { return nil }
      return (before.map { Value(pristine, $0) }, Value(side.document, element))
    }
  }
  /// What a side has in an element that PRISTINE has not in that one.
  private lazy var arrived = changed.joined().reduce(into: Set<UInt64>()) { all, change in
    let now = rest(change.now.document, change.now.node)
    if let before = change.before, rest(pristine, before.node) == now { return }
    all.insert(now)
  }

  /// Nothing is looked at until somebody asks; then all is linear in the text of the arrays.
  init(_ pristine: Document, _ elements: [Document.Node], _ sides: [Side], besides key: IdentityKey) {
    (self.pristine, self.elements, self.sides, self.key) = (pristine, elements, sides, key)
  }

  /// Whether what an element of PRISTINE holds, and no other one there, stands on a side in an element that did not have it.
  func haveMoved(_ element: Document.Node) -> Bool {
    let rest = rest(pristine, element)
    return rest != 0 && arrived.contains(rest) && counts[rest] == 1
  }

  /// The strings that a side has in an element which PRISTINE has not in that one, with the names of their members; of each side.
  private lazy var arrivedTexts = changed.map { changed in
    changed.reduce(into: Set<UInt64>()) { all, change in
      all.formUnion(ElementTexts.of(change.now).subtracting(change.before.map { ElementTexts.of($0) } ?? []))
    }
  }

  /// Whether a side, the one with this number, gave a string that an element of PRISTINE alone had to another one: a guest who has another
  /// seat now. `now` is what it made of the element.
  func haveMovedText(_ element: Document.Node, _ now: Document.Node, side: Int) -> Bool {
    let texts = ElementTexts.of(Value(pristine, element))
    return texts.subtracting(ElementTexts.of(Value(sides[side].document, now))).contains {
      isHeldOnce($0) && arrivedTexts[side].contains($0)
    }
  }

  /// How many of the elements that a side kept and changed got each object or array, and which ones it took out of an element.
  private lazy var exchanges = zip(sides, changed).map { side, changed in
    var exchange = (put: [UInt64: Int](), taken: Set<UInt64>())
    for (before, now) in changed {
      guard let before = before.map(Self.containers) else { continue }
      let now = Self.containers(now)
      for part in now.subtracting(before) { exchange.put[part, default: 0] += 1 }
      exchange.taken.formUnion(before.subtracting(now))
    }
    for old in Set(elements.indices).subtracting(side.inPristine) {
      exchange.taken.formUnion(Self.containers(Value(pristine, elements[old])))
    }
    return exchange
  }

  /// Whether a side, the one with this number, gave an object or array that an element of PRISTINE alone had to another one, or one that
  /// another one alone had to this one, and left it no string, object or array of those that it alone had. `now` is what it made of it.
  ///
  /// Of `[{"owner": "Ann", "rooms": [1]}, {"owner": "Bob", "rooms": [2]}]` a side exchanges the owners.
  func haveMovedContainer(_ element: Document.Node, _ now: Document.Node, side: Int) -> Bool {
    let (before, after) = (Value(pristine, element), Value(sides[side].document, now))
    let (had, has) = (Self.containers(before), Self.containers(after))
    let (gone, come) = (had.subtracting(has), has.subtracting(had))
    let exchange = exchanges[side]
    guard
      gone.contains(where: { isHeldOnce($0) && exchange.put[$0] != nil })
        || come.contains(where: { isHeldOnce($0) && exchange.taken.contains($0) && exchange.put[$0] == 1 })
    else { return false }
    let own = had.intersection(has).union(ElementTexts.of(before).intersection(ElementTexts.of(after)))
    return !own.contains { isHeldOnce($0) && $0 != identity(of: before) }
  }

  /// The objects and arrays with something in them that an element has as members.
  private static func containers(_ element: Value) -> Set<UInt64> {
    Set(DistinctMembers.members(element.document, element.node, where: element.document.isFilled))
  }

  /// The member that alone identifies an element; nil where the identity is made of several, or stands deeper.
  private func identity(of element: Value) -> UInt64? {
    guard let name = key.onlyName, let hashing = element.document.hashing,
      let member = element.document.member(element.node, named: name.characters)
    else { return nil }
    return hashing.pair(element.document.hash(member.name), element.document.hash(member.value))
  }

  /// Whether one element of PRISTINE alone has a string (``ElementTexts``), or an object or array as a member.
  func isHeldOnce(_ text: UInt64) -> Bool { holders.of(text, atMost: 1)?.count == 1 }

  /// Whether one has it.
  func isHeld(_ text: UInt64) -> Bool { holders.contain(text) }

  private func rest(_ document: Document, _ element: Document.Node) -> UInt64 {
    Self.rest(document, element, besides: key)
  }

  /// One hash of what an element holds besides what the key says; 0 where there is nothing. Linear in its members.
  static func rest(_ document: Document, _ element: Document.Node, besides key: IdentityKey) -> UInt64 {
    guard let hashing = document.hashing else { return 0 }
    return key.rest(document, element, hashing) { document.hash($0) }
  }
}
