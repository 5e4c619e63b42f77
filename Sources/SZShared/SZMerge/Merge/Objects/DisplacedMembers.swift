internal import SZJSON
internal import SZModel

/// The members of an object, objects or arrays, that both sides edited, of which one may have another one under that name now.
///
/// In the examples, PRISTINE | EDITED | CURRENT → the result:
/// - What it was stands under another name, and less than half of it under its own: `{"a":{"n":1}} | {"b":{"n":1},"a":{"m":2}} |
///   {"a":{"n":9}}` → edit/edit of a: its edit may be one of b.
/// - All went on by one name: `{"a":{"n":"x"},"b":{"n":"y"}} | {"a":{"n":"y"},"b":{"n":"z"}} | {"a":{"n":"x"},"b":{"n":"y","m":2}}` →
///   edit/edit of b, and so of a if CURRENT edited that. It is a string, object or array that one alone holds that proves it: of two
///   booleans both may have been set.
struct DisplacedMembers {
  /// Those of CURRENT, by name.
  private(set) var names: Set<Document.Node> = []

  /// Finds them. Linear in the members, and in what they hold where the sides differ in one.
  init(_ documents: Three<Document>, _ objects: Three<Document.Node>) {
    let members = MemberDifferences(documents, objects)
    // What went on to a name counts where the other side has not what stood under its old one.
    let editedByOne = members.editedByOne.filter { !members.missing[$0.by.other].isEmpty }
    if members.editedByBoth.isEmpty, members.createdByBoth.isEmpty, editedByOne.isEmpty { return }
    let moved = MovedValues.ofBoth(documents, objects)
    for (name, values) in members.editedByBoth
    where moved.edited.mayBeAnother(values.pristine, values.edited)
      || moved.current.mayBeAnother(values.pristine, values.current)
    {
      names.insert(name)
    }
    for (name, inEdited, inCurrent) in members.createdByBoth
    where moved.edited.origin(of: inEdited) != nil || moved.current.origin(of: inCurrent) != nil {
      names.insert(name)
    }
    for (member, side) in editedByOne {
      guard let old = moved[side].origin(of: member.values[side]) else { continue }
      if members.missing[side.other].contains(old.name) { names.insert(member.name) }
    }
  }
}
