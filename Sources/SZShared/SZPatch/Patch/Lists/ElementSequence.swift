internal import SZJSON

/// The elements of a list, as they stand or as a change will have made them: hashes, each made when it is first asked for.
struct ElementSequence {
  /// One element.
  enum Entry {
    /// The element of the target with this number.
    case kept(Int)
    /// That element, edited in place: what it will be is not known here.
    case edited(Int)
    /// The value of the hunks with this number.
    case new(Int, hash: UInt64)
  }

  let target: Document
  let nodes: [Document.Node]
  let hashing: ElementHash
  /// Nil for the target's elements as they stand.
  private let entries: [Entry]?
  /// The values that have come into the list.
  private let values: [Value]
  /// The hashes of the target's elements, and by their positions those of edited ones; 0 where they are not made yet.
  private var known: [UInt64] = []
  private var edited: [UInt64] = []
  /// Whether it mattered that an edited element is not known.
  private(set) var hasGuessed = false

  init(_ target: Document, _ nodes: [Document.Node], hashing: ElementHash) {
    self.target = target
    self.nodes = nodes
    self.hashing = hashing
    (entries, values) = (nil, [])
  }

  /// The elements of `list`, changed: new ones are among `values`.
  init(_ list: ElementSequence, _ entries: [Entry], _ values: [Value]) {
    target = list.target
    nodes = list.nodes
    hashing = list.hashing
    self.entries = entries
    self.values = values
    known = list.known
  }

  var count: Int { entries?.count ?? nodes.count }

  func entry(_ position: Int) -> Entry { entries?[position] ?? .kept(position) }

  /// The element of the target that stands here, edited or not.
  func original(_ position: Int) -> Int? {
    switch entry(position) {
    case .kept(let number), .edited(let number): number
    case .new: nil
    }
  }

  /// What stands at a position; of an edited element what it was.
  func value(_ position: Int) -> Value {
    switch entry(position) {
    case .kept(let number), .edited(let number): Value(target, nodes[number])
    case .new(let number, _): values[number]
    }
  }

  func isEdited(_ position: Int) -> Bool {
    if case .edited = entry(position) { true } else { false }
  }

  /// The hash of an element; an edited one is like no other.
  mutating func hash(_ position: Int) -> UInt64 {
    guard let entries else { return hash(ofNumber: position) }
    switch entries[position] {
    case .kept(let number): return hash(ofNumber: number)
    case .new(_, let hash): return hash
    case .edited:
      if edited.isEmpty { edited = [UInt64](repeating: 0, count: count) }
      if edited[position] == 0 { edited[position] = UInt64.random(in: 1...UInt64.max) }
      return edited[position]
    }
  }

  /// The hash of an element of the target.
  private mutating func hash(ofNumber number: Int) -> UInt64 {
    if known.isEmpty {
      known.reserveCapacity(nodes.count)
      for _ in nodes { known.append(0) }
    }
    if known[number] == 0 { known[number] = hashing.of(target, nodes[number]) }
    return known[number]
  }

  /// Whether these elements stand from `position` on.
  mutating func stands(_ elements: ArraySlice<UInt64>, at position: Int) -> Bool {
    guard position >= 0, position + elements.count <= count else { return false }
    var index = position
    for element in elements {
      if hash(index) != element {
        if isEdited(index) { hasGuessed = true }
        return false
      }
      index += 1
    }
    return true
  }
}

extension [ElementSequence.Entry] {
  /// The same list with the elements of `before`, the target's, in place of new ones that are equal to some which go: equal ones in order.
  /// What a change takes out and puts in again so keeps its bytes, and what a model leaves out of changes. Linear.
  func keepingEqual(_ before: ElementSequence) -> [ElementSequence.Entry] {
    let newCount = reduce(0) { count, entry in
      if case .new = entry { count + 1 } else { count }
    }
    if newCount == 0 || count - newCount == before.count { return self }
    var before = before
    var gone = [Bool](repeating: true, count: before.count)
    for entry in self {
      switch entry {
      case .kept(let number), .edited(let number): gone[number] = false
      case .new: continue
      }
    }
    // Taken from the end, so the first of equal ones is the last of its list.
    var free: [UInt64: [Int]] = [:]
    for number in before.nodes.indices.reversed() where gone[number] {
      free[before.hash(number), default: []].append(number)
    }
    return map { entry in
      guard case .new(_, let hash) = entry, let number = free[hash]?.popLast() else { return entry }
      return .kept(number)
    }
  }
}
