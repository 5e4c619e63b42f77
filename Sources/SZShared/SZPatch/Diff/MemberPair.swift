internal import SZJSON
internal import SZModel

/// A member of an object in both versions, or in one of them.
struct MemberPair {
  typealias Member = MemberPairing.Member

  /// Its name, as the old version has it where it is there.
  let name: Value
  let oldName: Document.Node?
  let newName: Document.Node?
  let old: Value?
  let new: Value?

  /// At least one of the two must be there.
  init(_ old: Document, _ oldMember: Member?, _ new: Document, _ newMember: Member?) {
    oldName = oldMember?.name
    newName = newMember?.name
    self.old = oldMember.map { Value(old, $0.value) }
    self.new = newMember.map { Value(new, $0.value) }
    name =
      oldMember.map { Value(old, $0.name) } ?? newMember.map { Value(new, $0.name) } ?? Value(new, new.root)
  }

  /// The roots themselves.
  init(_ pairs: EntityPairs) {
    oldName = EntityPairs.root
    newName = EntityPairs.root
    old = Value(pairs.oldDocument, pairs.oldDocument.root)
    new = Value(pairs.newDocument, pairs.newDocument.root)
    name = Value(pairs.newDocument, pairs.newDocument.root)
  }
}
