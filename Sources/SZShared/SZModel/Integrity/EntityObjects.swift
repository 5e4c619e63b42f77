public import SZJSON

/// The objects of a document that are entities, be it with an identity or without, in the order of the document.
///
/// What stands in one of them, at any depth, is a range of them.
public struct EntityObjects {
  public private(set) var nodes: [Document.Node] = []
  public private(set) var entities: [Model.EntityID] = []
  private let document: Document

  /// Linear in what is walked, but for a sort.
  public init(_ document: Document, _ schema: Schema, root: Rules.Declared?) {
    self.document = document
    var all: [(node: Document.Node, entity: Model.EntityID)] = []
    EntityWalk.forEach(document, schema, root: root) { node, id, _ in all.append((node, id)) }
    all.sort { $0.node < $1.node }
    nodes = all.map(\.node)
    entities = all.map(\.entity)
  }

  /// Where the object at `node` is among them; nil when it is none. Logarithmic.
  public func number(of node: Document.Node) -> Int? {
    let number = Bisection.count(nodes) { $0 < node }
    return number < nodes.count && nodes[number] == node ? number : nil
  }

  /// Those that stand in the object with this number, and itself. Logarithmic.
  public func family(of number: Int) -> Range<Int> {
    let end = document.next(nodes[number])
    return number..<Bisection.count(nodes) { $0 < end }
  }
}
