internal import SZJSON
internal import SZModel

/// Finds an element that each side put, and that is one by its strings: of `[{"mail":"z"}]` one side makes
/// `[{"mail":"z"},{"mail":"o","n":1}]` and the other one `[{"mail":"z"},{"mail":"o","n":2}]`.
///
/// The two have strings in common that nothing else has: that stand in one element of each side, or under a name of which no value
/// stands twice in a version; these may be members of an object in them, or arrays of strings. What a side made of an element of PRISTINE
/// has those under such a name, and where each made its one of another element, none that both added. They are two where as many other
/// strings contradict them, with a value of its own under one name that PRISTINE does not have there, or that tells elements: so are
/// `{"role":"user","mail":"bob"}` and `{"role":"user","mail":"eve"}`. A `key` or `name` is not contradicted; what is in an object is by
/// each string beside it.
struct TwinElements {
  /// A string of an element, or an array of strings, by its name and by both.
  private struct Part {
    let name: UInt64
    let hash: UInt64
    var isArray = false
    /// The name of the object in the element that it is a member of.
    let object: UInt64?
    /// The name in that object.
    let ownName: UInt64
  }

  /// Whether an element is one with another, which has strings in common with it: its own, or members of an object in it.
  private struct Question: Hashable {
    let other: Int
    let object: UInt64?
    let isUsual: Bool
  }

  private let rows: Three<ListElements>
  private let usualNames: [UInt64]

  init(_ rows: Three<ListElements>) {
    self.rows = rows
    usualNames = rows.pristine.document.hashing.map { IdentityNames.usualHashes($0) } ?? []
  }

  /// Whether the result has one as each side put it. Linear in the elements, where both put objects.
  func areAny(in merge: ListMerge) -> Bool {
    let own = merge.steps.compactMap { step -> (position: Int, original: Int?)? in
      switch step {
      case .take(let position) where isNew(position, on: .edited): (position, nil)
      case .edit(let pristine, let position, _) where isNew(position, on: .edited): (position, pristine)
      default: nil
      }
    }
    let others = own.isEmpty ? [] : merge.inCurrent.flatMap { $0.new.filter { isNew($0, on: .current) } }
    if others.isEmpty { return false }
    var holders = HashTable(expected: others.count)
    var next = 0
    for case .run(let range) in merge.steps {
      while next < others.count, others[next] < range.upperBound {
        let position = others[next]
        next += 1
        if range.contains(position) {
          forEachPart(position, on: .current) { _ = holders.insert($0.hash, value: position) }
        }
      }
    }
    lazy var originals = originals(inCurrent: merge.inCurrent)
    return own.contains { position, original in
      var shared: [Question: Int] = [:]
      forEachPart(position, on: .edited) { part in
        guard let other = holders.value(part.hash),
          rows.edited.hashes[position] != rows.current.hashes[other],
          isOwn(part, original, other: originals[other])
        else { return }
        let isUsual = usualNames.contains(part.ownName)
        shared[Question(other: other, object: part.object, isUsual: isUsual), default: 0] += 1
      }
      return shared.contains { !isContradicted(position, $0.key, by: $0.value) }
    }
  }

  /// Whether an element is an object that PRISTINE does not have.
  private func isNew(_ position: Int, on side: Party) -> Bool {
    let row = rows[side]
    return row.document.kind(row.nodes[position]) == .object
      && rows.pristine.only(row.hashes[position]) == nil
  }

  /// The elements of PRISTINE, by the positions of what CURRENT made of them.
  private func originals(inCurrent hunks: [SequenceHunk]) -> [Int: Int] {
    var originals: [Int: Int] = [:]
    for hunk in hunks {
      for pair in rows.pristine.likenesses(Array(hunk.old), rows.current, Array(hunk.new)) {
        if rows.current.only(rows.pristine.hashes[pair.old]) == nil { originals[pair.new] = pair.old }
      }
    }
    return originals
  }

  private func forEachPart(_ position: Int, on side: Party, _ body: (Part) -> Void) {
    let row = rows[side]
    let document = row.document
    guard let hashing = document.hashing else { return }
    for member in document.members(row.nodes[position]) where row.compared.contain(document, member) {
      let kind = document.kind(member.value)
      let isArray =
        document.isFilled(member.value) && document.kind(document.firstChild(member.value)).isString
      let name = document.hash(member.name)
      if kind.isString || kind == .array && isArray {
        let hash = hashing.pair(name, row.compared.hash(document, member))
        body(Part(name: name, hash: hash, isArray: isArray, object: nil, ownName: name))
      }
      guard kind == .object, row.compared.countInside else { continue }
      for inner in document.members(member.value) where document.kind(inner.value).isString {
        let ownName = document.hash(inner.name)
        let both = hashing.pair(name, ownName)
        let hash = hashing.pair(both, document.hash(inner.value))
        body(Part(name: both, hash: hash, object: name, ownName: ownName))
      }
    }
  }

  /// Whether the name of a string stands with each value once in each version.
  private func tells(_ part: Part) -> Bool {
    !part.isArray && Party.allCases.allSatisfy { rows[$0].distinctNames.areDistinct(part.name) }
  }

  /// Whether no element of PRISTINE has a string.
  private func isNew(_ hash: UInt64) -> Bool { !rows.pristine.hasTrace(hash) }

  /// Whether two elements, which are not equal, alone have a string: what each side made of an element of PRISTINE may have one that is
  /// few-valued, or that both added.
  private func isOwn(_ part: Part, _ original: Int?, other: @autoclosure () -> Int?) -> Bool {
    if tells(part) {
      guard let original, let other = other() else { return true }
      return has(original, part.name) || has(other, part.name)
    }
    return original == nil && rows.edited.isHeldOnce(part.hash) && rows.current.isHeldOnce(part.hash)
      && other() == nil
  }

  /// Whether an element of PRISTINE has a string under a name.
  private func has(_ position: Int, _ name: UInt64) -> Bool {
    var hasName = false
    forEachPart(position, on: .pristine) { hasName = hasName || $0.name == name }
    return hasName
  }

  /// Whether strings of an element and of another one say that these are two, although they have `shared` in common: as many. Linear in
  /// their members.
  private func isContradicted(_ own: Int, _ question: Question, by shared: Int) -> Bool {
    let object = question.object
    if object == nil, question.isUsual { return false }
    var others: [UInt64: Part] = [:]
    forEachPart(question.other, on: .current) { others[$0.name] = $0 }
    var contradictions = 0
    forEachPart(own, on: .edited) { beside in
      guard let match = others[beside.name], match.hash != beside.hash else { return }
      if beside.object == nil {
        if object != nil || tells(beside) || isNew(beside.hash) || isNew(match.hash) {
          contradictions += 1
        }
      } else if beside.object == object, !question.isUsual, isNew(beside.hash) || isNew(match.hash) {
        contradictions += 1
      }
    }
    return contradictions >= shared
  }
}
