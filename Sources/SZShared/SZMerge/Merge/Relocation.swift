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
  /// The side whose place it has in the result.
  var home: Conflict.Party
  /// Whether it is not in the result: the side that deleted it had its way.
  var isGone = false
  /// Whether its other place is in something that is deleted, and was decided against.
  var isTurnedBack = false
  /// Whether its other place is in something that is not in the result.
  var isAway = false
  /// Whether something else has the to-one that is its other place.
  var hasYielded = false
  /// Whether its other place would make entities own each other.
  var hasLostRing = false
  /// The number of the conflict about it when it is to be marked in the text.
  var mark: Int?

  /// Whether one side deleted it.
  var isDeleted: Bool { reason == .movedAndDeleted || reason == .createdAndDeleted }

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
