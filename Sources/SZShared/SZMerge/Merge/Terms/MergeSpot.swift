internal import SZElements
internal import SZJSON
internal import SZModel

/// Where a value stands, as a merge comes to it.
struct MergeSpot {
  /// The container, and the step from it to the value; no step is the container itself.
  var path = PathTable.Path.root
  var step: PathTable.Step?
  /// The object around the value, in ``MergeScopes``; -1 when there is none.
  var scope = -1
  var place: MergeRules.Place?
  /// What identifies the value among its siblings.
  var key: IdentityKey?
  /// The value itself, where no walk came to it: its way is looked for at the end, once for all such.
  var node: (party: Party, node: Document.Node)?
  /// The to-one that it is, by who has it, where two entities would come to stand in it.
  var holder: (key: UInt64, member: [UInt8])?
  /// Whether it is in an entity that moved, which was laid out anew where it came.
  var isMoved = false
}
