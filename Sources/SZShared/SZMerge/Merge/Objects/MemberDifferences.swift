internal import SZJSON

/// The members of an object in which the two sides differ, by name.
struct MemberDifferences {
  /// A member that all three have.
  struct Edited {
    /// Its name in CURRENT.
    let name: Document.Node
    let values: Three<Document.Node>
  }

  /// A member that PRISTINE does not have.
  struct Created {
    /// Its name in CURRENT.
    let name: Document.Node
    let inEdited: Document.Node
    let inCurrent: Document.Node
  }

  /// Those with an object or array, with something in it, that both sides edited.
  private(set) var editedByBoth: [Edited] = []
  /// Those that one side edited.
  private(set) var editedBy = (edited: [Edited](), current: [Edited]())
  /// The objects and arrays that both sides put.
  private(set) var createdByBoth: [Created] = []
  /// The names of PRISTINE's members that a side does not have.
  private(set) var missing = (inEdited: Set<Document.Node>(), inCurrent: Set<Document.Node>())

  /// Finds them. Linear in the members.
  init(_ documents: Three<Document>, _ objects: Three<Document.Node>) {
    let pristine = documents.pristine
    var inEdited = MemberPairing(pristine, objects.pristine, documents.edited, objects.edited)
    var inCurrent = MemberPairing(pristine, objects.pristine, documents.current, objects.current)
    var kept = (edited: 0, current: 0)
    while let (member, own) = inEdited.next() {
      let other = inCurrent.next()?.other
      if own == nil { missing.inEdited.insert(member.name) } else { kept.edited += 1 }
      if other == nil { missing.inCurrent.insert(member.name) } else { kept.current += 1 }
      if let own, let other {
        add(
          Edited(
            name: other.name,
            values: Three(pristine: member.value, edited: own.value, current: other.value)), documents)
      }
    }
    if documents.edited.count(of: objects.edited) > kept.edited,
      documents.current.count(of: objects.current) > kept.current
    {
      addCreated(documents, objects)
    }
  }

  private mutating func add(_ member: Edited, _ documents: Three<Document>) {
    let hashes = Three { documents[$0].hash(member.values[$0]) }
    if hashes.edited == hashes.current { return }
    if hashes.current == hashes.pristine {
      editedBy.edited.append(member)
    } else if hashes.edited == hashes.pristine {
      editedBy.current.append(member)
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
      createdByBoth.append(Created(name: member.name, inEdited: own.value, inCurrent: member.value))
    }
  }
}
