/// The members of an object as its text has them, hidden ones too, by number and by name.
public struct ObjectMembers {
  private let document: Document
  public let names: [Document.Node]
  /// Whether some name stands twice.
  let hasHidden: Bool
  /// The members by name, made when many have been asked for.
  private var index: [[UInt8]: Int]?
  private var lookups = 0
  /// The members of each name, made when they are first asked for.
  private var namesakes: [[UInt8]: [Int]]?

  /// How many names are looked for one by one.
  private static let fewLookups = 8

  /// Linear in the members.
  public init(_ document: Document, _ object: Document.Node) {
    self.document = document
    var names: [Document.Node] = []
    var hasHidden = false
    var node = document.firstChild(object)
    while node < document.end(object) {
      names.append(node)
      if document.kind(node) == .shadowedName { hasHidden = true }
      node = document.next(document.next(node))
    }
    (self.names, self.hasHidden) = (names, hasHidden)
  }

  public var count: Int { names.count }

  /// The value of the member with this number.
  public func value(_ number: Int) -> Document.Node { document.next(names[number]) }

  /// Where the members stand in the text, each from its name to the end of its value.
  public var ranges: [Range<Int>] {
    names.map { document.start($0)..<document.range(document.next($0)).upperBound }
  }

  /// The number of the member called by the node `name`, by bisection.
  public func number(of name: Document.Node) -> Int {
    Bisection.count(names) { $0 < name }
  }

  /// The number of the member with these characters for a name; the last one where a name stands twice.
  public mutating func find(_ name: [UInt8]) -> Int? {
    lookups += 1
    if lookups > ObjectMembers.fewLookups, index == nil {
      var built: [[UInt8]: Int] = [:]
      for (number, node) in names.enumerated() { built[document.characters(node)] = number }
      index = built
    }
    if let index { return index[name] }
    return names.indices.last { document.isString(names[$0], equalTo: name) }
  }

  /// This member and those of the same name before it, in order.
  public mutating func sameName(_ number: Int) -> [Int] {
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
