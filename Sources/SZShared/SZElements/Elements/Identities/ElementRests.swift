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
    for text in ElementTexts.of(Value(pristine, elements[position]), inArrays: true) {
      holders.add(text, of: position)
    }
  }
  /// What a side has in an element that PRISTINE has not in that one.
  private lazy var arrived = sides.reduce(into: Set<UInt64>()) { all, side in
    for (element, old) in zip(side.elements, side.inPristine) {
      if old >= 0, side.document.hash(element) == pristine.hash(elements[old]) { continue }
      let rest = rest(side.document, element)
      if old < 0 || self.rest(pristine, elements[old]) != rest { all.insert(rest) }
    }
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
  private lazy var arrivedTexts = sides.map { side in
    zip(side.elements, side.inPristine).reduce(into: Set<UInt64>()) { all, pair in
      let (element, old) = pair
      if old >= 0, side.document.hash(element) == pristine.hash(elements[old]) { return }
      let before = old < 0 ? [] : ElementTexts.of(Value(pristine, elements[old]))
      all.formUnion(ElementTexts.of(Value(side.document, element)).subtracting(before))
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

  /// Whether one element of PRISTINE alone has a string (``ElementTexts``).
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
