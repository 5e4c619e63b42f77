internal import SZElements
internal import SZJSON
internal import SZModel

/// A to-many that holds entities and references mixed has no identities, and is merged by its values: what these say of one entity.
struct MixedToMany {
  private let identity: IdentityColumn.Identity
  private let documents: Three<Document>
  private let nodes: Three<[Document.Node]>

  /// Of the elements of three versions; nil where the model declares no such to-many.
  init?(_ facts: VersionFacts, _ nodes: Three<[Document.Node]>, _ spot: MergeSpot) {
    guard let identity = facts.referenceIdentity(spot.place, withEntities: true) else { return nil }
    (self.identity, documents, self.nodes) = (identity, facts.documents, nodes)
  }

  /// Whether two values that stand in the result, or may where that is contested, stand for one entity, as no two of a version do. Linear
  /// in the elements.
  func isAnyTwice(in merged: MergedSet) -> Bool {
    isAnyTwice(
      merged.values.filter(MergedSet.mayBeLeft).compactMap { places in
        Party.allCases.first { !places[$0].isEmpty }.map { ($0, places[$0][0]) }
      })
  }

  /// Likewise of what a list is to have outside of its conflicts.
  func isAnyTwice(in merge: ListMerge) -> Bool {
    isAnyTwice(
      merge.steps.flatMap { step -> [(Party, Int)] in
        switch step {
        case .run(let range): range.map { (.current, $0) }
        case .take(let position), .edit(_, let position, _): [(.edited, position)]
        case .merge(_, _, let position): [(.current, position)]
        case .conflict: []
        }
      })
  }

  private func isAnyTwice(_ result: [(Party, Int)]) -> Bool {
    areEqual(result)
      && !Party.allCases.contains { party in areEqual(nodes[party].indices.map { (party, $0) }) }
  }

  /// Whether two elements stand for one entity.
  private func areEqual(_ elements: [(Party, Int)]) -> Bool {
    var seen = HashSet()
    return elements.contains { party, position in
      guard let hash = identity(documents[party], nodes[party][position]) else { return false }
      return !seen.insert(hash)
    }
  }
}
