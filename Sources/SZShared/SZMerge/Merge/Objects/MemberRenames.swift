internal import SZJSON
internal import SZModel

/// The members of an object that one side renamed while the other one edited them.
///
/// A member that a side has no more and one that is new there are one, renamed, when both are objects or arrays, equal, and no other one
/// is equal to either. In the examples, PRISTINE | EDITED | CURRENT → the result:
/// - A rename with an edit: `{"a":{"n":1,"m":2}} | {"b":{"n":1,"m":2}} | {"a":{"n":9,"m":2}}` → `{"b":{"n":9,"m":2}}`
/// - Two names for one contradict each other: `{"a":{"n":1}} | {"b":{"n":1}} | {"c":{"n":1}}` → edit/edit of b and c: `{"b":{"n":1}}`
/// - So does a new name a deletion: `{"a":{"n":1}} | {"b":{"n":1}} | {}` → edit/delete: `{"b":{"n":1}}`
/// - What was renamed and edited on one side may be another member: `{"a":{"n":1}} | {"b":{"n":1,"m":2}} | {"a":{"n":9}}` → b is new, and
///   delete/edit of a.
/// - A name that was given anew: `{"a":{"n":1}} | {"b":{"n":1},"a":{"m":2}} | {"a":{"n":9}}` → edit/edit of a: its edit may be one of b.
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
  /// Those of CURRENT, by name, that both sides edited, where a side has less than half of one, and what it was under another name.
  private(set) var displaced: Set<Document.Node> = []
  /// The members of EDITED that are matched, by name.
  private(set) var taken: Set<Document.Node> = []

  /// How many pairs are looked at for one object.
  private static let mostPairs = 2500

  var isEmpty: Bool {
    matches.isEmpty && contested.isEmpty && deleted.inEdited.isEmpty && deleted.inCurrent.isEmpty
      && displaced.isEmpty
  }

  /// Finds them. Linear in the members.
  init(_ documents: Three<Document>, _ objects: Three<Document.Node>) {
    let (pristine, edited, current) = (documents.pristine, documents.edited, documents.current)
    displaced = MemberRenames.displaced(documents, objects)
    let inEdited = MemberRenames.renames(pristine, objects.pristine, edited, objects.edited)
    let inCurrent = MemberRenames.renames(pristine, objects.pristine, current, objects.current)
    if inEdited.isEmpty && inCurrent.isEmpty || MemberRenames.hidesMembers(current, objects.current) {
      return
    }
    func member(_ name: Document.Node, of document: Document, in other: Document, _ object: Document.Node)
      -> Member?
    {
      other.member(object, named: document.characters(name))
    }
    for (old, new) in inEdited {
      let value = pristine.hash(old.value)
      let same = member(new.name, of: edited, in: current, objects.current)
      if let kept = member(old.name, of: pristine, in: current, objects.current) {
        if same == nil, current.hash(kept.value) != value { add(kept, old, new, takesName: true) }
      } else if let same, current.hash(same.value) != edited.hash(new.value) {
        add(same, old, new)
      } else if same == nil {
        if let other = inCurrent.first(where: { $0.old.name == old.name })?.new {
          contested[other.name] = Match(pristine: old.value, edited: new, takesName: true)
          taken.insert(new.name)
        } else {
          deleted.inCurrent[new.name] = old.value
        }
      }
    }
    for (old, new) in inCurrent where matches[new.name] == nil && contested[new.name] == nil {
      let value = pristine.hash(old.value)
      let same = member(new.name, of: current, in: edited, objects.edited)
      if let kept = member(old.name, of: pristine, in: edited, objects.edited) {
        if same == nil, edited.hash(kept.value) != value { add(new, old, kept) }
      } else if let same, current.hash(new.value) != edited.hash(same.value) {
        add(new, old, same)
      } else if same == nil {
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

  /// The ``displaced`` ones. Linear in the members, and in what both sides edited of them.
  private static func displaced(
    _ documents: Three<Document>, _ objects: Three<Document.Node>
  ) -> Set<Document.Node> {
    let pristine = documents.pristine
    var inEdited = MemberPairing(pristine, objects.pristine, documents.edited, objects.edited)
    var inCurrent = MemberPairing(pristine, objects.pristine, documents.current, objects.current)
    var contested: [(name: Document.Node, values: Three<Document.Node>)] = []
    while let (member, own) = inEdited.next() {
      guard let other = inCurrent.next()?.other, let own, isFilled(pristine, member.value) else { continue }
      let values = Three(pristine: member.value, edited: own.value, current: other.value)
      if Set(Party.allCases.map { documents[$0].hash(values[$0]) }).count == 3 {
        contested.append((other.name, values))
      }
    }
    if contested.isEmpty { return [] }
    // The values that a version has under names under which PRISTINE has others, or none. What fills an empty array was moved there.
    let come = Three { side in
      let pairing = MemberPairing(documents[side], objects[side], pristine, objects.pristine)
      let come = pairing.different.filter { _, match in
        match.map { !pristine.kind($0.value).isContainer || isFilled(pristine, $0.value) } ?? true
      }
      return Set(come.map { documents[side].hash($0.member.value) })
    }
    return Set(
      contested.filter { _, values in
        [Party.edited, .current].contains { side in
          come[side].contains(pristine.hash(values.pristine))
            && !Resemblance().isHalfKept(pristine, values.pristine, documents[side], values[side])
        }
      }.map(\.name))
  }

  /// Whether a value is an object or array with something in it.
  private static func isFilled(_ document: Document, _ value: Document.Node) -> Bool {
    document.kind(value).isContainer && !document.isEmptyContainer(value)
  }

  /// The members of PRISTINE's object that `other` has under another name.
  private static func renames(
    _ pristine: Document, _ object: Document.Node, _ other: Document, _ otherObject: Document.Node
  ) -> [(old: Member, new: Member)] {
    let gone = unmatched(pristine, object, other, otherObject)
    if gone.isEmpty { return [] }
    let news = unmatched(other, otherObject, pristine, object)
    if news.isEmpty || gone.count * news.count > mostPairs { return [] }
    let candidates = gone.map { old in
      news.indices.filter { pristine.hash(old.value) == other.hash(news[$0].value) }
    }
    var counts = [Int](repeating: 0, count: news.count)
    for index in candidates.joined() { counts[index] += 1 }
    return zip(gone, candidates).compactMap { old, candidates in
      guard candidates.count == 1, let index = candidates.first, counts[index] == 1 else { return nil }
      return (old, news[index])
    }
  }

  /// The members with a container in it that the other object has not.
  private static func unmatched(
    _ document: Document, _ object: Document.Node, _ other: Document, _ otherObject: Document.Node
  ) -> [Member] {
    var members: [Member] = []
    var pairing = MemberPairing(document, object, other, otherObject)
    while let (member, match) = pairing.next() {
      if match == nil, isFilled(document, member.value) { members.append(member) }
    }
    return members
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
