internal import SZJSON

/// The elements of an array with their identities, and their counterparts in the reference column of another version of it.
///
/// As long as the elements come in the reference's order, they are matched by the run. In an array whose order is another one
/// they are looked up by the block, so that the memory of a whole block is fetched at once.
struct IdentityMatching {
  private let reference: IdentityColumn?
  private let referenceValues: [UInt64]
  private let referenceHashes: [UInt64]

  private(set) var elements: [Document.Node] = []
  private(set) var hashes: [UInt64] = []
  private(set) var values: [UInt64] = []
  private(set) var identities: [Document.Node] = []
  private(set) var referencePositions: [Int] = []
  private(set) var ownPositions: [Int]
  private(set) var isUnchanged: [Bool]
  private(set) var isInReferenceOrder = true
  /// The positions of the elements that the reference has not.
  private var unmatched: [Int] = []
  /// The reference's position behind the last one found.
  private var next = 0
  /// How many of the last elements are the reference's from ``next`` on, and are matched when something else comes.
  private var run = 0
  /// Where the reference would have gone on before the last elements that did not stand where they were expected.
  private var resumed = 0
  /// How many elements in a row did not stand where they were expected.
  private var misses = 0
  /// After how many they are looked up together.
  private static let limit = 3
  /// How many elements are looked up together.
  private static let block = 32

  init(_ reference: IdentityColumn?) {
    self.reference = reference
    referenceValues = reference?.values ?? []
    referenceHashes = reference?.hashes ?? []
    let count = referenceValues.count
    ownPositions = [Int](repeating: -1, count: count)
    isUnchanged = [Bool](repeating: false, count: count)
    elements.reserveCapacity(count)
    hashes.reserveCapacity(count)
    values.reserveCapacity(count)
    identities.reserveCapacity(count)
    referencePositions.reserveCapacity(count)
  }

  /// Whether an element with this value is the reference's next one, or the one before the last few were others: then it
  /// has its identity, and need not be looked at.
  @inline(__always) mutating func expects(_ value: UInt64) -> Bool {
    if next + run < referenceValues.count, referenceValues[next + run] == value, !isBehind { return true }
    return misses > 0 && resumes(value)
  }

  @inline(never) private mutating func resumes(_ value: UInt64) -> Bool {
    guard !isBehind, resumed < referenceValues.count, referenceValues[resumed] == value else { return false }
    if resumed < next { isInReferenceOrder = false }
    next = resumed
    return true
  }

  /// Whether elements have not been looked up yet.
  @inline(__always) private var isBehind: Bool { misses > 0 && referencePositions.count < elements.count }

  /// Adds the element that was expected.
  @inline(__always) mutating func addExpected(_ element: Document.Node) {
    elements.append(element)
    run += 1
    misses = 0
  }

  /// Matches the run; false when an element of the reference has been matched before.
  private mutating func endRun() -> Bool {
    let stretch = next..<next + run
    values += referenceValues[stretch]
    hashes += referenceHashes[stretch]
    identities += repeatElement(.nowhere, count: run)
    for match in stretch {
      guard ownPositions[match] < 0 else { return false }
      ownPositions[match] = referencePositions.count
      isUnchanged[match] = true
      referencePositions.append(match)
    }
    (next, run) = (stretch.upperBound, 0)
    return true
  }

  /// Adds another element by its identity; false when it is known that one before it has the same.
  @inline(__always) mutating func add(
    _ element: Document.Node, _ value: UInt64, _ identity: (hash: UInt64, first: Document.Node)
  ) -> Bool {
    if run > 0, !endRun() { return false }
    append(element, value, identity.hash, identity.first)
    guard let reference else {
      unmatched.append(elements.count - 1)
      return true
    }
    guard misses < IdentityMatching.limit else {
      reference.index.prefetch(identity.hash)
      return elements.count - referencePositions.count < IdentityMatching.block || resolve()
    }
    let isNext = next < referenceHashes.count && referenceHashes[next] == identity.hash
    return assign(isNext ? next : reference.index.value(identity.hash) ?? -1)
  }

  /// Ends the matching, and answers the index of the elements that the reference has not; nil when two have one identity.
  mutating func finish() -> HashTable? {
    guard endRun(), resolve() else { return nil }
    var index = HashTable(expected: unmatched.count)
    for (number, position) in unmatched.enumerated() {
      let ahead = number + Prefetch.distance
      if ahead < unmatched.count { index.prefetch(hashes[unmatched[ahead]]) }
      if !index.insert(hashes[position], value: position) { return nil }
    }
    return index
  }

  @inline(__always) private mutating func append(
    _ element: Document.Node, _ value: UInt64, _ hash: UInt64, _ identity: Document.Node
  ) {
    elements.append(element)
    values.append(value)
    hashes.append(hash)
    identities.append(identity)
  }

  /// Looks up the elements that have not been yet.
  @inline(never) private mutating func resolve() -> Bool {
    guard let reference else { return true }
    let pending = referencePositions.count..<elements.count
    let matches = pending.map { position in
      let match = reference.index.value(hashes[position]) ?? -1
      if match >= 0 {
        Prefetch.element(ownPositions, match)
        Prefetch.element(referenceValues, match)
      }
      return match
    }
    return matches.allSatisfy { assign($0) }
  }

  /// Takes `match` as the position in the reference of the first element that has none yet; false when it has been taken.
  @inline(__always) private mutating func assign(_ match: Int) -> Bool {
    let position = referencePositions.count
    referencePositions.append(match)
    guard match >= 0 else {
      unmatched.append(position)
      return true
    }
    if ownPositions[match] >= 0 { return false }
    ownPositions[match] = position
    isUnchanged[match] = referenceValues[match] == values[position]
    if match == next {
      misses = 0
    } else {
      if misses == 0 { resumed = next }
      misses += 1
    }
    if match < next { isInReferenceOrder = false }
    next = match + 1
    return true
  }
}
