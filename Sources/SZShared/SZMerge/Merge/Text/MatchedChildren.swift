internal import SZElements
internal import SZJSON
internal import SZModel

/// The members of three versions of an object, or the elements of three of an array, and which of them are one: members by their
/// names, elements by what identifies them. Where nothing does, equal ones are one, and those that resemble each other, or plain
/// values that replace each other one by one, between the same neighbours.
struct MatchedChildren {
  let all: Three<[CommentOwners.Child]>
  /// For each child of CURRENT where PRISTINE and EDITED have it, -1 where PRISTINE has it not; nil where EDITED has not, or PRISTINE and
  /// EDITED have it otherwise than CURRENT.
  let matches: [(pristine: Int, edited: Int)?]

  /// Documents that were read with one ``Hashing``; `placed` is what was said of the place. Linear in the text of the container, but for a
  /// logarithm.
  init(
    _ documents: Three<Document>, _ nodes: Three<Document.Node>, placed: IdentityKey?, _ names: IdentityNames
  ) {
    let isObject = documents.current.kind(nodes.current) == .object
    let all = Three { CommentOwners.children(documents[$0], nodes[$0]) }
    self.all = all
    var keys = Three { party in all[party].map { documents[party].hash($0.start) } }
    let values = Party.allCases.map { Value(documents[$0], nodes[$0]) }
    let found = isObject ? nil : ElementIdentity(values, placed: placed, names, hasOldest: true)
    if let found {
      for (party, column) in zip(Party.allCases, found.columns) { keys[party] = column.hashes }
    }
    let elements = isObject || found != nil ? nil : all.map { $0.map(\.value) }
    let places = keys.map(MatchedChildren.places)
    var inEdited: [Int] = []
    /// Which elements of a stretch became which of another one. What EDITED put in CURRENT is no other one there, and what it took out
    /// has become none.
    func replaced(_ party: Party, _ other: Party, _ hunk: SequenceHunk) -> [(old: Int, new: Int)] {
      guard let (old, new) = elements.map({ ($0[party], $0[other]) }) else { return [] }
      let (document, otherDocument) = (documents[party], documents[other])
      var (own, others) = (Array(hunk.old), Array(hunk.new))
      if own.count != others.count, party == .current {
        own.removeAll { places.edited[keys.current[$0]] != nil && places.pristine[keys.current[$0]] == nil }
        others.removeAll { inEdited[$0] < 0 || keys.edited[inEdited[$0]] != keys.pristine[$0] }
      }
      let alike = Resemblance().pairs(document, old[hunk.old], otherDocument, new[hunk.new])
      if own.count != others.count { return alike }
      return alike
        + zip(own, others).filter {
          !document.kind(old[$0]).isContainer && !otherDocument.kind(new[$1]).isContainer
        }.map { (old: $0, new: $1) }
    }
    inEdited = MatchedChildren.match(keys.pristine, keys.edited) { replaced(.pristine, .edited, $0) }
    let inPristine = MatchedChildren.match(keys.current, keys.pristine) { replaced(.current, .pristine, $0) }
    matches = inPristine.enumerated().map { index, position in
      let key = keys.current[index]
      if position < 0 {
        // Both have put it.
        guard places.pristine[key] == nil, places.current[key] == index, let other = places.edited[key],
          other >= 0
        else { return nil }
        return (-1, other)
      }
      let other = inEdited[position]
      // What one side put in the place of it and the other one has elsewhere is another one.
      guard other >= 0,
        keys.edited[other] == key || places.edited[key] == nil && places.current[keys.edited[other]] == nil
      else { return nil }
      return (position, other)
    }
  }

  /// The child at an index; nowhere for -1.
  func child(_ index: Int, of party: Party) -> CommentOwners.Child {
    index < 0 ? CommentOwners.Child(start: .nowhere, value: .nowhere) : all[party][index]
  }

  /// Where the other version has each; -1 for nowhere. `replaced` tells of stretches that differ which became which.
  private static func match(
    _ own: [UInt64], _ other: [UInt64], replaced: (SequenceHunk) -> [(old: Int, new: Int)]
  ) -> [Int] {
    var result = [Int](repeating: -1, count: own.count)
    let hunks = ProvenAlignment.hunks(own, other)
    var (next, place) = (0, 0)
    for hunk in hunks + [SequenceHunk(old: own.count..<own.count, new: other.count..<other.count)] {
      for position in next..<hunk.old.lowerBound { result[position] = place + position - next }
      (next, place) = (hunk.old.upperBound, hunk.new.upperBound)
    }
    if hunks.isEmpty { return result }
    // What moved, where it stands once in each.
    let (inOwn, inOther) = (places(own), places(other))
    for position in hunks.lazy.flatMap(\.old) where inOwn[own[position]] == position {
      if let place = inOther[own[position]], place >= 0 { result[position] = place }
    }
    let taken = Set(result)
    for hunk in hunks where !hunk.old.isEmpty && !hunk.new.isEmpty {
      for (position, place) in replaced(hunk) where result[position] < 0 && !taken.contains(place) {
        result[position] = place
      }
    }
    return result
  }

  /// Where each key stands; -1 where it does more than once.
  private static func places(_ keys: [UInt64]) -> [UInt64: Int] {
    Dictionary(keys.enumerated().map { ($1, $0) }) { _, _ in -1 }
  }
}
