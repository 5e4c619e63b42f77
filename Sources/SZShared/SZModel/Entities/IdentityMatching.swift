internal import SZJSON

/// The elements of an array with their identities, and their counterparts in the reference column of another version of it.
///
/// As long as the elements come in the reference's order, they are matched by the run. In an array whose order is another one
/// they are looked up by the block, so that the memory of a whole block is fetched at once.
struct IdentityMatching {
  private let document: Document
  private let reference: IdentityColumn?
  private let referenceValues: [UInt64]
  private let referenceHashes: [UInt64]
  private let referenceDocument: Document
  private let referenceElements: [Document.Node]

  private let elements: [Document.Node]
  /// How many of them have been added.
  private var added = 0
  /// Whether something in the document was copied from the reference's.
  private let hasCopies: Bool
  private(set) var hashes: [UInt64] = []
  private(set) var values: [UInt64] = []
  private(set) var identities: [Document.Node] = []
  private(set) var referencePositions: [Int] = []
  private(set) var ownPositions: [Int]
  private(set) var isUnchanged: [Bool]
  private(set) var isInReferenceOrder = true
  /// With a reference, the positions of the elements that it has not.
  private var unmatched: [Int] = []
  /// The reference's position behind the last one found.
  private var following = 0
  /// How many of the last elements are the reference's from ``following`` on, and are matched when something else comes.
  private var run = 0
  /// Where the reference would have gone on before the last elements that did not stand where they were expected.
  private var resumed = 0
  /// How many elements in a row did not stand where they were expected.
  private var misses = 0
  /// After how many they are looked up together.
  private static let limit = 3
  /// How many elements are looked up together.
  private static let block = 32

  init(_ document: Document, _ elements: [Document.Node], _ reference: IdentityColumn?) {
    self.document = document
    self.elements = elements
    self.reference = reference
    hasCopies = reference.map { document.hasCopies(of: $0.document) } ?? false
    referenceValues = reference?.values ?? []
    referenceHashes = reference?.hashes ?? []
    referenceDocument = reference?.document ?? document
    referenceElements = reference?.elements ?? []
    ownPositions = [Int](repeating: -1, count: referenceValues.count)
    isUnchanged = [Bool](repeating: false, count: referenceValues.count)
    hashes.reserveCapacity(elements.count)
    values.reserveCapacity(elements.count)
    identities.reserveCapacity(elements.count)
    if reference != nil { referencePositions.reserveCapacity(elements.count) }
  }

  /// The element that is to be added next; nil when all have been. Those that were copied from the ones that are expected are added
  /// before.
  @inline(__always) mutating func next() -> Document.Node? {
    if hasCopies { addCopies() }
    guard added < elements.count else { return nil }
    let start = document.start(elements[min(added &+ Prefetch.distance, elements.count &- 1)])
    document.bytes.prefetch(start)
    document.bytes.prefetch(start &+ 64)
    return elements[added]
  }

  @inline(never) private mutating func addCopies() {
    while added < elements.count, following + run < referenceElements.count, !isBehind,
      let end = document.endOfCopy(elements[added], of: referenceDocument, referenceElements[following + run])
    {
      var position = added
      while position < elements.count, elements[position] < end { position += 1 }
      run += position - added
      (added, misses) = (position, 0)
    }
  }

  /// Whether an element with this value is the reference's next one, or the one before the last few were others: then it
  /// has its identity, and need not be looked at.
  @inline(__always) mutating func expects(_ element: Document.Node, _ value: UInt64) -> Bool {
    let match = following + run
    if match < referenceValues.count, !isBehind, isSame(match, element, value) { return true }
    return misses > 0 && resumes(element, value)
  }

  /// Whether an element is told by its hash, or where there is none by its text, to be the reference's at `match`.
  @inline(__always) private func isSame(_ match: Int, _ element: Document.Node, _ value: UInt64) -> Bool {
    let other = referenceValues[match]
    return value != 0 && other != 0 ? value == other : hasText(match, element)
  }

  @inline(never) private func hasText(_ match: Int, _ element: Document.Node) -> Bool {
    referenceDocument.hasEqualText(referenceElements[match], document, element)
  }

  @inline(never) private mutating func resumes(_ element: Document.Node, _ value: UInt64) -> Bool {
    guard !isBehind, resumed < referenceValues.count, isSame(resumed, element, value) else { return false }
    if resumed < following { isInReferenceOrder = false }
    following = resumed
    return true
  }

  /// Whether elements have not been looked up yet.
  @inline(__always) private var isBehind: Bool { misses > 0 && referencePositions.count < added }

  /// Adds the element that was expected.
  @inline(__always) mutating func addExpected() {
    added += 1
    run += 1
    misses = 0
  }

  /// Matches the run; false when an element of the reference has been matched before.
  private mutating func endRun() -> Bool {
    let stretch = following..<following + run
    values += referenceValues[stretch]
    hashes += referenceHashes[stretch]
    identities += repeatElement(.nowhere, count: run)
    for match in stretch {
      guard ownPositions[match] < 0 else { return false }
      ownPositions[match] = referencePositions.count
      isUnchanged[match] = true
      referencePositions.append(match)
    }
    (following, run) = (stretch.upperBound, 0)
    return true
  }

  /// Adds another element by its identity; false when it is known that one before it has the same.
  @inline(__always) mutating func add(
    _ value: UInt64, _ identity: (hash: UInt64, first: Document.Node)
  ) -> Bool {
    if run > 0, !endRun() { return false }
    added += 1
    values.append(value)
    hashes.append(identity.hash)
    identities.append(identity.first)
    guard let reference else { return true }
    guard misses < IdentityMatching.limit else {
      reference.index.prefetch(identity.hash)
      return added - referencePositions.count < IdentityMatching.block || resolve()
    }
    let isNext = following < referenceHashes.count && referenceHashes[following] == identity.hash
    return assign(isNext ? following : reference.index.value(identity.hash) ?? -1)
  }

  /// Ends the matching, and answers the index of the elements that the reference has not; nil when two have one identity.
  mutating func finish() -> HashTable? {
    guard endRun(), resolve() else { return nil }
    if reference == nil { return indexOfAll() }
    var index = HashTable(expected: unmatched.count)
    for (number, position) in unmatched.enumerated() {
      let ahead = number + Prefetch.distance
      if ahead < unmatched.count { index.prefetch(hashes[unmatched[ahead]]) }
      if !index.insert(hashes[position], value: position) { return nil }
    }
    return index
  }

  private func indexOfAll() -> HashTable? {
    var index = HashTable(expected: hashes.count)
    for (position, hash) in hashes.enumerated() {
      let ahead = position + Prefetch.distance
      if ahead < hashes.count { index.prefetch(hashes[ahead]) }
      if !index.insert(hash, value: position) { return nil }
    }
    return index
  }

  /// Looks up the elements that have not been yet.
  @inline(never) private mutating func resolve() -> Bool {
    guard let reference else { return true }
    let pending = referencePositions.count..<added
    let matches = pending.map { position in
      let match = reference.index.value(hashes[position]) ?? -1
      if match >= 0 {
        Prefetch.element(ownPositions, match)
        Prefetch.element(referenceValues, match)
        Prefetch.element(referenceElements, match)
      }
      return match
    }
    fetchTexts(matches)
    return matches.allSatisfy { assign($0) }
  }

  @inline(__always) private func isUnchanged(_ match: Int, _ position: Int) -> Bool {
    let (value, other) = (values[position], referenceValues[match])
    return value != 0 && other != 0 ? value == other : isKnownEqual(match, position)
  }

  @inline(never) private func isKnownEqual(_ match: Int, _ position: Int) -> Bool {
    referenceDocument.isKnownEqual(referenceElements[match], document, elements[position])
  }

  /// Says that the texts of some elements of the reference are about to be read, where their hashes come late.
  private func fetchTexts(_ matches: [Int]) {
    let bytes = referenceDocument.bytes
    for match in matches where match >= 0 && referenceValues[match] == 0 {
      let start = referenceDocument.start(referenceElements[match])
      bytes.prefetch(start)
      bytes.prefetch(start + 64)
      bytes.prefetch(start + 128)
    }
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
    isUnchanged[match] = isUnchanged(match, position)
    if match == following {
      misses = 0
    } else {
      if misses == 0 { resumed = following }
      misses += 1
    }
    if match < following { isInReferenceOrder = false }
    following = match + 1
    return true
  }
}
