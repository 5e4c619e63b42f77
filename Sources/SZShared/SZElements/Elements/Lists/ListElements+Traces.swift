internal import SZJSON
internal import SZModel

/// What tells an element of a list from others.
extension ListElements {
  /// What of an element may be known again where it stands elsewhere: see ``forEachTrace(_:_:)``.
  func traces(_ position: Int) -> Set<UInt64> {
    var traces: Set<UInt64> = []
    forEachTrace(position) { traces.insert($0) }
    return traces
  }

  /// Comes to the strings, numbers and containers among the members of an element, each with its name as one hash, and among what the
  /// objects and arrays in it hold; to those of an array with their indexes and without.
  func forEachTrace(_ position: Int, _ body: (UInt64) -> Void) {
    func mayTell(_ value: Document.Node) -> Bool {
      let kind = document.kind(value)
      return kind.isContainer || kind.isString || kind == .number
    }
    let node = nodes[position]
    switch document.kind(node) {
    case .object: compared.forEachMember(document, node, where: mayTell, body)
    case .array:
      compared.forEachElement(ofArray: Value(document, node), where: mayTell, body)
      for element in document.elements(node) where mayTell(element) {
        body(document.hash(element))
      }
    default: return
    }
    compared.forEachInnerMember(document, node, where: mayTell, body)
  }

  /// The members by which an element that both sides edited is told from others: strings, integers and containers.
  func members(_ position: Int) -> Set<UInt64> {
    members(position) { document.kind($0).isContainer || ElementTraits.mayTell(document, $0) }
  }

  /// The strings of an object by which it is known.
  func texts(_ position: Int) -> Set<UInt64> {
    document.kind(nodes[position]) == .object
      ? ElementTexts.of(Value(document, nodes[position]), by: compared) : []
  }

  /// Those of what an element holds that are numbers.
  func numbers(_ position: Int) -> Set<UInt64> {
    members(position) { document.kind($0) == .number }
  }

  private func members(_ position: Int, where counts: (Document.Node) -> Bool) -> Set<UInt64> {
    var members: Set<UInt64> = []
    compared.forEachPart(ofElement: Value(document, nodes[position]), where: counts) { members.insert($0) }
    return members
  }
}
