internal import SZJSON
internal import SZModel

/// The members of three versions of an object, or the elements of three of an array, and which of them are one: members by their names,
/// elements by what identifies them. Where nothing does, equal ones are one, and those that were replaced between the same neighbours.
struct MatchedChildren {
  struct Child {
    /// The name of a member; an element.
    let start: Document.Node
    let value: Document.Node
  }

  let all: Three<[Child]>
  /// For each child of CURRENT where PRISTINE and EDITED have it; nil where one of them has not.
  let matches: [(pristine: Int, edited: Int)?]

  /// Documents that were read with one ``Hashing``; `placed` is what was said of the place. Linear in the text of the container, but for a
  /// logarithm.
  init(
    _ documents: Three<Document>, _ nodes: Three<Document.Node>, placed: IdentityKey?, _ names: IdentityNames
  ) {
    let isObject = documents.current.kind(nodes.current) == .object
    let all = Three { MatchedChildren.children(documents[$0], nodes[$0], isObject: isObject) }
    self.all = all
    var keys = Three { party in all[party].map { documents[party].hash($0.start) } }
    let values = Party.allCases.map { Value(documents[$0], nodes[$0]) }
    let found = isObject ? nil : ElementIdentity(values, placed: placed, names, hasOldest: true)
    if let found {
      for (party, column) in zip(Party.allCases, found.columns) { keys[party] = column.hashes }
    }
    let mayReplace = !isObject && found == nil
    let inEdited = MatchedChildren.match(keys.pristine, keys.edited, mayReplace: mayReplace)
    let inPristine = MatchedChildren.match(keys.current, keys.pristine, mayReplace: mayReplace)
    let places = keys.map(MatchedChildren.places)
    matches = inPristine.enumerated().map { index, position in
      guard position >= 0, inEdited[position] >= 0 else { return nil }
      // What one side put in the place of it and the other one has elsewhere is another one.
      let (other, own) = (
        inEdited[position], (edited: keys.edited[inEdited[position]], current: keys.current[index])
      )
      guard
        own.edited == own.current || places.edited[own.current] == nil && places.current[own.edited] == nil
      else { return nil }
      return (position, other)
    }
  }

  private static func children(_ document: Document, _ container: Document.Node, isObject: Bool) -> [Child] {
    var children: [Child] = []
    var node = document.firstChild(container)
    while node < document.end(container) {
      let value = isObject ? document.next(node) : node
      children.append(Child(start: node, value: value))
      node = document.next(value)
    }
    return children
  }

  /// Where the other version has each; -1 for nowhere.
  private static func match(_ own: [UInt64], _ other: [UInt64], mayReplace: Bool) -> [Int] {
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
    if !mayReplace { return result }
    let taken = Set(result)
    for hunk in hunks where hunk.old.count == hunk.new.count {
      for (position, place) in zip(hunk.old, hunk.new) where result[position] < 0 && !taken.contains(place) {
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
