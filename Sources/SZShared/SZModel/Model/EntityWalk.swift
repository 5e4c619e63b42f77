public import SZJSON

/// The objects of a document that are entities under a model.
public enum EntityWalk {
  /// Each of them, owners first, below the root or the value at `node`; said is whether it is reached by a relationship that is included,
  /// not owned. Linear in what is walked; without recursion.
  public static func forEach(
    _ document: Document, _ schema: Schema, root: Rules.Declared?, at node: Document.Node? = nil,
    _ body: (Document.Node, Model.EntityID, _ isCopy: Bool) -> Void
  ) {
    let root = (declared: root, node: node ?? document.root)
    var work: [(node: Document.Node, set: Schema.SetID, isCopy: Bool)] = []
    func add(_ value: Document.Node, _ set: Schema.SetID, isCopy: Bool) {
      let isCopy = isCopy || schema[set].isIncluded
      switch document.kind(value) {
      case .object: work.append((value, set, isCopy))
      case .array:
        for element in document.elements(value) where document.kind(element) == .object {
          work.append((element, set, isCopy))
        }
      default: return
      }
    }
    switch root.declared {
    case .tables?:
      for member in document.members(root.node) {
        if let set = schema.tables[document.characters(member.name)] { add(member.value, set, isCopy: false) }
      }
    case .entities(let set)?, .entity(_, let set?)?: add(root.node, set, isCopy: false)
    default: return
    }
    while let (node, set, isCopy) = work.popLast() {
      let destination = schema[set].destination
      let id = schema.entityID(of: node, in: document, among: destination)
      if !schema[id].isSyncable { continue }
      body(node, id, isCopy)
      if !schema[id].mayOwn { continue }
      for member in document.members(node) where document.kind(member.value).isContainer {
        let property = schema.walked(document, member.name, of: schema[id])
        if let set = property.flatMap({ schema[$0].set }) { add(member.value, set, isCopy: isCopy) }
      }
    }
  }
}
