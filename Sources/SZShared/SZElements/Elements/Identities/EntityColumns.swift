public import SZJSON
public import SZModel

/// The elements of three versions of an array of entities, matched by their identities.
public struct EntityColumns {
  public let key: IdentityKey
  /// Whether nobody named the key.
  public var isFound: Bool { distinctNames != nil }
  /// Under a found key the members that tell all elements of PRISTINE apart.
  let distinctNames: DistinctNames?
  /// Nil where PRISTINE has nothing.
  public let pristine: IdentityColumn?
  public let edited: IdentityColumn
  public let current: IdentityColumn
  /// For each element of EDITED and of CURRENT its position in PRISTINE, or -1.
  public let editedInPristine: [Int]
  public let currentInPristine: [Int]
  /// For each element of CURRENT its position in EDITED, or -1.
  public let currentInEdited: [Int]
  /// Whether some element stands in another order on some side, or might do.
  public let isMoved: Bool
  /// Whether an element that a side lacks may have got another name, so that the array is a list, in which no identity stands twice.
  public private(set) var isDoubtful = false
  /// Whether values prove the key, which nobody declared.
  public var isProven: Bool { rests != nil }
  /// Where values prove the key, what the elements hold besides.
  private var rests: ElementRests?
  /// What each side then exchanged among them, EDITED first.
  private var exchanged: [ExchangedContainers] = []

  /// The elements by what identifies them (``ElementIdentity``); nil when they have no identity.
  ///
  /// `placed` is what was said of the place. `identity` stands for what the key says where identities have a meaning.
  public init?(
    _ versions: Three<Value?>, placed: IdentityKey?, _ names: IdentityNames,
    identity: IdentityColumn.Identity? = nil
  ) {
    guard let edited = versions.edited, let current = versions.current else { return nil }
    let pristine = versions.pristine
    guard
      let found = ElementIdentity(
        (pristine.map { [$0] } ?? []) + [edited, current], placed: placed, names, hasOldest: pristine != nil,
        identity: identity)
    else { return nil }
    self.init(
      found.key, pristine == nil ? nil : found.columns[0], found.columns[found.columns.count - 2],
      found.columns[found.columns.count - 1],
      distinctNames: found.isFound
        ? pristine.map { DistinctNames($0.document, found.columns[0].elements) } : nil)
    guard found.isProven, let pristine else { return }
    let own = ElementRests.Side(
      document: edited.document, elements: self.edited.elements, inPristine: editedInPristine)
    let others = ElementRests.Side(
      document: current.document, elements: self.current.elements, inPristine: currentInPristine)
    let before = (pristine.document, found.columns[0].elements)
    rests = ElementRests(before.0, before.1, [own, others], besides: key)
    exchanged = [own, others].map { ExchangedContainers(before, ($0.document, $0.elements)) }
    isDoubtful = mayBeRenamed(pristine.document, own, others)
  }

  /// The elements of PRISTINE that a side, which has these of PRISTINE, took out or may have moved.
  func mayHaveMoved(_ inPristine: [Int]) -> Set<Int> {
    AbsentElements.mayHaveMoved(inPristine, count: pristine?.elements.count ?? 0)
  }

  /// The references of three versions of a to-many, each of which is what `identity` says; nil where one is none or stands twice.
  public init?(references versions: Three<Value?>, _ identity: @escaping IdentityColumn.Identity) {
    guard let edited = versions.edited, let current = versions.current else { return nil }
    func column(_ version: Value, _ reference: IdentityColumn?) -> IdentityColumn? {
      IdentityColumn(version.document, version.node, key: .itself, reference: reference, identity: identity)
    }
    var inPristine: IdentityColumn?
    if let pristine = versions.pristine {
      inPristine = column(pristine, nil)
      if inPristine == nil { return nil }
    }
    guard let inEdited = column(edited, inPristine), let inCurrent = column(current, inPristine ?? inEdited)
    else { return nil }
    self.init(.itself, inPristine, inEdited, inCurrent, distinctNames: nil)
  }

  private init(
    _ key: IdentityKey, _ inPristine: IdentityColumn?, _ inEdited: IdentityColumn,
    _ inCurrent: IdentityColumn, distinctNames: DistinctNames?
  ) {
    (self.key, pristine, edited, current) = (key, inPristine, inEdited, inCurrent)
    self.distinctNames = distinctNames
    let isNew = inPristine == nil
    editedInPristine = isNew ? inEdited.elements.map { _ in -1 } : inEdited.referencePositions
    currentInPristine = isNew ? inCurrent.elements.map { _ in -1 } : inCurrent.referencePositions
    currentInEdited = isNew ? inCurrent.referencePositions : inCurrent.positions(inSibling: inEdited)
    isMoved = isNew || !inEdited.isInReferenceOrder || !inCurrent.isInReferenceOrder
  }
}

extension EntityColumns {
  /// Whether an element of an identity that values prove, and that both sides edited, may be another one: what it held stands in another
  /// one now (``ElementRests``), or a side gave it an object or array of another one for one that the other side edited
  /// (``ExchangedContainers``), or, of a found one, a side changed a string in it that tells all elements of PRISTINE apart, gave one that
  /// it alone had to another element, exchanged all objects and arrays that it alone had, or put another one in its place
  /// (``ReplacedElement``). Two that both sides created under a found one may be two, unless one of them holds all that the other one does.
  public func isDoubtful(_ versions: Versions, in documents: Three<Document>) -> Bool {
    if isFound, versions.pristine == nil, let inEdited = versions.edited, let inCurrent = versions.current {
      return !EntityColumns.isIncluded(
        Value(documents.edited, inEdited), Value(documents.current, inCurrent))
    }
    guard let rests, let inPristine = versions.pristine, let inEdited = versions.edited,
      let inCurrent = versions.current
    else { return false }
    let (pristine, edited, current) = (documents.pristine, documents.edited, documents.current)
    let (before, own, others) = (pristine.hash(inPristine), edited.hash(inEdited), current.hash(inCurrent))
    if before == own || before == others || own == others { return false }
    if rests.haveMoved(inPristine) { return true }
    if exchanged[0].isAny(inPristine, inEdited, Value(current, inCurrent)) { return true }
    if exchanged[1].isAny(inPristine, inCurrent, Value(edited, inEdited)) { return true }
    guard let names = distinctNames else { return false }
    if rests.haveMovedText(inPristine, inEdited, side: 0)
      || rests.haveMovedText(inPristine, inCurrent, side: 1)
      || rests.haveMovedContainer(inPristine, inEdited, side: 0)
      || rests.haveMovedContainer(inPristine, inCurrent, side: 1)
    {
      return true
    }
    let values = (Value(pristine, inPristine), Value(edited, inEdited), Value(current, inCurrent))
    if isReplaced(values.0, values.1, values.2) || isReplaced(values.0, values.2, values.1) { return true }
    return names.compare(inPristine, to: edited, inEdited).haveChanged
      || names.compare(inPristine, to: current, inCurrent).haveChanged
  }

  /// Whether a side put another element in the place of one (``ReplacedElement``).
  private func isReplaced(_ before: Value, _ own: Value, _ other: Value) -> Bool {
    guard let rests else { return false }
    return ReplacedElement(before: before, now: own).isAnother(
      other, isOwn: rests.isHeldOnce, isNew: { !rests.isHeld($0) })
  }

  /// Whether one of two objects has all members of the other one as that has them. Linear in both.
  private static func isIncluded(_ value: Value, _ other: Value) -> Bool {
    let (document, otherDocument) = (value.document, other.document)
    var (same, count) = (0, 0)
    var pairing = MemberPairing(document, value.node, otherDocument, other.node)
    while let (member, match) = pairing.next() {
      count += 1
      if let match, document.hash(member.value) == otherDocument.hash(match.value) { same += 1 }
    }
    return same == min(count, otherDocument.count(of: other.node))
  }
}
