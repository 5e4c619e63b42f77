/// The document that a merge makes, with its entities.
struct MergedResult {
  let document: Document
  let places: EntityPlaces

  /// Nil when it is no document of the model. Linear in it.
  init?(_ merger: Merger, _ schema: Schema) {
    guard let hashing = merger.current.hashing, let root = merger.setup.entities?.roots.current else {
      return nil
    }
    let options = Document.ReadOptions(hashing: hashing, allowsDuplicates: true, allowsComments: true)
    guard let document = try? Document.read(merger.edits.applied(to: merger.current.bytes), options),
      let index = try? EntityScan.index(document, schema, hashing, root: root)
    else { return nil }
    self.document = document
    places = EntityPlaces(index, tombstone: merger.options.tombstone)
  }
}
