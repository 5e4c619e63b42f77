internal import SZJSON

/// A member of the elements of an array that could identify them, with its values in each version.
struct IdentityCandidate {
  let name: MemberName
  let key: IdentityKey
  /// Whether all values are strings.
  private(set) var isText = true
  /// How many values stand in every version.
  private(set) var shared = 0
  private var versions: [Version] = []
  /// Whether something keeps it from being an identity.
  private var isOut = false

  private struct Version {
    var hashes: [UInt64] = []
    var positions = HashTable(expected: 16)
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

  /// Whether every one of the first `count` elements of the version that is read has it, and nothing is against it.
  func isWhole(_ count: Int) -> Bool { !isOut && versions.last?.hashes.count == count }

  /// Whether it numbers the elements of the version that was read last.
  var isNumbering: Bool { versions.last?.numbers.isConstant ?? false }

  /// Adds the value of the element at `position`, which must be the next one: of a name that stands twice the first counts.
  mutating func add(_ document: Document, _ node: Document.Node, _ hashing: Hashing, at position: Int) {
    let last = versions.count - 1
    guard !isOut, versions[last].hashes.count == position else { return }
    if document.kind(node) == .number {
      let number = DecimalNumber(document.bytes, document.range(node))
      if !number.isInteger { return isOut = true }
      isText = false
      versions[last].numbers.add(number.integer)
    } else if document.kind(node).isString {
      versions[last].numbers.add(nil)
    } else {
      return isOut = true
    }
    let hash = document.scalarHash(node, hashing)
    if !versions[last].positions.insert(hash, value: position) { return isOut = true }
    versions[last].hashes.append(hash)
  }

  mutating func countShared() {
    guard let first = versions.first else { return }
    let others = versions.dropFirst()
    shared = first.hashes.count { hash in others.allSatisfy { $0.positions.value(hash) != nil } }
  }

  /// For each element of the version with the number `old` the place in `new` of the one that has its value; -1 where none has.
  func pairs(_ old: Int, _ new: Int) -> [Int] {
    versions[old].hashes.map { versions[new].positions.value($0) ?? -1 }
  }
}

/// Whether a row of three integers or more rises or falls by one step all along.
struct ConstantStep {
  private var count = 0
  private var last: Int?
  private var step: Int?
  private var isBroken = false

  /// Adds the next number; nil is one that is too large for this, or none.
  mutating func add(_ number: Int?) {
    count += 1
    guard let number else { return isBroken = true }
    if let last {
      // Numbers of 18 digits at most: their difference cannot overflow.
      if let step, number - last != step { isBroken = true }
      step = step ?? number - last
    }
    last = number
  }

  var isConstant: Bool { !isBroken && count >= 3 }
}

/// Which elements of two versions belong together, by all that were asked.
struct AgreedPairing {
  private static let none = -1
  private static let several = -2
  /// For each element its counterpart, or that there is none, or that those who were asked say different ones.
  private var newOfOld: [Int]
  private var oldOfNew: [Int]

  init(old: Int, new: Int) {
    newOfOld = [Int](repeating: AgreedPairing.none, count: old)
    oldOfNew = [Int](repeating: AgreedPairing.none, count: new)
  }

  /// Adds what one says: for each old element the place of its counterpart, or -1.
  mutating func add(_ pairs: [Int]) {
    for (old, new) in pairs.enumerated() where new >= 0 {
      AgreedPairing.join(&newOfOld[old], new)
      AgreedPairing.join(&oldOfNew[new], old)
    }
  }

  private static func join(_ known: inout Int, _ found: Int) {
    if known == none { known = found } else if known != found { known = several }
  }

  /// Whether somebody who was asked pairs an element otherwise than these do, which were added, too.
  func isContradicted(_ pairs: [Int]) -> Bool {
    pairs.enumerated().contains { old, new in
      new >= 0 && (newOfOld[old] == AgreedPairing.several || oldOfNew[new] == AgreedPairing.several)
    }
  }
}
