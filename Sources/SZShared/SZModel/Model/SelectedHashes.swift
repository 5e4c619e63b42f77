public import SZJSON

/// The hashes of what is in of a document's values, each computed once, from the bottom up.
///
/// Two values at one place have equal hashes when nothing that is in differs between them.
public final class SelectedHashes {
  private let document: Document
  private let rules: Rules
  private let hashing: Hashing?

  private struct Key: Hashable {
    let node: Document.Node
    let place: Rules.Place
  }

  /// By container and place.
  private var known: [Key: HashedPart] = [:]

  public init(_ document: Document, _ rules: Rules) {
    self.document = document
    self.rules = rules
    hashing = document.hashing
  }

  /// The hash of what is in of the value at `place`; nil when nothing is.
  ///
  /// A subtree is walked once for each place that it is asked for, without recursion.
  public func hash(_ node: Document.Node, _ place: Rules.Place?) -> UInt64? {
    guard let hashing else { return nil }
    if place == nil { return document.hash(node) }
    return HashWalk.part(document, node, place, self, hashing).hash
  }

  private func whole(_ node: Document.Node, _ hashing: Hashing) -> HashedPart {
    document.kind(node).isContainer
      ? .container(ContainerHash.Finished(document, node, hashing))
      : .scalar(document.scalarHash(node, hashing))
  }

  /// What a model leaves of a value: what it means, or the identity that it stands for.
  private func declaredPart(_ node: Document.Node, _ place: Rules.Place, _ hashing: Hashing) -> HashedPart? {
    guard let schema = rules.schema, let declared = place.declared else { return nil }
    let kind = document.kind(node)
    switch declared {
    case .entities, .references:
      // Of a to-many null and [] are one value, that of no members.
      return kind == .null || kind == .array && document.isEmptyContainer(node) ? .nothing : nil
    case .attribute where kind.isContainer:
      return rules.isSet(place) && kind == .array || rules.isLookedInto(place) ? nil : whole(node, hashing)
    // An object in what is walked is the entity itself, not a reference to it.
    case .reference(let set) where kind == .object && !schema[set].isWalked:
      let destination = schema[set].destination
      let id = schema.entityID(of: node, in: document, among: destination)
      return .scalar(schema.identity(document, node, of: schema[id], hashing) ?? 0)
    case .reference(let set) where !kind.isContainer && kind != .null && schema[set].hasReferences:
      return schema.identity(document, reference: node, in: schema[set], hashing).map { .scalar($0) }
    case .attribute, .reference, .entity:
      if kind.isContainer { return nil }
      let type = rules.typed(place)
      return !rules.isIn(place) || type == .plain ? nil : .scalar(type.hash(document, node, hashing))
    case .tables, .leftOut: return nil
    }
  }
}

extension SelectedHashes: HashedValues {
  /// What is below a container, how many elements it has, and whether their order counts.
  public struct Inner: BitwiseCopyable {
    let place: Rules.Place?
    let count: Int
    let isUnordered: Bool
  }

  public func known(_ document: Document, _ node: Document.Node, _ place: Rules.Place?) -> HashedPart? {
    guard let hashing else { return .nothing }
    guard let place else { return whole(node, hashing) }
    if rules.isLeftOut(place) { return .nothing }
    if let part = declaredPart(node, place, hashing) { return part }
    if !document.kind(node).isContainer { return rules.isIn(place) ? whole(node, hashing) : .nothing }
    return known[Key(node: node, place: place)]
  }

  public func inner(_ document: Document, _ container: Document.Node, _ place: Rules.Place?) -> Inner {
    let isArray = document.kind(container) == .array
    return Inner(
      place: rules.resolved(place, document, container),
      count: isArray ? document.count(of: container) : 0,
      isUnordered: rules.isUnordered(place))
  }

  public func member(
    _ inner: Inner, _ document: Document, name: Document.Node, _ value: Document.Node
  ) -> Rules.Place? {
    rules.member(inner.place, document.characters(name), Value(document, value))
  }

  public func element(_ inner: Inner, _ document: Document, _ index: Int, _ value: Document.Node) -> Rules
    .Place?
  {
    rules.element(inner.place, index, of: inner.count, Value(document, value))
  }

  public func isUnordered(_ inner: Inner) -> Bool { inner.isUnordered }

  public func part(
    _ container: Document.Node, _ place: Rules.Place?, _ hash: ContainerHash.Finished, isEmpty: Bool
  ) -> HashedPart {
    let part = !isEmpty || rules.isIn(place) ? HashedPart.container(hash) : .nothing
    if let place { known[Key(node: container, place: place)] = part }
    return part
  }
}
