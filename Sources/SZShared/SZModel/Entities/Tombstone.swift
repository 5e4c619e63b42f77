public import SZJSON

/// How an element says of itself that it is deleted, so that others learn of it: by a member that is true, its marker.
public enum Tombstone {
  /// Whether `element` is an object in which the member called `marker` is true.
  public static func isMarked(_ element: Document.Node, in document: Document, by marker: MemberName) -> Bool
  {
    guard document.kind(element) == .object,
      let member = document.member(element, named: marker.characters)
    else { return false }
    return document.kind(member.value) == .true
  }
}
