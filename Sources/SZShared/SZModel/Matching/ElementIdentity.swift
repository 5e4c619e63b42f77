public import SZJSON

/// By which member the elements of an array are told apart: one rule, for comparisons and for merges.
///
/// Asked of all versions of the array at hand, before paths leave anything out. The first that there is:
/// (a) What was said of the place. (b) The first of the names that every element of every version has as a scalar, each value
/// once in a version. (c) Of the members that ``IdentityCandidates`` finds and that do not contradict each other `key` and `name`;
/// else a *found* one: at least two of its values, and half of those of the version with the fewest elements, stand in every
/// version; no element may have more of another one (``isContradicted(_:)``), nor have exchanged strings with it
/// (``isExchanged(_:)``), nor where it is a number another name (``DistinctNames``). (d) None: the array is a list.
///
/// Example: in `[{"mail": "bob", "on": true}, {"mail": "ann", "on": true}]` against the same with ann's `on` false, `mail` is
/// found. Where the second version has `carl` for `bob`, one value in common proves nothing, and the array is a list.
public struct ElementIdentity {
  public let key: IdentityKey
  /// Whether nobody named the key.
  public let isFound: Bool
  /// Whether it identifies because the values prove it: `key`, `name` or a found one. Such a member may be given another value.
  public let isProven: Bool
  /// The identities of each version; the first is the reference of the others.
  public let columns: [IdentityColumn]

  /// The identity of the elements of some versions of an array, the oldest first; nil when they have none.
  ///
  /// `placed` is what was said of the place, which alone counts then. `hasOldest` says whether the first version is the one that the
  /// others came from. `identity` stands for what the key says where identities have a meaning. Linear in the text of the arrays.
  public init?(
    _ versions: [Value], placed: IdentityKey?, _ names: IdentityNames, hasOldest: Bool,
    identity: IdentityColumn.Identity? = nil
  ) {
    let samples = versions.filter { !$0.document.isEmptyContainer($0.node) }
      .map { Value($0.document, $0.document.firstChild($0.node)) }
    if samples.isEmpty || samples.contains(where: { $0.kind != .object }) { return nil }
    for key in placed.map({ [$0] }) ?? names.named
    where samples.allSatisfy({ key.values($0.document, $0.node) != nil }) {
      guard let columns = ElementIdentity.columns(versions, key, identity) else { continue }
      (self.key, isFound, isProven, self.columns) = (key, false, false, columns)
      return
    }
    if placed != nil { return nil }
    let found = IdentityCandidates.best(
      versions, names, hasOldest: hasOldest && !versions[0].document.isEmptyContainer(versions[0].node))
    guard let found, let columns = ElementIdentity.columns(versions, found.key, identity) else { return nil }
    (key, isFound, isProven, self.columns) = (found.key, found.isFound, true, columns)
    if found.isNumber, hasOtherNames(versions) { return nil }
    if found.isFound, isContradicted(versions) || isExchanged(versions) { return nil }
  }

  /// Whether an element has another string than in the oldest version in a member that tells the elements of this apart, or in such
  /// a member of an object in it, or the array of strings of another element: then it may be another element, whatever number it has.
  private func hasOtherNames(_ versions: [Value]) -> Bool {
    let distinct = DistinctNames(versions[0].document, columns[0].elements)
    return zip(versions, columns).dropFirst().contains { version, column in
      column.elements.indices.contains { position in
        let match = column.referencePositions[position]
        guard match >= 0, !column.isUnchanged[match] else { return false }
        return distinct.isInDoubt(columns[0].elements[match], to: version.document, column.elements[position])
      }
    }
  }

  /// The member by which the elements of two versions of an array are told apart where nobody names one; nil when there is none.
  public static func name(_ old: Value, _ new: Value) -> [UInt8]? {
    ElementIdentity([old, new], placed: nil, IdentityNames(), hasOldest: true)?.key.parts[0].path.steps[0]
      .characters
  }

  /// The columns of all versions; nil when an element of one has no identity, or that of another.
  private static func columns(
    _ versions: [Value], _ key: IdentityKey, _ identity: IdentityColumn.Identity?
  ) -> [IdentityColumn]? {
    var columns: [IdentityColumn] = []
    for version in versions {
      guard
        let column = IdentityColumn(
          version.document, version.node, key: key, reference: columns.first, identity: identity)
      else { return nil }
      columns.append(column)
    }
    return columns
  }
}
