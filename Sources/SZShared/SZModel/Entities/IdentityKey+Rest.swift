public import SZJSON

/// What an element holds besides its identity: by that one is recognised that got another identity.
extension IdentityKey {
  /// One hash of the members of an element without the values that identify it, in whatever order, by the hashes that `hash` gives
  /// for names and values; 0 where there is nothing else, and for what is no object. Linear in the members of the element, and of
  /// what holds an identifying value.
  ///
  /// By `name+at.host` of `{"name": "a", "at": {"host": "h", "port": 1}, "on": true}` that is `{"at": {"port": 1}, "on": true}`.
  public func rest(
    _ document: Document, _ element: Document.Node, _ hashing: Hashing, of hash: (Document.Node) -> UInt64
  ) -> UInt64 {
    if document.kind(element) != .object || parts.isEmpty { return 0 }
    if let onlyName {
      return document.hash(element, hashing, ofName: hash) { name, value in
        onlyName.matches(document, name) ? nil : hash(value)
      }
    }
    return IdentityKey.rest(document, element, parts.map { $0.path.steps[...] }, hashing, hash)
  }

  /// Goes down as deep as a path has names (``IdentityPath/longest``).
  private static func rest(
    _ document: Document, _ object: Document.Node, _ paths: [ArraySlice<MemberName>], _ hashing: Hashing,
    _ hash: (Document.Node) -> UInt64
  ) -> UInt64 {
    document.hash(object, hashing, ofName: hash) { name, value in
      let below = paths.filter { $0.first?.matches(document, name) ?? false }.map { $0.dropFirst() }
      if below.isEmpty { return hash(value) }
      if below.contains(where: \.isEmpty) || document.kind(value) != .object { return nil }
      let inner = rest(document, value, below, hashing, hash)
      return inner == 0 ? nil : inner
    }
  }
}
