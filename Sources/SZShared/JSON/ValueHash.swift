/// Hashes values of documents that were read without hashes, or with others.
enum ValueHash {
  /// The hash of the value at `node`; equal values of any documents have one. Linear in the subtree, without recursion.
  static func of(_ document: Document, _ node: Document.Node, _ hashing: Hashing) -> UInt64 {
    guard document.kind(node).isContainer else { return document.scalarHash(node, hashing) }
    return part(document, node, hashing).hash ?? 0
  }

  /// The same, as part of a value around it.
  static func part(_ document: Document, _ node: Document.Node, _ hashing: Hashing) -> HashedPart {
    HashWalk.part(document, node, (), All(hashing: hashing), hashing)
  }

  /// All of a value counts.
  private struct All: HashedValues {
    let hashing: Hashing

    @inline(__always) func known(_ document: Document, _ node: Document.Node, _ place: Void) -> HashedPart? {
      document.kind(node).isContainer ? nil : .scalar(document.scalarHash(node, hashing))
    }

    @inline(__always) func inner(_ document: Document, _ container: Document.Node, _ place: Void) {}

    @inline(__always) func member(
      _ inner: Void, _ document: Document, name: Document.Node, _ value: Document.Node
    ) {}

    @inline(__always) func element(
      _ inner: Void, _ document: Document, _ index: Int, _ value: Document.Node
    ) {}

    @inline(__always) func mixing(_ inner: Void) -> Hashing { hashing }

    @inline(__always) func part(
      _ container: Document.Node, _ place: Void, _ hash: ContainerHash.Finished, isEmpty: Bool
    ) -> HashedPart { .container(hash) }
  }
}
