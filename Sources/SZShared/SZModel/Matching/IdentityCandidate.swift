internal import SZJSON

/// A member of the elements of an array that could identify them, with its values in each version.
///
/// Of the first version it has all values; of the others those of the elements that are not known to stand in the first one as they are
/// (``UnchangedElements``).
struct IdentityCandidate {
  let name: MemberName
  let key: IdentityKey
  /// Whether all values are strings.
  private(set) var isText = true
  /// How many values stand in every version.
  private(set) var shared = 0
  /// Whether something keeps it from being an identity.
  private var isOut = false
  /// Of each element of the first version the value, where it stands, and the integer that it is; no integers where none is one.
  private var hashes: [UInt64] = []
  private var positions = HashTable(expected: 16)
  private var integers: [Int?] = []
  private var versions: [Version] = []

  /// The elements of a version whose values were read.
  private struct Version {
    var changed: [(element: Int, hash: UInt64, inFirst: Int)] = []
    var elements = HashTable(expected: 16)
    var numbers = ConstantStep()
  }

  init(_ name: [UInt8]) {
    self.name = MemberName(name)
    key = IdentityKey(names: [name])
  }

  /// Whether a value is a string, or a number, which may be an integer.
  static func mayIdentify(_ document: Document, _ node: Document.Node) -> Bool {
    let kind = document.kind(node)
    return kind.isString || kind == .number
  }

  mutating func beginVersion() { versions.append(Version()) }

  /// Whether `count` values of the version at hand were read, and nothing is against it.
  func isWhole(_ count: Int) -> Bool {
    !isOut && (versions.count == 1 ? hashes.count : versions[versions.count - 1].changed.count) == count
  }

  /// Whether the values of the version at hand may still number its elements; at its end, whether they do.
  var mayNumber: Bool { !versions[versions.count - 1].numbers.isBroken }
  var isNumbering: Bool { versions[versions.count - 1].numbers.isConstant }

  /// Makes room for the values of `count` elements of the first version.
  mutating func reserve(_ count: Int) {
    hashes.reserveCapacity(count)
    positions.reserve(count)
  }

  /// Adds the value of an element, which must be the next one whose values are read; `count` of them came before.
  mutating func add(
    _ document: Document, _ node: Document.Node, _ hashing: Hashing, of element: Int, after count: Int
  ) {
    // Of a name that stands twice the first counts.
    guard isWhole(count) else { return }
    let last = versions.count - 1
    var integer: Int?
    if document.kind(node) == .number {
      let number = DecimalNumber(document.bytes, document.range(node))
      if !number.isInteger { return isOut = true }
      isText = false
      integer = number.integer
    } else if !document.kind(node).isString {
      return isOut = true
    }
    versions[last].numbers.add(integer)
    let hash = document.scalarHash(node, hashing)
    if last > 0 {
      if !versions[last].elements.insert(hash, value: element) { return isOut = true }
      versions[last].changed.append((element, hash, positions.value(hash) ?? -1))
      return
    }
    if !positions.insert(hash, value: element) { return isOut = true }
    if integer != nil || !integers.isEmpty {
      integers.append(contentsOf: repeatElement(nil, count: element - integers.count))
      integers.append(integer)
    }
    hashes.append(hash)
  }

  /// Adds to the numbers of the version at hand that of an element which stands in the first one, at `position`.
  mutating func follow(_ position: Int) {
    versions[versions.count - 1].numbers.add(position < integers.count ? integers[position] : nil)
  }

  /// Where the element that was read last stands in the first version by this member; nil where it does not.
  var lastInFirst: Int? {
    guard let last = versions[versions.count - 1].changed.last, last.inFirst >= 0 else { return nil }
    return last.inFirst
  }

  /// Whether a value of the version at hand stands twice in it: in an element that was read, and in one that stands in the first version.
  func isRepeated(_ unchanged: UnchangedElements) -> Bool {
    versions[versions.count - 1].changed.contains { $0.inFirst >= 0 && unchanged.elements[$0.inFirst] >= 0 }
  }

  /// Counts the values that stand in every version.
  mutating func countShared(_ unchanged: [UnchangedElements]) {
    let others = versions.indices.dropFirst()
    shared = hashes.indices.count { position in
      others.allSatisfy {
        unchanged[$0].elements[position] >= 0 || versions[$0].elements.value(hashes[position]) != nil
      }
    }
  }

  /// The pairs of elements of the versions `old` and `new` that have one value. Looked for are those of `unpaired`, which has all elements
  /// of the older version that were read.
  func pairs(_ old: Int, _ new: Int, _ unpaired: [Int], _ unchanged: [UnchangedElements]) -> [(
    old: Int, new: Int
  )] {
    var changed = versions[old].changed.makeIterator()
    return unpaired.compactMap { element in
      var position = unchanged[old].positions[element]
      let hash: UInt64
      if position >= 0 {
        hash = hashes[position]
      } else {
        guard let own = changed.next() else { return nil }
        (hash, position) = (own.hash, own.inFirst)
      }
      if let found = versions[new].elements.value(hash) { return (element, found) }
      let found = position >= 0 ? unchanged[new].elements[position] : -1
      return found >= 0 ? (element, found) : nil
    }
  }
}
