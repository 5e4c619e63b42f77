@testable import SZShared

extension ElementRow {
  /// The elements of the array that `text` is.
  convenience init(text: String, _ hashing: Hashing) throws {
    let document = try Document.read(Array(text.utf8), .init(hashing: hashing))
    self.init(document, Array(document.elements(document.root)))
  }
}
