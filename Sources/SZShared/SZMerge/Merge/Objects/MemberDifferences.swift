internal import SZElements
internal import SZJSON

/// The members of an object in which the two sides differ, by their names in CURRENT.
struct MemberDifferences {
  typealias Member = (name: Document.Node, values: Three<Document.Node>)

  /// The objects and arrays, with something in them, that both sides edited.
  private(set) var editedByBoth: [Member] = []
  /// What one side edited.
  private(set) var editedByOne: [(member: Member, by: Party)] = []
  /// The objects and arrays of names that PRISTINE does not have.
  private(set) var createdByBoth: [(name: Document.Node, inEdited: Document.Node, inCurrent: Document.Node)] =
    []
  /// The names of PRISTINE's members under which both sides have the same other value.
  private(set) var replacedAlike: Set<Document.Node> = []
  /// The names of PRISTINE's members that a side does not have.
  private(set) var missing = Three { _ in Set<Document.Node>() }

  /// Finds them. Linear in the members.
  init(_ documents: Three<Document>, _ objects: Three<Document.Node>) {
    let pristine = documents.pristine
    var inEdited = MemberPairing(pristine, objects.pristine, documents.edited, objects.edited)
    var inCurrent = MemberPairing(pristine, objects.pristine, documents.current, objects.current)
    while let (member, own) = inEdited.next() {
      let other = inCurrent.next()?.other
      if own == nil { missing.edited.insert(member.name) }
      if other == nil { missing.current.insert(member.name) }
      if let own, let other {
        let values = Three(pristine: member.value, edited: own.value, current: other.value)
        add((other.name, values), inPristine: member.name, documents)
      }
    }
    let count = pristine.count(of: objects.pristine)
    if documents.edited.count(of: objects.edited) > count - missing.edited.count,
      documents.current.count(of: objects.current) > count - missing.current.count
    {
      addCreated(documents, objects)
    }
  }

  private mutating func add(_ member: Member, inPristine name: Document.Node, _ documents: Three<Document>) {
    let hashes = Three { documents[$0].hash(member.values[$0]) }
    if hashes.edited == hashes.current {
      if hashes.edited != hashes.pristine { replacedAlike.insert(name) }
      return
    }
    if hashes.current == hashes.pristine {
      editedByOne.append((member, .edited))
    } else if hashes.edited == hashes.pristine {
      editedByOne.append((member, .current))
    } else if documents.pristine.isFilled(member.values.pristine) {
      editedByBoth.append(member)
    }
  }

  private mutating func addCreated(_ documents: Three<Document>, _ objects: Three<Document.Node>) {
    let (edited, current) = (documents.edited, documents.current)
    var inPristine = MemberPairing(current, objects.current, documents.pristine, objects.pristine)
    var inEdited = MemberPairing(current, objects.current, edited, objects.edited)
    while let (member, before) = inPristine.next() {
      guard let own = inEdited.next()?.other, before == nil, current.isFilled(member.value),
        edited.isFilled(own.value), edited.hash(own.value) != current.hash(member.value)
      else { continue }
      createdByBoth.append((member.name, own.value, member.value))
    }
  }
}
