internal import SZJSON
internal import SZModel

/// Two arrays whose elements are entities.
final class ToManyPlan {
  let key: IdentityKey
  let old: [Document.Node]
  let new: [Document.Node]
  /// For each new element its place among the old ones; -1 where it was not among them.
  let oldOfNew: [Int]
  /// For each old element its place among the new ones; -1 where it is not among them.
  let newOfOld: [Int]
  let isUnchanged: [Bool]
  let place: Rules.Place?
  /// Whether the order of the elements counts.
  let hasOrder: Bool
  /// Whether nobody named the key.
  let isInferred: Bool
  /// The new elements that may come, go and move, in their order: all but those that come as marked ones.
  var selected: [Int] = []
  /// Whether an old element that is not among the new ones stays nevertheless.
  var staysLeftOut: [Bool] = []
  /// The last old element that is still there in the result; -1 when none is.
  var lastKept = -1

  /// Of the two arrays that an identity was found in.
  init(_ identity: ElementIdentity, place: Rules.Place?, hasOrder: Bool) {
    (key, isInferred) = (identity.key, identity.isFound)
    let (old, new) = (identity.columns[0], identity.columns[1])
    (self.old, self.new) = (old.elements, new.elements)
    (oldOfNew, newOfOld, isUnchanged) = (new.referencePositions, new.ownPositions, new.isUnchanged)
    self.place = place
    self.hasOrder = hasOrder
  }

  /// Of the members of a to-many that a model declares.
  init(key: IdentityKey, _ members: EntityPairs.Members, place: Rules.Place?, hasOrder: Bool) {
    self.key = key
    isInferred = false
    (old, new) = (members.old, members.new)
    (oldOfNew, newOfOld, isUnchanged) = (members.oldOfNew, members.newOfOld, members.isUnchanged)
    self.place = place
    self.hasOrder = hasOrder
  }
}
