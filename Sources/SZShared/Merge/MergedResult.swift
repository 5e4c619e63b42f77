/// The document that a merge makes, with its entities.
struct MergedResult {
  let document: Document
  let places: EntityPlaces

  /// Nil when `text` is no document of the model. Linear in it.
  init?(_ text: [UInt8], _ setup: MergeSetup, _ schema: Schema) {
    guard let hashing = setup.documents.current.hashing, let root = setup.entities?.roots.current else {
      return nil
    }
    let options = Document.ReadOptions(hashing: hashing, allowsDuplicates: true, allowsComments: true)
    guard let document = try? Document.read(text, options),
      let index = try? EntityScan.index(document, schema, hashing, root: root)
    else { return nil }
    self.document = document
    places = EntityPlaces(index, tombstone: setup.options.tombstone)
  }
}
