internal import SZJSON
internal import SZModel

/// An entity under a model that comes to a place, or leaves it.
struct PlacedEntity {
  let node: Document.Node
  let place: Rules.Place?
  /// By which its array was matched.
  var key: IdentityKey?
  /// Its place in the old order, where the change could not be turned round without it.
  var oldIndex: Int?
  /// Whether what owned it is deleted, too.
  var parentWasDeleted = false
  /// What of a to-one stands there in the other version, instead of an entity.
  var instead: Value?
}
