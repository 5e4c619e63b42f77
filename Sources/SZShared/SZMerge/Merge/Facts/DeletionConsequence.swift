internal import SZElements
internal import SZJSON
internal import SZModel

/// Something that a deletion led to.
struct DeletionConsequence {
  enum What {
    /// A reference was cleared; the side that deleted what it names may have another one there.
    case reference(SideReferences.Origin, instead: SideReferences.Origin?)
    /// The entity with this key went, too.
    case entity(UInt64)
  }

  let what: What
  /// The holder of the reference, or what went.
  let entity: Model.EntityID
  let deleter: Party
  let rule: Model.Relationship.DeleteRule
}
