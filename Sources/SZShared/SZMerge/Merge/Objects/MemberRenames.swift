internal import SZJSON
internal import SZModel

/// The members of an object that one side renamed while the other one edited them.
///
/// A member that a side has no more and one that is new there are one, renamed, when both are objects or arrays, equal, and no other one
/// is equal to either. So are strings and numbers, where no other member of either object is equal; but an edit of these under the old
/// name stays a conflict with the deletion, for another name may be another meaning. In the examples, PRISTINE | EDITED | CURRENT → the
/// result:
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
    let (ofEdited, ofCurrent) = (
      MemberRenames.byName(edited, objects.edited), MemberRenames.byName(current, objects.current)
    )
    let newNames = Dictionary(uniqueKeysWithValues: inCurrent.map { ($0.old.name, $0.new) })
    for (old, new) in inEdited {
      let (value, isContainer) = (pristine.hash(old.value), pristine.kind(old.value).isContainer)
      let same = ofCurrent[edited.hash(new.name)]
      if let kept = ofCurrent[pristine.hash(old.name)] {
        if same == nil, isContainer, current.hash(kept.value) != value {
          add(kept, old, new, takesName: true)
        }
      } else if let same {
        if isContainer, current.hash(same.value) != edited.hash(new.value) { add(same, old, new) }
      } else if let other = newNames[old.name] {
        contested[other.name] = Match(pristine: old.value, edited: new, takesName: true)
        taken.insert(new.name)
      } else {
        deleted.inCurrent[new.name] = old.value
      }
    }
    for (old, new) in inCurrent where matches[new.name] == nil && contested[new.name] == nil {
      let (value, isContainer) = (pristine.hash(old.value), pristine.kind(old.value).isContainer)
      let same = ofEdited[current.hash(new.name)]
      if let kept = ofEdited[pristine.hash(old.name)] {
        if same == nil, isContainer, edited.hash(kept.value) != value { add(new, old, kept) }
      } else if let same {
        if isContainer, current.hash(new.value) != edited.hash(same.value) { add(new, old, same) }
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

  /// The members of PRISTINE's object that `other` has under another name. Linear in the members.
  private static func renames(
    _ pristine: Document, _ object: Document.Node, _ other: Document, _ otherObject: Document.Node
  ) -> [(old: Member, new: Member)] {
    let gone = unmatched(pristine, object, other, otherObject)
    if gone.isEmpty { return [] }
    let news = unmatched(other, otherObject, pristine, object)
    if news.isEmpty { return [] }
    let (goneByValue, newsByValue) = (byValue(gone, pristine), byValue(news, other))
    lazy var counts = (valueCounts(pristine, object), valueCounts(other, otherObject))
    return gone.compactMap { old in
      let value = pristine.hash(old.value)
      guard goneByValue[value]?.count == 1, let equals = newsByValue[value], equals.count == 1 else {
        return nil
      }
      let isOnly =
        pristine.kind(old.value).isContainer || counts.0[value] == 1 && counts.1[value] == 1
      return isOnly ? (old, equals[0]) : nil
    }
  }

  private static func byName(_ document: Document, _ object: Document.Node) -> [UInt64: Member] {
    Dictionary(document.members(object).map { (document.hash($0.name), $0) }) { $1 }
  }

  private static func byValue(_ members: [Member], _ document: Document) -> [UInt64: [Member]] {
    Dictionary(grouping: members) { document.hash($0.value) }
  }

  /// How many members of an object have each value.
  private static func valueCounts(_ document: Document, _ object: Document.Node) -> [UInt64: Int] {
    var counts: [UInt64: Int] = [:]
    for member in document.members(object) { counts[document.hash(member.value), default: 0] += 1 }
    return counts
  }

  /// The members that the other object has not, with a container with something in it, a string that is not empty, or a number.
  private static func unmatched(
    _ document: Document, _ object: Document.Node, _ other: Document, _ otherObject: Document.Node
  ) -> [Member] {
    var members: [Member] = []
    var pairing = MemberPairing(document, object, other, otherObject)
    while let (member, match) = pairing.next() {
      if match == nil, isKnownByValue(document, member.value) { members.append(member) }
    }
    return members
  }

  private static func isKnownByValue(_ document: Document, _ value: Document.Node) -> Bool {
    let kind = document.kind(value)
    if kind.isContainer { return !document.isEmptyContainer(value) }
    return kind == .number || kind.isString && !document.characters(value).isEmpty
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
