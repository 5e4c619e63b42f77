internal import SZElements
internal import SZJSON
internal import SZModel

/// The document that a merge makes, with its entities.
struct MergedResult {
  let document: Document
  let places: EntityPlaces

  /// What keeps a text from being the result of a merge under a model.
  enum Mistake: Error {
    case notJSON
    case entity(EntityError, Document)
  }

  /// Linear in the text.
  /// - Throws: why `text` is no document of the model.
  init(_ text: [UInt8], _ setup: MergeSetup, _ schema: Schema, root: Rules.Declared?) throws(Mistake) {
    let options = Document.ReadOptions(
      hashing: setup.documents.current.hashing, allowsDuplicates: true, allowsComments: true)
    guard let hashing = options.hashing, let document = try? Document.read(text, options) else {
      throw .notJSON
    }
    do {
      let index = try EntityScan.index(document, schema, hashing, root: root)
      places = EntityPlaces(index, tombstone: setup.options.tombstone)
    } catch { throw .entity(error, document) }
    self.document = document
  }
}
