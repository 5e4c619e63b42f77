public import SZJSON
public import SZModel

/// Deletions that delete rules deny as long as the new version of a document has what it has: a patch under the model refuses them.
public enum DeniedDeletions {
  /// One of them.
  public struct Found: Sendable {
    /// What is deleted, as messages show it.
    public let deleted: String
    /// The relationship, and whether it is one of what is deleted; else of what refers to it.
    public let member: String
    public let isOwn: Bool
    /// What is there still, in the new document.
    public let node: Document.Node
    public let entity: String
  }

  /// In the order of the new document. Linear in it, where some entity is gone and some relationship denies.
  public static func find(_ pairs: EntityPairs) -> [Found] {
    let (document, schema) = (pairs.newDocument, pairs.schema)
    guard pairs.hasGone, let hashing = document.hashing, schema.denies,
      let index = try? EntityScan.index(document, schema, hashing, root: pairs.newRoot)
    else { return [] }
    let deleted = pairs.gone.compactMap { gone -> DeleteRules.Deleted? in
      let identity = schema.identity(pairs.oldDocument, gone.node, of: schema[gone.entity], hashing)
      guard let identity, index.position(ofIdentity: identity) == nil else { return nil }
      return DeleteRules.Deleted(item: .root, identity: identity, node: gone.node, entity: gone.entity)
    }
    if deleted.isEmpty { return [] }
    let rules = DeleteRules(deleted, in: index, root: pairs.newRoot, before: pairs.oldDocument)
    return rules.refusals.filter { $0.reason == .denied }.map { refusal in
      Found(
        deleted: refusal.deleted, member: refusal.member, isOwn: refusal.reference == nil,
        node: refusal.reference ?? refusal.holder, entity: schema[refusal.entity].name)
    }.sorted { $0.node < $1.node }
  }
}
