public import SZElements
public import SZJSON
public import SZModel

/// The entities of three documents under a model: those of PRISTINE, and where each is in EDITED and in CURRENT.
public struct MergedEntities {
  public let schema: Schema
  /// What the roots are declared to be.
  public let roots: Three<Rules.Declared?>
  let pristine: EntityIndex
  let edited: SideEntities
  let current: SideEntities
  /// All entities by who they are and where they stand; nil where each stands in one place, and nothing can come to refer to what is gone.
  let places: Three<EntityPlaces>?

  /// Whether an entity stands in an element without identity, where it is merged with that: it may come to stand twice.
  let hasUnplaced: Bool

  /// The objects of PRISTINE whose entities are in none of the others, and the tombstones of those there: where one side deleted
  /// them, and the other something around them, there is no contradiction. In order.
  let vanished: Three<[Document.Node]>

  /// What one of the documents has and must not have.
  public struct Mistake: Error {
    public let party: Party
    public let error: EntityError
  }

  /// Linear in PRISTINE and in what is not as it is there. All must have been read with one ``Hashing``. Where deleted entities are
  /// marked by `tombstone`, that is their marker, whatever the model says.
  /// - Throws: what one of them must not have under the model.
  public init(
    _ documents: Three<Document>, _ schema: Schema, tombstone: MemberName? = nil
  ) throws(Mistake) {
    guard let hashing = documents.pristine.hashing else {
      preconditionFailure("the documents were read without hashes")
    }
    self.schema = schema
    let choice: RootChoice
    do {
      choice = try RootChoice(schema, [documents.pristine, documents.edited, documents.current])
    } catch {
      throw Mistake(party: Party.allCases[error.document], error: error.error)
    }
    let roots = documents.map { choice.declared($0, schema) }
    self.roots = roots
    do {
      pristine = try EntityScan.index(documents.pristine, schema, hashing, root: roots.pristine)
    } catch { throw Mistake(party: .pristine, error: error) }
    let original = pristine
    func side(_ party: Party) throws(Mistake) -> SideEntities {
      do {
        let found = try EntityScan.changes(documents[party], from: original, root: roots[party])
        return SideEntities(index: found.0, whereabouts: found.1)
      } catch { throw Mistake(party: party, error: error) }
    }
    let (edited, current) = (try side(.edited), try side(.current))
    (self.edited, self.current) = (edited, current)
    hasUnplaced =
      original.hasUnplaced || edited.index.hasUnplaced || current.index.hasUnplaced
    let hasDeletions = (edited.hasDeletions(tombstone), current.hasDeletions(tombstone))
    let isDeletedByBoth = hasDeletions.0 && hasDeletions.1
    let hasTombstones = edited.hasTombstones(tombstone) || current.hasTombstones(tombstone)
    let mayDangle =
      (hasDeletions.0 || hasDeletions.1
        // Of what both created one may have to go, and what one created where the other wrote a reference in the same to-one.
        || edited.hasCreated && current.hasCreated || edited.hasCreatedInToOne || current.hasCreatedInToOne)
      && schema.hasReferences(among: schema.placed(below: roots.current))
    func isAnyNamed() -> Bool {
      let uncertain = UncertainEntities(original, [edited, current])
      return uncertain.isAnyInToOne
        || [Party.edited, .current].contains {
          uncertain.areNamed(in: documents[$0], schema, hashing, root: roots[$0])
        }
    }
    if !edited.hasMoves, !current.hasMoves, !hasUnplaced, !(hasTombstones && (isDeletedByBoth || mayDangle)),
      !edited.hasCreatedApart(from: current), !(mayDangle && isAnyNamed())
    {
      places = nil
      vanished =
        isDeletedByBoth
        ? MergedEntities.vanished(original, edited.whereabouts, current.whereabouts) : Three { _ in [] }
      return
    }
    let places = try MergedEntities.places(documents, original, roots, tombstone)
    self.places = places
    vanished = isDeletedByBoth ? MergedEntities.vanished(places) : Three { _ in [] }
  }

  /// All entities by who they are and where they stand. Linear in the documents.
  /// - Throws: what EDITED or CURRENT must not have.
  func allPlaces(_ documents: Three<Document>, tombstone: MemberName?) throws(Mistake) -> Three<EntityPlaces>
  {
    if let places { return places }
    return try MergedEntities.places(documents, pristine, roots, tombstone)
  }

  private static func places(
    _ documents: Three<Document>, _ pristine: EntityIndex, _ roots: Three<Rules.Declared?>,
    _ tombstone: MemberName?
  ) throws(Mistake) -> Three<EntityPlaces> {
    func all(_ party: Party) throws(Mistake) -> EntityPlaces {
      do {
        return EntityPlaces(
          try EntityScan.index(documents[party], pristine.schema, pristine.hashing, root: roots[party]),
          tombstone: tombstone)
      } catch { throw Mistake(party: party, error: error) }
    }
    return Three(
      pristine: EntityPlaces(pristine, tombstone: tombstone), edited: try all(.edited),
      current: try all(.current))
  }

  /// The objects that EDITED changed at relationships that are not walked.
  func uncompared(_ documents: Three<Document>) -> [EmbeddedObjects.Difference] {
    var changed: (old: [(Document.Node, Model.EntityID)], new: [(Document.Node, Model.EntityID)])?
    if !hasUnplaced, !schema.hasUnidentified {
      let all = zip(edited.index.entries, edited.whereabouts.counterparts)
      changed = (
        all.compactMap { entry, older in older.map { (pristine.entries[$0].node, entry.entity) } },
        edited.index.entries.map { ($0.node, $0.entity) }
      )
    }
    return EmbeddedObjects.differences(
      EmbeddedObjects.Version(documents.pristine, root: roots.pristine, changed: changed?.old),
      EmbeddedObjects.Version(documents.edited, root: roots.edited, changed: changed?.new), schema)
  }

  private static func vanished(
    _ pristine: EntityIndex, _ edited: EntityWhereabouts, _ current: EntityWhereabouts
  ) -> Three<[Document.Node]> {
    let nodes = pristine.entries.indices.filter {
      pristine.entries[$0].mayMove && edited[$0] == .gone && current[$0] == .gone
    }.map { pristine.entries[$0].node }
    return Three(pristine: nodes, edited: [], current: [])
  }

  private static func vanished(_ places: Three<EntityPlaces>) -> Three<[Document.Node]> {
    let pristine = places.pristine
    let found = pristine.keys.indices.filter { position in
      let key = pristine.keys[position]
      return pristine.index.entries[position].mayMove && !pristine.isTombstone(position)
        && places.edited.position(key) == nil && places.current.position(key) == nil
    }
    func tombstones(_ party: Party) -> [Document.Node] {
      found.compactMap { places[party].tombstone(pristine.keys[$0]).map { places[party].node($0) } }.sorted()
    }
    return Three(
      pristine: found.map { pristine.node($0) }, edited: tombstones(.edited), current: tombstones(.current))
  }
}
