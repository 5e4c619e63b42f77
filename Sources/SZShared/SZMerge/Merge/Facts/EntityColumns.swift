internal import SZJSON
internal import SZModel

/// The elements of three versions of an array of entities, matched by their identities.
struct EntityColumns {
  let key: IdentityKey
  /// Whether nobody named the key.
  var isFound: Bool { distinctNames != nil }
  /// Under a found key the members that tell all elements of PRISTINE apart.
  let distinctNames: DistinctNames?
  /// Nil where PRISTINE has nothing.
  let pristine: IdentityColumn?
  let edited: IdentityColumn
  let current: IdentityColumn
  /// For each element of EDITED and of CURRENT its position in PRISTINE, or -1.
  let editedInPristine: [Int]
  let currentInPristine: [Int]
  /// For each element of CURRENT its position in EDITED, or -1.
  let currentInEdited: [Int]
  /// Whether some element stands in another order on some side, or might do.
  let isMoved: Bool

  /// The elements by what identifies them (``ElementIdentity``); nil when they have no identity.
  ///
  /// `placed` is what was said of the place. `identity` stands for what the key says where identities have a meaning.
  init?(
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
    if found.isProven, let pristine,
      mayBeRenamed || isRecognised(pristine.document, edited.document, current.document)
    {
      return nil
    }
  }

  /// Whether an element of PRISTINE is on neither side, and a side has a new one anywhere with a string that told it from all others: of
  /// `{"url": "u1", "label": "L1"}` one side made `{"url": "w1", "label": "L1"}` and moved it, the other one deleted it. Beyond some pairs
  /// nobody looks.
  private func isRecognised(_ inPristine: Document, _ inEdited: Document, _ inCurrent: Document) -> Bool {
    guard let pristine else { return false }
    let gone = pristine.elements.indices.filter {
      edited.ownPositions[$0] < 0 && current.ownPositions[$0] < 0
    }
    if gone.isEmpty { return false }
    let names = DistinctNames(inPristine, pristine.elements)
    return [(inEdited, edited, editedInPristine), (inCurrent, current, currentInPristine)].contains {
      document, column, positions in
      let new = positions.indices.filter { positions[$0] < 0 }
      if new.count * gone.count > SimilarityAlignment.allPairs { return false }
      return new.contains { position in
        gone.contains {
          names.compare(pristine.elements[$0], to: document, column.elements[position]).haveSame
        }
      }
    }
  }

  /// Whether an element of PRISTINE is on neither side, and a side has a new one in its place: it may be the same one under another
  /// name, which only the rules for lists can settle. Example: of `[{"name": "A"}, {"name": "B"}]` one side makes `B1` of B, and the other
  /// one `B2`. Linear.
  private var mayBeRenamed: Bool {
    guard let count = pristine?.elements.count else { return false }
    let (inEdited, inCurrent) = (edited.ownPositions, current.ownPositions)
    // How many of the first elements of PRISTINE are on neither side.
    var gone = [0]
    for position in 0..<count {
      let isGone = inEdited[position] < 0 && inCurrent[position] < 0
      gone.append(gone[position] + (isGone ? 1 : 0))
    }
    if gone[count] == 0 { return false }
    return [editedInPristine, currentInPristine].contains { positions in
      var (last, isNew) = (-1, false)
      for position in positions + [count] {
        if position < 0 {
          isNew = true
          continue
        }
        if isNew, last < position, gone[position] > gone[last + 1] { return true }
        (last, isNew) = (position, false)
      }
      return false
    }
  }

  /// The references of three versions of a to-many, each of which is what `identity` says; nil where one is none or stands twice.
  init?(references versions: Three<Value?>, _ identity: @escaping IdentityColumn.Identity) {
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
