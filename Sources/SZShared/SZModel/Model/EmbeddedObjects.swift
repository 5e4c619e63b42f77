public import SZJSON

/// Objects that stand at relationships which are not walked, where only the identity counts: what else they hold is compared by nobody.
///
/// `sources` of news items in full are such a case: the model says that they are only referred to, the document has them.
public enum EmbeddedObjects {
  /// What differs at one relationship.
  public struct Difference {
    /// The entity that declares the relationship, and its name there.
    public let entity: String
    public let relationship: String
    /// How many objects differ, and the first of them in the newer document.
    public var count: Int
    public let first: Document.Node
  }

  /// Where an object stands: at which relationship, of whom, and for whom.
  private struct Place: Hashable {
    let relationship: Int
    /// The holder's identity; nil where it has none.
    let holder: UInt64?
    /// The identity that the object stands for; nil where none is declared.
    let identity: UInt64?
  }

  /// A version of a document, read with hashes.
  public struct Version {
    let document: Document
    let root: Rules.Declared?
    /// Its entities that are not as they are in the other version; nil where they are not known.
    let changed: [(node: Document.Node, entity: Model.EntityID)]?

    public init(
      _ document: Document, root: Rules.Declared?,
      changed: [(node: Document.Node, entity: Model.EntityID)]? = nil
    ) {
      (self.document, self.root, self.changed) = (document, root, changed)
    }
  }

  /// The objects of `new` that stand where `old` has one for the same identity, and are not as any of those. Linear in the entities that
  /// changed or, where they are not known, in the documents; these have been read with one ``Hashing``.
  public static func differences(_ old: Version, _ new: Version, _ schema: Schema) -> [Difference] {
    if old.document.hash(old.document.root) == new.document.hash(new.document.root) { return [] }
    var relationships = Relationships(schema)
    var found: [(place: Place, node: Document.Node)] = []
    forEach(new, &relationships) { place, node in found.append((place, node)) }
    if found.isEmpty { return [] }
    var known: [Place: Set<UInt64>] = [:]
    forEach(old, &relationships) { place, node in
      known[place, default: []].insert(old.document.hash(node))
    }
    var differences: [Int: Difference] = [:]
    for (place, node) in found.sorted(by: { $0.node < $1.node }) {
      guard let hashes = known[place], !hashes.contains(new.document.hash(node)) else { continue }
      let name = relationships.names[place.relationship]
      differences[
        place.relationship,
        default: Difference(entity: name.entity, relationship: name.relationship, count: 0, first: node)
      ].count += 1
    }
    return differences.values.sorted { $0.first < $1.first }
  }

  /// Those of the newer document of two that were paired.
  public static func differences(_ pairs: EntityPairs) -> [Difference] {
    let (old, new) = pairs.hasUnplaced ? (nil, nil) : pairs.changedEntities
    return differences(
      Version(pairs.oldDocument, root: pairs.oldRoot, changed: old),
      Version(pairs.newDocument, root: pairs.newRoot, changed: new), pairs.schema)
  }

  private static func forEach(
    _ version: Version, _ relationships: inout Relationships, _ body: (Place, Document.Node) -> Void
  ) {
    let document = version.document
    guard let hashing = document.hashing else { return }
    let schema = relationships.schema
    var all = relationships
    func visit(_ node: Document.Node, _ id: Model.EntityID) {
      let entity = schema[id]
      for member in document.members(node) where document.kind(member.value).isContainer {
        let isArray = document.kind(member.value) == .array
        let objects =
          isArray
          ? document.elements(member.value).filter { document.kind($0) == .object } : [member.value]
        guard !objects.isEmpty, let property = entity.properties[document.characters(member.name)],
          let set = schema[property].set.map({ schema[$0] }), !set.isWalked, !schema[property].isLeftOut
        else { continue }
        for object in objects {
          let destination = (try? schema.entity(document, object, in: set.destination)) ?? set.destination
          let place = Place(
            relationship: all.number(property, of: id),
            holder: schema.identity(document, node, of: entity, hashing),
            identity: schema.identity(document, object, of: schema[destination], hashing))
          body(place, object)
        }
      }
    }
    if let changed = version.changed {
      for (node, id) in changed { visit(node, id) }
    } else {
      EntityWalk.forEach(document, schema, root: version.root) { node, id, _ in visit(node, id) }
    }
    relationships = all
  }

  /// The relationships of a model, each once for all entities that inherit it.
  private struct Relationships {
    let schema: Schema
    var names: [(entity: String, relationship: String)] = []
    private var numbers: [Schema.PropertyID: Int] = [:]

    init(_ schema: Schema) { self.schema = schema }

    mutating func number(_ property: Schema.PropertyID, of id: Model.EntityID) -> Int {
      if let number = numbers[property] { return number }
      guard case .relationship(let relationship) = schema[property].kind else { return 0 }
      let model = schema.model
      let owner =
        model.lineage(of: id).first { ancestor in
          model[ancestor].relationships.contains { $0.name == relationship.name }
        } ?? id
      let name = (entity: model[owner].name, relationship: relationship.name)
      let number = names.firstIndex { $0 == name } ?? names.count
      if number == names.count { names.append(name) }
      numbers[property] = number
      return number
    }
  }
}
