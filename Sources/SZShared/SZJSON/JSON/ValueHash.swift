/// Hashes values of documents that were read without hashes, or with others.
public enum ValueHash {
  /// The hash of the value at `node`; equal values of any documents have one. Linear in the subtree, without recursion.
  public static func of(_ document: Document, _ node: Document.Node, _ hashing: Hashing) -> UInt64 {
    guard document.kind(node).isContainer else { return document.scalarHash(node, hashing) }
    if let own = document.hashing, own.hashesAll(as: hashing) { return document.hash(node) }
    return part(document, node, hashing).hash ?? 0
  }

  /// The same, as part of a value around it.
  public static func part(_ document: Document, _ node: Document.Node, _ hashing: Hashing) -> HashedPart {
    HashWalk.part(document, node, All.Everywhere(), All(hashing: hashing), hashing)
  }

  /// All of a value counts.
  private struct All: HashedValues {
    let hashing: Hashing

    @inline(__always) func known(_ document: Document, _ node: Document.Node, _ place: Everywhere)
      -> HashedPart?
    {
      document.kind(node).isContainer ? nil : .scalar(document.scalarHash(node, hashing))
    }

    /// There are no places.
    struct Everywhere: BitwiseCopyable {}

    @inline(__always) func inner(
      _ document: Document, _ container: Document.Node, _ place: Everywhere
    ) -> Everywhere { place }

    @inline(__always) func member(
      _ inner: Everywhere, _ document: Document, name: Document.Node, _ value: Document.Node
    ) -> Everywhere { inner }

    @inline(__always) func element(
      _ inner: Everywhere, _ document: Document, _ index: Int, _ value: Document.Node
    ) -> Everywhere { inner }

    @inline(__always) func isUnordered(_ inner: Everywhere) -> Bool { false }

    @inline(__always) func part(
      _ container: Document.Node, _ place: Everywhere, _ hash: ContainerHash.Finished, isEmpty: Bool
    ) -> HashedPart { .container(hash) }
  }
}
