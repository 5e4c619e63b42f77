internal import SZElements
internal import SZJSON
internal import SZModel

/// A deletion that is not carried out, for something refers to what would go.
struct DeniedDeletion {
  let key: UInt64
  /// The side that still has the entity.
  let side: Party
  let rule: Model.Relationship.DeleteRule?
  /// What brought the entity back by the rules for conflicts; nil where a delete rule did.
  var opposed: OpposedDeletion?
  /// Whether it is back with an owner that was deleted, too.
  let hasOwner: Bool
}

/// What one side made that refers to an entity that the other deleted, and that a cascade leads to: the holder of the reference where
/// the other side does not have it, else the reference alone.
struct OpposedDeletion {
  let nodes: Versions
  /// The holder of the reference.
  let objects: Versions
  let entity: Model.EntityID
  let deleter: Party
}
