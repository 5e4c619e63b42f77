/// The elements of one version of a list, as far as matching looks at them.
///
/// Most elements are only compared by their hashes; the traits of an element are made when they are asked for first.
final class ElementRow {
  let hashes: [UInt64]
  /// How many elements the list has of which these are an excerpt.
  let whole: Int
  private let make: (Int) -> ElementTraits
  private var made: [Int: ElementTraits] = [:]

  init(hashes: [UInt64], of whole: Int? = nil, traits: @escaping (Int) -> ElementTraits) {
    self.hashes = hashes
    self.whole = whole ?? hashes.count
    make = traits
  }

  convenience init(_ document: Document, _ nodes: [Document.Node]) {
    self.init(hashes: nodes.map { document.hash($0) }) { ElementTraits(document, nodes[$0]) }
  }

  var count: Int { hashes.count }

  func traits(_ position: Int) -> ElementTraits {
    if let traits = made[position] { return traits }
    let traits = make(position)
    made[position] = traits
    return traits
  }
}
