/// The elements of three versions of an array of entities, matched by their identities.
struct EntityColumns {
  let key: IdentityKey
  /// Whether the key was found by looking at the elements, and not named by anybody.
  let isInferred: Bool
  /// Nil where PRISTINE has nothing.
  let pristine: IdentityColumn?
  let edited: IdentityColumn
  let current: IdentityColumn
  /// For each element of EDITED and of CURRENT its position in PRISTINE, or -1.
  private(set) var editedInPristine: [Int]
  private(set) var currentInPristine: [Int]
  /// For each element of CURRENT its position in EDITED, or -1.
  private(set) var currentInEdited: [Int]
  /// Whether some element stands in another order on some side, or might do.
  private(set) var isMoved: Bool

  /// The first of the candidate keys by which every element of every version has an identity of its own.
  ///
  /// Arrays without any elements have none. `isDoubtful` is set when a key that comes before the one that is taken fits PRISTINE
  /// and one of the sides, so that it might fit the result. `identity` stands for what the key says where identities have a meaning.
  init?(
    _ versions: Three<Value?>, candidates: [IdentityKey], isDoubtful: inout Bool,
    identity: IdentityColumn.Identity? = nil
  ) {
    guard let edited = versions.edited, let current = versions.current else { return nil }
    let samples = [versions.pristine, edited, current].compactMap { $0 }
      .filter { !$0.document.isEmptyContainer($0.node) }
      .map { Value($0.document, $0.document.firstChild($0.node)) }
      .filter { $0.kind == .object }
    if samples.isEmpty { return nil }
    for key in candidates where samples.contains(where: { key.values($0.document, $0.node) != nil }) {
      switch EntityColumns.matched(versions.pristine, edited, current, key, identity) {
      case .notInPristine: continue
      case .notInASide: isDoubtful = true
      case .matched(let columns):
        self = columns
        return
      }
    }
    return nil
  }

  /// The references of three versions of a to-many, each of which is what `identity` says; nil where one is none or stands twice.
  init?(references versions: Three<Value?>, _ identity: @escaping IdentityColumn.Identity) {
    guard let edited = versions.edited, let current = versions.current,
      case .matched(let columns) = EntityColumns.matched(
        versions.pristine, edited, current, .itself, identity)
    else { return nil }
    self = columns
  }

  private enum Matching {
    case matched(EntityColumns)
    /// Some element has no identity, or that of another one.
    case notInPristine
    case notInASide
  }

  private static func matched(
    _ pristine: Value?, _ edited: Value, _ current: Value, _ key: IdentityKey,
    _ identity: IdentityColumn.Identity?
  ) -> Matching {
    var inPristine: IdentityColumn?
    if let pristine {
      inPristine = IdentityColumn(pristine.document, pristine.node, key: key, identity: identity)
      if inPristine == nil { return .notInPristine }
    }
    guard
      let inEdited = IdentityColumn(
        edited.document, edited.node, key: key, reference: inPristine, identity: identity),
      let inCurrent = IdentityColumn(
        current.document, current.node, key: key, reference: inPristine ?? inEdited, identity: identity)
    else { return .notInASide }
    return .matched(EntityColumns(key, inPristine, inEdited, inCurrent, isInferred: false))
  }

  /// The elements by a key that was found; those whose identity one side changed are matched by likeness.
  init(_ found: IdentityInference.Found, _ versions: Three<Value>) {
    let columns = found.columns
    self.init(found.key, columns.pristine, columns.edited, columns.current, isInferred: true)
    matchRenamed(versions)
  }

  private init(
    _ key: IdentityKey, _ inPristine: IdentityColumn?, _ inEdited: IdentityColumn,
    _ inCurrent: IdentityColumn, isInferred: Bool
  ) {
    (self.key, pristine, edited, current) = (key, inPristine, inEdited, inCurrent)
    self.isInferred = isInferred
    let isNew = inPristine == nil
    editedInPristine = isNew ? inEdited.elements.map { _ in -1 } : inEdited.referencePositions
    currentInPristine = isNew ? inCurrent.elements.map { _ in -1 } : inCurrent.referencePositions
    currentInEdited = isNew ? inCurrent.referencePositions : inCurrent.positions(inSibling: inEdited)
    isMoved = isNew || !inEdited.isInReferenceOrder || !inCurrent.isInReferenceOrder
  }

  /// Finds the elements whose identity one side changed: among those of PRISTINE that the side has not, and those of the side
  /// that PRISTINE has not, the ones that resemble each other.
  private mutating func matchRenamed(_ versions: Three<Value>) {
    guard let pristine else { return }
    let inPristine = versions.pristine
    var inEdited = [Int](repeating: -1, count: edited.elements.count)
    for (position, match) in currentInEdited.enumerated() where match >= 0 { inEdited[match] = position }
    let (inEditedRow, inCurrentRow) = (versions.edited, versions.current)
    for (row, column, otherRow, otherColumn, isEdited) in [
      (inEditedRow, edited, inCurrentRow, current, true), (inCurrentRow, current, inEditedRow, edited, false),
    ] {
      let gone = pristine.elements.indices.filter { column.ownPositions[$0] < 0 }
      let news = column.elements.indices.filter { column.referencePositions[$0] < 0 }
      if gone.isEmpty || news.isEmpty { continue }
      let pairs = Likeness.pairs(
        gone.map { ElementTraits(inPristine.document, pristine.elements[$0]) },
        news.map { ElementTraits(row.document, column.elements[$0]) },
        others: gone.map { position in
          let other = otherColumn.ownPositions[position]
          return other < 0 ? nil : ElementTraits(otherRow.document, otherColumn.elements[other])
        })
      for pair in pairs {
        let (old, new) = (gone[pair.old], news[pair.new])
        // Where each side has it now: this one under its new identity, the other under either.
        let other =
          isEdited
          ? (old: current.ownPositions[old], new: inEdited[new])
          : (old: edited.ownPositions[old], new: currentInEdited[new])
        if other.old >= 0, other.new >= 0 { continue }
        let match = max(other.old, other.new)
        let (inEditedNow, inCurrentNow) = isEdited ? (new, match) : (match, new)
        if inEditedNow >= 0 { editedInPristine[inEditedNow] = old }
        if inCurrentNow >= 0 { currentInPristine[inCurrentNow] = old }
        if inEditedNow >= 0, inCurrentNow >= 0 {
          currentInEdited[inCurrentNow] = inEditedNow
          inEdited[inEditedNow] = inCurrentNow
        }
        isMoved = true
      }
    }
  }
}
