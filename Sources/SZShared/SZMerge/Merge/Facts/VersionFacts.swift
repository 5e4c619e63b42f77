internal import SZElements
internal import SZJSON
internal import SZModel

/// What there is to say of the versions of a value before anybody decides about it: whether one of them counts as edited, whether they
/// are one entity, and what of one can come to the other side. Whoever decides asks this, and changes nothing of it but ``moves``.
struct VersionFacts {
  let setup: MergeSetup
  let documents: Three<Document>
  let rules: MergeRules
  /// What values mean where a model says it.
  private let meanings: Three<SelectedHashes>?
  /// The objects that stay although the other side deleted them, in order.
  private let undeleted: Three<[Document.Node]>
  /// What is no part of the meaning of what it stands in, in order: it is in none of the other documents, or not in the result.
  private let ignored: Three<[Document.Node]>
  /// The entities that do not stand in one place; nil when all do.
  var moves: MergedMoves?

  init(_ setup: MergeSetup) {
    self.setup = setup
    (documents, rules) = (setup.documents, setup.rules)
    undeleted = setup.facts.undeleted.map { $0.sorted() }
    ignored = Three { party in
      let (vanished, own) = (setup.entities?.vanished[party] ?? [], setup.facts.voided[party])
      return own.isEmpty ? vanished : (vanished + own).sorted()
    }
    meanings =
      setup.rules.schema == nil ? nil : setup.documents.map { SelectedHashes($0, setup.rules.model) }
  }

  var pristine: Document { documents.pristine }
  var edited: Document { documents.edited }
  var current: Document { documents.current }

  // MARK: Relocated and undeleted

  /// Whether every entity stands in one place, and none stays that the other side deleted.
  var isAllInPlace: Bool { moves == nil && undeleted.edited.isEmpty && undeleted.current.isEmpty }

  /// Whether every member of three arrays stands in its place, whatever stands elsewhere in the documents. Linear.
  func isInPlace(_ columns: EntityColumns) -> Bool {
    if isAllInPlace { return true }
    let elements = Three(
      pristine: columns.pristine?.elements ?? [], edited: columns.edited.elements,
      current: columns.current.elements)
    return Party.allCases.allSatisfy { party in
      elements[party].allSatisfy {
        relocation(party, $0) == nil && !isTombstone(party, $0) && !isUndeleted(party, $0)
      }
    }
  }

  /// Whether something in the versions of a value does not stand in one place, so that equality says nothing.
  func isTouched(_ versions: Versions) -> Bool {
    if isAllInPlace { return false }
    func isTouched(_ party: Party, _ node: Document.Node?) -> Bool {
      guard let node else { return false }
      let range = node..<setup.documents[party].next(node)
      return isAnyRelocated(party, in: range) || isAnyUndeleted(party, in: range)
    }
    return isTouched(.edited, versions.edited) || isTouched(.current, versions.current)
  }

  /// Whether an object stays although the other side deleted it.
  func isUndeleted(_ party: Party, _ node: Document.Node?) -> Bool {
    guard let node else { return false }
    return setup.facts.undeleted[party].contains(node) || moves?.undeleted[party].contains(node) ?? false
  }

  /// What is known of the entity at `node` of a version, which does not stand in one place; nil where it does.
  func relocation(_ party: Party, _ node: Document.Node?) -> Relocation? {
    guard let moves else { return nil }
    return moves[party, node]
  }

  /// Whether the object at `node` of CURRENT is the tombstone of an entity that is in the result.
  func isRevived(_ node: Document.Node) -> Bool {
    guard let moves else { return false }
    return moves.isRevived(node)
  }

  /// Whether the object at `node` is the tombstone of an entity that stands elsewhere in the other document.
  func isTombstone(_ party: Party, _ node: Document.Node?) -> Bool {
    guard let moves else { return false }
    return moves.isTombstone(party, node)
  }

  /// Whether an entity that does not stand in one place is in a stretch of the nodes of a document.
  func isAnyRelocated(_ party: Party, in range: Range<Document.Node>) -> Bool {
    guard let moves else { return false }
    return moves.isAny(party, in: range)
  }

  /// Whether an object that stays is in a stretch of the nodes of a document.
  func isAnyUndeleted(_ party: Party, in range: Range<Document.Node>) -> Bool {
    MergedMoves.isAny(of: undeleted[party], in: range)
  }

  // MARK: What a value means

  /// The hash of what a value means at its place, equal where a model takes two as one; nil where there is none, or nothing in it
  /// counts.
  func meaning(_ party: Party, _ node: Document.Node?, _ place: MergeRules.Place?) -> UInt64? {
    guard let node else { return nil }
    let document = setup.documents[party]
    guard let meanings, let declared = place?.declared else { return document.hash(node) }
    // What stands elsewhere in another version is no part of it, nor what is in none of the others.
    let ignored = ignored[party]
    if document.kind(node).isContainer, moves != nil || !ignored.isEmpty,
      isAnyRelocated(party, in: document.firstChild(node)..<document.end(node))
        || MergedMoves.isAny(of: ignored, in: document.firstChild(node)..<document.end(node))
    {
      let value = CarriedValue.of(Value(document, node), declared, rules.model) { child in
        moves?.isRelocated(party, child) ?? false || isTombstone(party, child)
          || MergedMoves.isAny(of: ignored, in: child..<Document.Node(child.index + 1))
          ? .dropped : .kept
      }
      return SelectedHashes(value.document, rules.model).hash(value.node, declared)
    }
    return meanings[party].hash(node, declared)
  }
}
