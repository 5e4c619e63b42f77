package import SZJSON

/// What reading a text came to, in a form that two ways of reading can be compared by.
package enum ReadNodes {
  /// All nodes of the document with their places and hashes, or the mistake in its text.
  package static func of(_ read: () throws(JSONError) -> Document) -> [String] {
    do {
      let document = try read()
      var found: [String] = []
      var node = document.root
      let end = document.next(document.root)
      while node < end {
        let kind = document.kind(node)
        let hash = document.hashing == nil ? 0 : document.hash(node)
        found.append("\(kind) \(document.range(node)) \(document.next(node)) \(hash)")
        node = kind.isContainer ? document.firstChild(node) : document.next(node)
      }
      return found
    } catch {
      return ["\(error)"]
    }
  }
}
