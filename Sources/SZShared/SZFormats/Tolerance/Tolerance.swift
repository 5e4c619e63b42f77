public import SZJSON
public import SZModel

/// What `--tolerance` says: numbers at or below a path count as equal when they are no further apart than this.
public struct Tolerance: Sendable {
  public let path: JSONPath
  public let amount: NumberTolerance

  public init(path: JSONPath, amount: NumberTolerance) { (self.path, self.amount) = (path, amount) }
}

/// What is tolerated at each place of one document. Where several paths lead to a number or to what holds it, the last of them counts.
struct ToleratedPlaces {
  private let document: Document
  private let tolerances: [Tolerance]
  /// The values at which paths match, in the order of the text, each with the last of the paths that match there or further up, and
  /// with what of these values is around it.
  private var places: [(range: Range<Int>, path: Int, around: Int?)] = []

  /// Linear in the document, as far as the paths may lead there.
  init(_ document: Document, _ tolerances: [Tolerance]) {
    (self.document, self.tolerances) = (document, tolerances)
    let matcher = PathMatcher(tolerances.map(\.path))
    var found: [(node: Document.Node, path: Int)] = []
    matcher.walk(document) { node, state in
      if let last = matcher.matches(state).last { found.append((node, last)) }
      return !state.isDead
    }
    found.sort { $0.node < $1.node }
    var open: [Int] = []
    for (node, path) in found {
      let range = document.range(node)
      while let last = open.last, places[last].range.upperBound <= range.lowerBound { open.removeLast() }
      places.append((range, max(path, open.last.map { places[$0].path } ?? path), open.last))
      open.append(places.count - 1)
    }
  }

  var isEmpty: Bool { places.isEmpty }

  /// What is tolerated of the number `node`; nil where it has to be equal.
  func amount(_ node: Document.Node) -> NumberTolerance? {
    let offset = document.start(node)
    let count = Bisection.count(places) { $0.range.lowerBound <= offset }
    var place = count == 0 ? nil : count - 1
    while let number = place, places[number].range.upperBound <= offset { place = places[number].around }
    return place.map { tolerances[places[$0].path].amount }
  }
}
