internal import SZElements
internal import SZJSON
internal import SZModel

/// An entity that does not stand in one place in all the documents that have it.
struct Relocation {
  let key: UInt64
  let entity: Model.EntityID
  /// Where it is in each document.
  let positions: Three<EntityIndex.Position?>
  let nodes: Three<Document.Node?>
  let reason: Reason
  /// The side whose place it has in the result, and why.
  var home: Party
  var standing = Standing.settled
  /// The number of the conflict about it when it is to be marked in the text.
  var mark: Int?

  /// Whether one side deleted it.
  var isDeleted: Bool { reason == .movedAndDeleted || reason == .createdAndDeleted }

  /// Whether it is not in the result.
  var isGone: Bool { standing == .deleted || positions[home] == nil }

  /// Whether it lost both its places to others.
  var isPlaceless: Bool { standing == .deleted && !isDeleted }

  /// Why an entity has its place. In the examples A stands in "items" in PRISTINE.
  enum Standing {
    /// One side moved it there, or a conflict about it was settled so.
    case settled
    /// It has none: the side that deleted it had its way, or others have both its places.
    case deleted
    /// EDITED moved A into B, which CURRENT deleted, and that is how it was settled: A stands in "items".
    case turnedBack
    /// EDITED moved A into B, and B is not in the result, whatever became of it: A stands in "items".
    case ownerless
    /// Both moved an entity to the to-one "top", and B has it: A stands in "items", or, where it does not stand there any more, nowhere.
    case displaced
    /// EDITED moved A into B, and CURRENT B into A, of which B's move is made: A stands in "items".
    case ringBroken
  }

  enum Reason {
    /// One side moved it, or both did to the same place.
    case moved
    /// Each side moved it, to another place.
    case movedTwice
    /// One side moved it, and the other one deleted it, or moved it and then marked it as deleted.
    case movedAndDeleted
    /// CURRENT has it marked as deleted in another place than EDITED, which created it once more, as a push does that arrives again.
    case createdAndDeleted
    /// Each side created it, in another place.
    case createdTwice
  }
}
