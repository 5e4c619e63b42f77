internal import SZElements
internal import SZJSON
internal import SZModel

/// What delete rules take away again, they void: it is no edit against a deletion, as a second push would not find it.
///
/// The rule is nullify, PRISTINE has `[{"id":"A"},{"id":"B","of":null}]`, EDITED `[]`, CURRENT `[{"id":"A"},{"id":"B","of":"A"}]`: the
/// reference is cleared, which was all that CURRENT edited in B, and so B goes also with `--deletes=keep`: `[]`
extension DeleteJudgement {
  /// What the rules took away, in each document, where the side that deleted what led to it does not have what holds it, either: that
  /// stays by an edit, and this was none.
  mutating func voided() -> Three<Set<Document.Node>> {
    var found = Three<Set<Document.Node>> { _ in [] }
    for (reference, _) in cleared
    where !isCascaded(reference.holder) && !has(reference.holder, reference.deleter) {
      for party in Party.allCases {
        let node = origin(reference.holder, reference.property, reference.key, party)?.node
        if let node { found[party].insert(node) }
      }
    }
    for position in cascaded {
      let key = result.keys[position]
      for party in Party.allCases {
        if let here = places[party].position(key) { found[party].insert(places[party].node(here)) }
      }
    }
    return found
  }

  /// Those consequences of an earlier judgement that are none any more, as what they were about went with what it stood in.
  func overtaken(_ earlier: [DeletionConsequence]) -> [DeletionConsequence] {
    earlier.filter { consequence in
      switch consequence.what {
      case .entity(let key): return isGone(key)
      case .reference(let origin, _):
        let position = places[origin.party].index.position(of: origin.holder)
        return position.map { isGone(places[origin.party].keys[$0]) } ?? true
      }
    }
  }
}

extension DeleteJudgement {
  /// Has what the rules take away be no edit; false where it was none before.
  mutating func void(_ facts: inout IntegrityFacts, _ deletions: [OpposedDeletion]) -> Bool {
    let found = voided()
    let told = consequences.filter { consequence in
      guard case .reference(let origin, _) = consequence.what else { return true }
      return found[origin.party].contains(origin.node)
    }
    return facts.void(found, told, deletions)
  }
}
