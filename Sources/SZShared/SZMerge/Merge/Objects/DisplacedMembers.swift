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
    let edited = members.missing.inCurrent.isEmpty ? [] : members.editedBy.edited
    let current = members.missing.inEdited.isEmpty ? [] : members.editedBy.current
    if members.editedByBoth.isEmpty, members.createdByBoth.isEmpty, edited.isEmpty, current.isEmpty { return }
    let traces = Three { MemberTraces(documents[$0], objects[$0]) }
    let inEdited = MovedValues(.edited, documents, objects, traces)
    let inCurrent = MovedValues(.current, documents, objects, traces)
    for member in members.editedByBoth {
      let values = member.values
      if inEdited.isDisplaced(values.pristine, by: values.edited) || inEdited.origin(of: values.edited) != nil
        || inCurrent.isDisplaced(values.pristine, by: values.current)
        || inCurrent.origin(of: values.current) != nil
      {
        names.insert(member.name)
      }
    }
    for member in members.createdByBoth
    where inEdited.origin(of: member.inEdited) != nil || inCurrent.origin(of: member.inCurrent) != nil {
      names.insert(member.name)
    }
    for member in edited {
      guard let old = inEdited.origin(of: member.values.edited) else { continue }
      if members.missing.inCurrent.contains(old.name) { names.insert(member.name) }
    }
    for member in current {
      guard let old = inCurrent.origin(of: member.values.current) else { continue }
      if members.missing.inEdited.contains(old.name) { names.insert(member.name) }
    }
  }
}
