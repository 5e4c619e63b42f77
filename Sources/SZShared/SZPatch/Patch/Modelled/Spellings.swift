internal import SZJSON
internal import SZModel

/// How the target spells its dates and binaries.
final class Spellings {
  private struct Key: Hashable {
    let tree: Model.EntityID
    let member: [UInt8]
  }

  let basis: PatchBasis
  let model: ModelledTarget
  private var known: [Key: Representation?] = [:]

  init(_ basis: PatchBasis, _ model: ModelledTarget) { (self.basis, self.model) = (basis, model) }

  /// A date or binary in the representation that the target keeps, of an attribute called `member` of `entity`: of the value at
  /// `node`, else of the same attribute in the first other entity, else the one that the model names.
  func converted(
    _ value: Value, like node: Document.Node?, _ member: [UInt8], _ place: Rules.Place?,
    _ entity: Model.EntityID?
  ) -> Value {
    guard !basis.options.isLiteral, let attribute = basis.attribute(at: place) else { return value }
    let type = model.rules.typed(place)
    switch type {
    case .date, .binary: break
    case .plain, .uuid: return value
    }
    var wanted = node.flatMap { Representation.of(basis.target, $0, type) }
    if wanted == nil, let entity { wanted = representation(of: member, in: entity, type) }
    if wanted == nil {
      switch type {
      case .date(let format): wanted = format.map { Representation($0) }
      default:
        wanted = (attribute.binaryFormat ?? model.schema.model.binaryFormat).map { Representation($0) }
      }
    }
    return wanted?.written(value, type) ?? value
  }

  /// How the first entity of the target that has an attribute spells it. Linear in the entities, once for each attribute.
  private func representation(of member: [UInt8], in entity: Model.EntityID, _ type: TypedValue)
    -> Representation?
  {
    let (index, schema) = (model.index, model.schema)
    let key = Key(tree: schema[entity].tree, member: member)
    if let found = known[key] { return found }
    var found: Representation?
    for entry in index.entries where schema[entry.entity].tree == key.tree {
      guard let value = index.document.member(entry.node, named: member)?.value else { continue }
      found = Representation.of(index.document, value, type)
      if found != nil { break }
    }
    known[key] = .some(found)
    return found
  }
}
