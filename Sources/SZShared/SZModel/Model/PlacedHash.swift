public import SZJSON

/// Hashes what values mean at their places under a model, in documents that were read without hashes.
///
/// Two values at one place have equal hashes when no change would say a difference between them: dates by their instants, references by
/// the identities that they stand for, sets in any order, and without what is never in a change.
public struct PlacedHash {
  public let rules: Rules?
  public let hashing: Hashing

  /// Hashes of values of which no model says anything.
  public init(_ hashing: Hashing) {
    rules = nil
    self.hashing = hashing
  }

  public init(_ rules: Rules?, _ hashing: Hashing) {
    self.rules = rules
    self.hashing = hashing
  }

  /// The hash of the value at `node`, which stands at `place`. Linear in the subtree, without recursion.
  public func of(_ document: Document, _ node: Document.Node, _ place: Rules.Place?) -> UInt64 {
    guard let rules, rules.schema != nil, place?.declared != nil else {
      return ValueHash.of(document, node, hashing)
    }
    return HashWalk.part(document, node, place, self, hashing).hash
      ?? ContainerHash(.array, hashing).finished(hashing).hash
  }

  /// Whether a to-many has no members: absent, null and an empty array are one value.
  public func isNoMembers(_ document: Document, _ node: Document.Node, _ place: Rules.Place?) -> Bool {
    switch place?.declared {
    case .entities?, .references?:
      document.kind(node) == .null || document.kind(node) == .array && document.isEmptyContainer(node)
    default: false
    }
  }
}

extension PlacedHash: HashedValues {
  public func known(_ document: Document, _ node: Document.Node, _ place: Rules.Place?) -> HashedPart? {
    guard let place, let rules, let schema = rules.schema, let declared = place.declared else {
      return ValueHash.part(document, node, hashing)
    }
    if rules.isLeftOut(place) || isNoMembers(document, node, place) { return .nothing }
    let kind = document.kind(node)
    switch declared {
    case .attribute where kind.isContainer && !(rules.isSet(place) && kind == .array):
      return ValueHash.part(document, node, hashing)
    case .attribute where !kind.isContainer, .entity where !kind.isContainer:
      return .scalar(rules.typed(place).hash(document, node, hashing))
    case .attribute, .entity: return nil
    case .reference(let set):
      // Of what is walked no place here is one of references, as it is where a comparison meets both (``SelectedHashes``).
      if kind == .object {
        let destination = schema[set].destination
        let id = schema.entityID(of: node, in: document, among: destination)
        return .scalar(schema.identity(document, node, of: schema[id], hashing) ?? 0)
      }
      if kind.isContainer { return ValueHash.part(document, node, hashing) }
      return .scalar(
        schema.identity(document, reference: node, in: schema[set], hashing)
          ?? rules.typed(place).hash(document, node, hashing))
    case .entities, .references: return kind == .array ? nil : ValueHash.part(document, node, hashing)
    case .tables: return kind == .object ? nil : ValueHash.part(document, node, hashing)
    case .leftOut: return .nothing
    }
  }

  /// What is below a container, and whether their order counts.
  public struct Inner: BitwiseCopyable {
    let place: Rules.Place?
    let isUnordered: Bool
  }

  public func inner(_ document: Document, _ container: Document.Node, _ place: Rules.Place?) -> Inner {
    Inner(
      place: rules?.resolved(place, document, container) ?? place,
      isUnordered: rules?.isUnordered(place) ?? false)
  }

  public func member(
    _ inner: Inner, _ document: Document, name: Document.Node, _ value: Document.Node
  ) -> Rules.Place? {
    rules?.member(inner.place, document.characters(name), Value(document, value))
  }

  /// Of elements, the model says the same whatever their number.
  public func element(_ inner: Inner, _ document: Document, _ index: Int, _ value: Document.Node) -> Rules
    .Place?
  {
    rules?.element(inner.place, 0, of: 1, Value(document, value))
  }

  public func isUnordered(_ inner: Inner) -> Bool { inner.isUnordered }

  public func part(
    _ container: Document.Node, _ place: Rules.Place?, _ hash: ContainerHash.Finished, isEmpty: Bool
  ) -> HashedPart { .container(hash) }
}
