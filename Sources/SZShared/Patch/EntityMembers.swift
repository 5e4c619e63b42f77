/// The members of an object of the target, found by name.
struct EntityMembers {
  private let document: Document
  private let names: [Document.Node]
  let values: [Document.Node]
  /// From the name to the end of the value, all members of the source, hidden ones too.
  let ranges: [Range<Int>]
  private var index: [[UInt8]: Int]?
  private var lookups = 0
  /// Whether some name stands twice.
  private let hasHidden: Bool
  /// The members of each name, made when they are first asked for.
  private var namesakes: [[UInt8]: [Int]]?

  init(_ document: Document, _ object: Document.Node) {
    self.document = document
    var (names, values, ranges): ([Document.Node], [Document.Node], [Range<Int>]) = ([], [], [])
    var node = document.firstChild(object)
    while node < document.end(object) {
      let value = document.next(node)
      names.append(node)
      values.append(value)
      ranges.append(document.start(node)..<document.range(value).upperBound)
      node = document.next(value)
    }
    (self.names, self.values, self.ranges) = (names, values, ranges)
    hasHidden = names.contains { document.kind($0) == .shadowedName }
  }

  /// The number of the member with these characters for a name; the last one where a name stands twice.
  mutating func find(_ name: [UInt8]) -> Int? {
    lookups += 1
    if lookups > 8, index == nil {
      var built: [[UInt8]: Int] = [:]
      for (number, node) in names.enumerated() { built[document.characters(node)] = number }
      index = built
    }
    if let index { return index[name] }
    return names.indices.last { document.isString(names[$0], equalTo: name) }
  }

  /// This member and those of the same name before it.
  mutating func sameName(_ number: Int) -> [Int] {
    guard hasHidden else { return [number] }
    if namesakes == nil {
      var built: [[UInt8]: [Int]] = [:]
      for (number, node) in names.enumerated() {
        built[document.characters(node), default: []].append(number)
      }
      namesakes = built
    }
    return namesakes?[document.characters(names[number])] ?? [number]
  }
}
