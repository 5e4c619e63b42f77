internal import SZElements
internal import SZJSON

/// The members of an object that one side renamed while the other one edited them.
///
/// What a side renamed is told by ``SideRenames``. Strings and numbers, and what a side edited, too, may be another member: an edit
/// under the old name stays a conflict with the deletion. In the examples, PRISTINE | EDITED | CURRENT → the result:
/// - A rename with an edit: `{"a":{"n":1,"m":2}} | {"b":{"n":1,"m":2}} | {"a":{"n":9,"m":2}}` → `{"b":{"n":9,"m":2}}`
/// - Two names for one contradict each other: `{"a":{"n":1}} | {"b":{"n":1}} | {"c":{"n":1}}` → edit/edit of b and c: `{"b":{"n":1}}`
/// - So does a new name a deletion: `{"a":{"n":1}} | {"b":{"n":1}} | {}` → edit/delete: `{"b":{"n":1}}`
/// - A string: `{"a":"x"} | {"b":"x"} | {"c":"x"}` → edit/edit, but `{"a":"x"} | {"b":"x"} | {"a":"y"}` → delete/edit of a.
/// - So they do where both put the same under the old name: `{"a":"x"} | {"b":"x","a":"y"} | {"c":"x","a":"y"}` → edit/delete of b and
///   delete/edit of c.
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
  /// Those that one side renamed, by the new name, and what PRISTINE has, by the side that deleted them.
  private(set) var deleted = Three { _ in [Document.Node: Document.Node]() }
  /// Those of CURRENT, by name, of which a side may have another one: ``DisplacedMembers``.
  private(set) var displaced: Set<Document.Node> = []
  /// The members of EDITED that are matched, by name.
  private(set) var taken: Set<Document.Node> = []

  var isEmpty: Bool {
    matches.isEmpty && contested.isEmpty && deleted.edited.isEmpty && deleted.current.isEmpty
      && displaced.isEmpty
  }

  /// Finds them. Linear in the members.
  init(_ documents: Three<Document>, _ objects: Three<Document.Node>) {
    let pristine = documents.pristine
    let members = MemberDifferences(documents, objects)
    lazy var moved = MovedValues.ofBoth(documents, objects)
    displaced = DisplacedMembers(members, moved).names
    func renames(_ side: Party) -> [SideRenames.Rename] {
      if members.missing[side].isEmpty, members.replacedAlike.isEmpty { return [] }
      return SideRenames(
        pristine, objects.pristine, documents[side], objects[side], replaced: members.replacedAlike
      ).renames
    }
    let (inEdited, inCurrent) = (renames(.edited), renames(.current))
    if inEdited.isEmpty && inCurrent.isEmpty || documents.current.hidesMembers(objects.current) {
      return
    }
    let byName = Three { MemberRenames.byName(documents[$0], objects[$0]) }
    let newNames = Dictionary(uniqueKeysWithValues: inCurrent.map { ($0.old.name, $0.new) })
    for (side, rename) in inEdited.map({ (Party.edited, $0) }) + inCurrent.map({ (Party.current, $0) }) {
      let (old, new, other) = (rename.old, rename.new, side.other)
      if side == .current, matches[new.name] != nil || contested[new.name] != nil { continue }
      let same = byName[other][documents[side].hash(new.name)]
      if let kept = byName[other][pristine.hash(old.name)] {
        let isReplaced = members.replacedAlike.contains(old.name)
        guard same == nil, rename.isProved || isReplaced,
          documents[other].hash(kept.value) != pristine.hash(old.value)
        else {
          continue
        }
        if moved[other].isOfAnother(kept.value) || moved[other].mayBeAnother(old.value, kept.value) {
          deleted[other][new.name] = old.value
        } else if !isReplaced {
          add(rename, of: side, kept)
        }
      } else if let same {
        let isOne =
          rename.isProved && documents[other].kind(same.value) == pristine.kind(old.value)
          && !moved[other].isOfAnother(same.value)
        if isOne, documents[other].hash(same.value) != documents[side].hash(new.value) {
          add(rename, of: side, same)
        }
      } else if side == .edited, let twin = newNames[old.name] {
        contested[twin.name] = Match(pristine: old.value, edited: new, takesName: true)
        taken.insert(new.name)
      } else {
        deleted[other][new.name] = old.value
      }
    }
  }

  /// Adds what a side renamed, and `match` of the other side.
  private mutating func add(_ rename: SideRenames.Rename, of side: Party, _ match: Member) {
    let (inEdited, inCurrent) = side == .edited ? (rename.new, match) : (match, rename.new)
    guard matches[inCurrent.name] == nil, taken.insert(inEdited.name).inserted else { return }
    matches[inCurrent.name] = Match(
      pristine: rename.old.value, edited: inEdited, takesName: side == .edited)
  }

  private static func byName(_ document: Document, _ object: Document.Node) -> [UInt64: Member] {
    Dictionary(document.members(object).map { (document.hash($0.name), $0) }) { $1 }
  }
}
