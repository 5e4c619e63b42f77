internal import SZJSON

/// The members that could identify the elements of an array although nobody named them, and which of them does.
///
/// A candidate is no reserved word; every element of every version has it as a string or as an integer by value, each value once in a
/// version; at least one value stands in every version; and it does not number the elements: integers that rise or fall by
/// one constant step in a version of three or more. Candidates that pair the elements of two versions otherwise than another
/// one with as many or more values in common in these two are out, all judged at once: where `role` says that first is first, and
/// `mail` says that it is second, neither serves.
struct IdentityCandidates {
  private var candidates: [IdentityCandidate]
  /// The elements of the first version by their values.
  private var first: [UInt64] = []
  /// Of each version the elements that stand in the first one as they are.
  private var versions: [UnchangedElements] = []
  /// The candidates by the hashes of their names; nil until they are looked up.
  private var numbers: HashTable?

  /// The member that identifies the elements, and whether nobody named it; nil when there is none. Versions without elements are left
  /// out. `hasOldest` says whether the first version has elements and is the one that the others came from: without, only the
  /// names that are usual serve. Linear in the text of the arrays, and in the candidates for each element.
  static func best(
    _ versions: [Value], _ names: IdentityNames, hasOldest: Bool
  ) -> (key: IdentityKey, isFound: Bool, isNumber: Bool)? {
    let versions = versions.filter { !$0.document.isEmptyContainer($0.node) }
    guard let first = versions.first else { return nil }
    let mayFind = hasOldest && names.findsOthers
    var candidates = IdentityCandidates(first)
    // Only those that are usual can serve, but any can contradict them.
    if !mayFind, !candidates.hasUsual(names) { return nil }
    for version in versions where !candidates.candidates.isEmpty { candidates.read(version) }
    candidates.count()
    candidates.judge()
    return candidates.chosen(names, mayFind: mayFind)
  }

  /// The members of the first element.
  private init(_ array: Value) {
    let (document, object) = (array.document, array.document.firstChild(array.node))
    candidates = []
    for member in document.members(object) {
      guard IdentityCandidate.mayIdentify(document, member.value) else { continue }
      let name = document.characters(member.name)
      if ReservedWord.isReserved(name) { continue }
      candidates.append(IdentityCandidate(name))
    }
  }

  private func hasUsual(_ names: IdentityNames) -> Bool {
    candidates.contains { names.usual.contains($0.key) }
  }

  /// Reads one version. What stands in the first one as it is, behind what was found there last, is not looked into.
  private mutating func read(_ array: Value) {
    let document = array.document
    guard let hashing = document.hashing else { return candidates = [] }
    let isFirst = versions.isEmpty
    var unchanged = UnchangedElements(of: first.count)
    for index in candidates.indices { candidates[index].beginVersion() }
    var numbering = Array(candidates.indices)
    var (next, count) = (0, 0)
    for element in document.textElements(array.node) {
      guard document.kind(element) == .object else { return candidates = [] }
      let hash = document.hash(element)
      if isFirst {
        first.append(hash)
        // What comes so far is no list of a few kinds.
        if count == 64 { reserve(document.count(of: array.node)) }
      } else if next < first.count, first[next] == hash {
        unchanged.append(next)
        if !numbering.isEmpty {
          for index in numbering { candidates[index].follow(next) }
          numbering.removeAll { !candidates[$0].mayNumber }
        }
        next += 1
        continue
      }
      readMembers(Value(document, element), hashing, of: unchanged.positions.count, after: count)
      unchanged.append(-1)
      count += 1
      if candidates.contains(where: { !$0.isWhole(count) }) {
        leaveOut { !$0.isWhole(count) }
        numbering = Array(candidates.indices)
        if candidates.isEmpty { return }
      }
      if !isFirst { next = candidates.lazy.compactMap(\.lastInFirst).first.map { $0 + 1 } ?? next }
    }
    if isFirst { unchanged = UnchangedElements(all: count) }
    leaveOut { $0.isNumbering || !isFirst && $0.isRepeated(unchanged) }
    versions.append(unchanged)
  }

  /// Reads the members of one element. They mostly come in the order of the candidates; others are looked up by their names.
  @inline(__always) private mutating func readMembers(
    _ object: Value, _ hashing: Hashing, of element: Int, after count: Int
  ) {
    let document = object.document
    var next = 0
    for member in document.members(object.node) {
      if next == candidates.count || !candidates[next].name.matches(document, member.name) {
        if numbers == nil { numberCandidates(hashing) }
        guard let number = numbers?.value(document.scalarHash(member.name, hashing)) else { continue }
        next = number
      }
      candidates[next].add(document, member.value, hashing, of: element, after: count)
      next += 1
    }
  }

  private mutating func leaveOut(_ isOut: (IdentityCandidate) -> Bool) {
    candidates.removeAll(where: isOut)
    numbers = nil
  }

  private mutating func numberCandidates(_ hashing: Hashing) {
    var table = HashTable(expected: candidates.count)
    for (number, candidate) in candidates.enumerated() {
      let name = Value(jsonString: candidate.name.characters)
      _ = table.insert(name.document.scalarHash(name.node, hashing), value: number)
    }
    numbers = table
  }

  private mutating func reserve(_ count: Int) {
    first.reserveCapacity(count)
    for index in candidates.indices { candidates[index].reserve(count) }
  }

  /// Counts what each candidate has in common in all versions, and leaves those with nothing out.
  private mutating func count() {
    for index in candidates.indices { candidates[index].countShared(versions) }
    candidates.removeAll { $0.shared == 0 }
  }

  /// Leaves out the candidates that in two versions contradict one with as many or more values in common there.
  private mutating func judge() {
    if candidates.count < 2 { return }
    var isOut = [Bool](repeating: false, count: candidates.count)
    for old in versions.indices {
      for new in versions.indices where new > old {
        let unpaired = versions[old].unpaired(in: versions[new])
        var pairing = AgreedPairing(old: versions[old].positions.count, new: versions[new].positions.count)
        let pairs = candidates.map { $0.pairs(old, new, unpaired, versions) }
        let order = candidates.indices.sorted { pairs[$0].count > pairs[$1].count }
        var start = 0
        while start < order.count {
          let shared = pairs[order[start]].count
          let equal = order[start...].prefix { pairs[$0].count == shared }
          for number in equal { pairing.add(pairs[number]) }
          for number in equal where pairing.isContradicted(pairs[number]) { isOut[number] = true }
          start += equal.count
        }
      }
    }
    candidates = candidates.indices.filter { !isOut[$0] }.map { candidates[$0] }
  }

  private func chosen(_ names: IdentityNames, mayFind: Bool) -> (
    key: IdentityKey, isFound: Bool, isNumber: Bool
  )? {
    for key in names.usual where candidates.contains(where: { $0.key == key }) { return (key, false, false) }
    guard mayFind, let fewest = versions.lazy.map(\.positions.count).min() else { return nil }
    let proved = candidates.filter { $0.shared >= 2 && $0.shared * 2 >= fewest }
    if let preferred = proved.first(where: { $0.name.characters == IdentityNames.preferred }) {
      return (preferred.key, true, !preferred.isText)
    }
    // The first of the best: what comes first in the first element is first.
    var best: IdentityCandidate?
    for candidate in proved {
      if let found = best,
        (found.shared, found.isText ? 1 : 0) >= (candidate.shared, candidate.isText ? 1 : 0)
      {
        continue
      }
      best = candidate
    }
    return best.map { ($0.key, true, !$0.isText) }
  }
}
