internal import SZElements
internal import SZJSON

/// The members of an object in which the sides differ, of which one may have another one under that name now.
///
/// In the examples, PRISTINE | EDITED | CURRENT → the result:
/// - What it was stands under another name, and less than half of it under its own: `{"a":{"n":1}} | {"b":{"n":1},"a":{"m":2}} |
///   {"a":{"n":9}}` → edit/edit of a: its edit may be one of b.
/// - All went on by one name: `{"a":{"n":"x"},"b":{"n":"y"}} | {"a":{"n":"y"},"b":{"n":"z"}} | {"a":{"n":"x"},"b":{"n":"y","m":2}}` →
///   edit/edit of b. ``MemberTraces`` tell it: of two booleans both may have been set.
/// - So where the other side deleted one, `{"a":"x","b":"y"} | {"b":"x","c":"y"} | {"b":"y"}` → edit/edit of b, or put another one under
///   the last name, which is create/create.
struct DisplacedMembers {
  /// Those of CURRENT, by name.
  private(set) var names: Set<Document.Node> = []

  /// Finds them. Linear in the members, and in what they hold where the sides differ in one.
  init(_ members: MemberDifferences, _ movedValues: @autoclosure () -> Three<MovedValues>) {
    // What went on to a name counts where the other side has not what stood under its old one.
    let editedByOne = members.editedByOne.filter { !members.missing[$0.by.other].isEmpty }
    if members.editedByBoth.isEmpty, members.createdByBoth.isEmpty, editedByOne.isEmpty { return }
    let moved = movedValues()
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
