import SZElements
import SZMerge

/// What only one side did to an array whose elements have no identity, by counting.
///
/// - Of each element, as a whole: one side alone has more or fewer of it than PRISTINE. An element that is an object or array may have
///   been edited in place by both sides; so where both took out an equal one, only scalars are held to this.
///   An element that the other side moved among those that it left was touched by it, so that nothing is said of it.
/// - Of each scalar at a place within the elements (`.name`, `.tags[]`): likewise. An edit in place is one such scalar fewer and
///   another one more, whichever element it is in. Nothing is said of what stays or goes in an element that both took out, for then
///   one edited what the other one took out, or both edited it.
/// - Of each two scalars, one right behind the other: one side alone has more of that pair, and the other side none that is new with the
///   same left or the same right one.
struct UncontestedListFacts {
  private struct Fact {
    let words: String
    /// What a conflict that is about it must show.
    let values: [String]
    let wanted: Int
    let found: Int
  }

  private var facts: [Fact] = []

  var count: Int { facts.count }

  /// The elements whose order among those that a side has as often as PRISTINE is not what it was.
  private let moved: Three<Set<String>>
  /// The elements that both sides have fewer of than PRISTINE.
  private let goneInBoth: Set<String>

  init(_ arrays: Three<[PlainValue]>, _ merged: [PlainValue]) {
    moved = arrays.map { UncontestedListFacts.moved(from: arrays.pristine, to: $0) }
    let counts = arrays.map(PlainValue.counts)
    goneInBoth = Set(
      counts.pristine.filter {
        counts.edited[$0.key] ?? 0 < $0.value && counts.current[$0.key] ?? 0 < $0.value
      }.keys)
    addElements(arrays, merged)
    addLeaves(arrays, merged)
    addPairs(arrays, merged)
  }

  /// The facts that do not hold, but for those that the report names: asked with a value and how often it must be there.
  func lost(unless isNamed: (_ value: String, _ times: Int) -> Bool) -> [String] {
    facts.filter { fact in
      fact.wanted != fact.found && !fact.values.contains { isNamed($0, abs(fact.wanted - fact.found)) }
    }.map { "\($0.words) is there \($0.found) times, not \($0.wanted)" }
  }

  /// How often something must be in the result; nil where both sides changed that.
  private static func wanted<Key>(_ key: Key, _ counts: Three<[Key: Int]>, _ moved: Three<Set<Key>>) -> Int? {
    let three = counts.map { $0[key] ?? 0 }
    if three.pristine == three.edited { return moved.edited.contains(key) ? nil : three.current }
    if three.pristine == three.current { return moved.current.contains(key) ? nil : three.edited }
    return nil
  }

  private static func keys<Key>(_ counts: Three<[Key: Int]>) -> Set<Key> {
    Set(counts.pristine.keys).union(counts.edited.keys).union(counts.current.keys)
  }

  private static func moved(from pristine: [PlainValue], to side: [PlainValue]) -> Set<String> {
    let counts = (PlainValue.counts(pristine), PlainValue.counts(side))
    func kept(_ elements: [PlainValue]) -> [String] {
      elements.map(\.text).filter { counts.0[$0] == counts.1[$0] }
    }
    let (old, new) = (kept(pristine), kept(side))
    // An element is where it was when there are as many of each other one before it.
    func before(_ texts: [String]) -> [String: [[String: Int]]] {
      var (seen, result): ([String: Int], [String: [[String: Int]]]) = ([:], [:])
      for text in texts {
        result[text, default: []].append(seen)
        seen[text, default: 0] += 1
      }
      return result
    }
    if old == new { return [] }
    let places = (before(old), before(new))
    return Set(old.filter { places.0[$0] != places.1[$0] })
  }

  private mutating func addElements(_ arrays: Three<[PlainValue]>, _ merged: [PlainValue]) {
    let counts = arrays.map(PlainValue.counts)
    let found = PlainValue.counts(merged)
    let mayBeEdited = goneInBoth.contains { "{[".contains($0.prefix(1)) }
    for value in UncontestedListFacts.keys(counts) where !mayBeEdited || !"{[".contains(value.prefix(1)) {
      guard let wanted = UncontestedListFacts.wanted(value, counts, moved) else { continue }
      facts.append(Fact(words: value, values: [value], wanted: wanted, found: found[value] ?? 0))
    }
  }

  private mutating func addLeaves(_ arrays: Three<[PlainValue]>, _ merged: [PlainValue]) {
    func leaves(_ elements: [PlainValue]) -> [PlainValue.Leaf: Int] {
      var counts: [PlainValue.Leaf: Int] = [:]
      for element in elements where !element.isScalar { element.leaves("", &counts) }
      return counts
    }
    let (counts, found) = (arrays.map(leaves), leaves(merged))
    let moved = Three { party in
      Set(leaves(arrays[party].filter { self.moved[party].contains($0.text) }).keys)
    }
    let contested = leaves(arrays.pristine.filter { goneInBoth.contains($0.text) })
    for leaf in UncontestedListFacts.keys(counts) {
      guard let wanted = UncontestedListFacts.wanted(leaf, counts, moved),
        wanted > counts.pristine[leaf] ?? 0 || contested[leaf] == nil
      else { continue }
      facts.append(
        Fact(
          words: "[]\(leaf.place) \(leaf.text)", values: [leaf.text], wanted: wanted, found: found[leaf] ?? 0)
      )
    }
  }

  private struct Pair: Hashable {
    let left: String
    let right: String

    var isOfScalars: Bool { !"{[".contains(left.prefix(1)) && !"{[".contains(right.prefix(1)) }
  }

  private mutating func addPairs(_ arrays: Three<[PlainValue]>, _ merged: [PlainValue]) {
    func pairs(_ elements: [PlainValue]) -> [Pair: Int] {
      zip(elements, elements.dropFirst()).reduce(into: [:]) { counts, pair in
        counts[Pair(left: pair.0.text, right: pair.1.text), default: 0] += 1
      }
    }
    let (counts, found) = (arrays.map(pairs), pairs(merged))
    let (values, original) = (arrays.map(PlainValue.counts), counts.pristine)
    for (side, other) in [(Party.edited, Party.current), (.current, .edited)] {
      let changed = Set(counts[other].keys).union(original.keys)
        .filter { counts[other][$0] ?? 0 != original[$0] ?? 0 }
      let (lefts, rights) = (Set(changed.map(\.left)), Set(changed.map(\.right)))
      for (pair, count) in counts[side] where count > original[pair] ?? 0 && pair.isOfScalars {
        // The other side left what is behind the one, what is before the other one, and both alone.
        if lefts.contains(pair.left) || rights.contains(pair.right) { continue }
        let isTouched = [pair.left, pair.right].contains { text in
          values[other][text] ?? 0 != values.pristine[text] ?? 0 || moved[other].contains(text)
        }
        if isTouched { continue }
        facts.append(
          Fact(
            words: "\(pair.left), \(pair.right)", values: [pair.left, pair.right], wanted: count,
            found: found[pair] ?? 0))
      }
    }
  }
}
