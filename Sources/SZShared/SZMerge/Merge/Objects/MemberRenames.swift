internal import SZJSON
internal import SZModel

/// The members of an object that one side renamed while the other one edited them.
///
/// What a side renamed is told by ``SideRenames``. Strings and numbers, and what a side edited, too, may be another member: an edit
/// under the old name stays a conflict with the deletion. In the examples, PRISTINE | EDITED | CURRENT → the result:
/// - A rename with an edit: `{"a":{"n":1,"m":2}} | {"b":{"n":1,"m":2}} | {"a":{"n":9,"m":2}}` → `{"b":{"n":9,"m":2}}`
/// - Two names for one contradict each other: `{"a":{"n":1}} | {"b":{"n":1}} | {"c":{"n":1}}` → edit/edit of b and c: `{"b":{"n":1}}`
/// - So does a new name a deletion: `{"a":{"n":1}} | {"b":{"n":1}} | {}` → edit/delete: `{"b":{"n":1}}`
/// - A string: `{"a":"x"} | {"b":"x"} | {"c":"x"}` → edit/edit, but `{"a":"x"} | {"b":"x"} | {"a":"y"}` → delete/edit of a.
/// - What was renamed and edited on one side may be another member: `{"a":{"n":1}} | {"b":{"n":1,"m":2}} | {"a":{"n":9}}` → b is new, and
///   delete/edit of a.
struct MemberRenames {
  typealias Member = MemberPairing.Member

  /// A member that does not have the same name in all three documents.
  struct Match {
    let pristine: Document.Node
    let edited: Member
    /// Whether EDITED gave it its new name, and CURRENT has the old one.
    let takesName: Bool
  }

  /// By the name of a member of CURRENT.
  private(set) var matches: [Document.Node: Match] = [:]
  /// Those that both sides renamed, differently, by the name of CURRENT's.
  private(set) var contested: [Document.Node: Match] = [:]
  /// Those that one side renamed and the other one deleted, by the new name: what PRISTINE has.
  private(set) var deleted = (
    inEdited: [Document.Node: Document.Node](), inCurrent: [Document.Node: Document.Node]()
  )
  /// Those of CURRENT, by name, of which a side may have another one: ``DisplacedMembers``.
  private(set) var displaced: Set<Document.Node> = []
  /// The members of EDITED that are matched, by name.
  private(set) var taken: Set<Document.Node> = []

  var isEmpty: Bool {
    matches.isEmpty && contested.isEmpty && deleted.inEdited.isEmpty && deleted.inCurrent.isEmpty
      && displaced.isEmpty
  }

  /// Finds them. Linear in the members.
  init(_ documents: Three<Document>, _ objects: Three<Document.Node>) {
    let (pristine, edited, current) = (documents.pristine, documents.edited, documents.current)
    displaced = DisplacedMembers(documents, objects).names
    let inEdited = SideRenames(pristine, objects.pristine, edited, objects.edited).renames
    let inCurrent = SideRenames(pristine, objects.pristine, current, objects.current).renames
    if inEdited.isEmpty && inCurrent.isEmpty || MemberRenames.hidesMembers(current, objects.current) {
      return
    }
    let (ofEdited, ofCurrent) = (
      MemberRenames.byName(edited, objects.edited), MemberRenames.byName(current, objects.current)
    )
    let newNames = Dictionary(uniqueKeysWithValues: inCurrent.map { ($0.old.name, $0.new) })
    for rename in inEdited {
      let (old, new) = (rename.old, rename.new)
      let same = ofCurrent[edited.hash(new.name)]
      if let kept = ofCurrent[pristine.hash(old.name)] {
        if same == nil, rename.isProved, current.hash(kept.value) != pristine.hash(old.value) {
          add(kept, old, new, takesName: true)
        }
      } else if let same {
        if rename.isProved, current.hash(same.value) != edited.hash(new.value) { add(same, old, new) }
      } else if let other = newNames[old.name] {
        contested[other.name] = Match(pristine: old.value, edited: new, takesName: true)
        taken.insert(new.name)
      } else {
        deleted.inCurrent[new.name] = old.value
      }
    }
    for rename in inCurrent where matches[rename.new.name] == nil && contested[rename.new.name] == nil {
      let (old, new) = (rename.old, rename.new)
      let same = ofEdited[current.hash(new.name)]
      if let kept = ofEdited[pristine.hash(old.name)] {
        if same == nil, rename.isProved, edited.hash(kept.value) != pristine.hash(old.value) {
          add(new, old, kept)
        }
      } else if let same {
        if rename.isProved, current.hash(new.value) != edited.hash(same.value) { add(new, old, same) }
      } else {
        deleted.inEdited[new.name] = old.value
      }
    }
  }

  private mutating func add(
    _ inCurrent: Member, _ inPristine: Member, _ inEdited: Member, takesName: Bool = false
  ) {
    guard matches[inCurrent.name] == nil, taken.insert(inEdited.name).inserted else { return }
    matches[inCurrent.name] = Match(pristine: inPristine.value, edited: inEdited, takesName: takesName)
  }

  private static func byName(_ document: Document, _ object: Document.Node) -> [UInt64: Member] {
    Dictionary(document.members(object).map { (document.hash($0.name), $0) }) { $1 }
  }

  private static func hidesMembers(_ document: Document, _ object: Document.Node) -> Bool {
    var node = document.firstChild(object)
    while node < document.end(object) {
      if document.kind(node) == .shadowedName { return true }
      node = document.next(document.next(node))
    }
    return false
  }
}
