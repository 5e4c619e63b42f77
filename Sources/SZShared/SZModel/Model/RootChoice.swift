public import SZJSON

/// What the root of a document is under a model: what the command line or the model says, else what the document calls itself,
/// else the one entity that it can be.
public struct RootChoice {
  private let set: Schema.SetID?

  /// Chooses for all of `documents`, versions of one.
  /// - Throws: with the number of the document, when it cannot be told.
  public init(_ schema: Schema, _ documents: [Document]) throws(Mistake) {
    set = try RootChoice.set(schema, documents)
  }

  /// Why nothing could be chosen, and by which document.
  public struct Mistake: Error {
    public let document: Int
    public let error: EntityError
  }

  private static func set(_ schema: Schema, _ documents: [Document]) throws(Mistake) -> Schema.SetID? {
    if let set = schema.rootSet { return set }
    if !schema.tables.isEmpty {
      if let number = documents.firstIndex(where: { $0.kind($0.root) != .object }) {
        throw Mistake(document: number, error: EntityError(.noTables, at: documents[number].root))
      }
      return nil
    }
    for (number, document) in documents.enumerated() where document.kind(document.root) == .object {
      for member in document.members(document.root) where Schema.entityName.matches(document, member.name) {
        guard document.kind(member.value).isString else { break }
        let name = document.string(member.value)
        guard let id = schema.model.entity(named: name) else {
          let nearest = NearestName.of(name, in: schema.entities.map(\.name))
          throw Mistake(
            document: number, error: EntityError(.unknownEntity(name, nearest: nearest), at: member.value))
        }
        // Another version may be of another entity that is akin to it.
        return schema.rootSets[schema[id].tree.index]
      }
    }
    let candidates = schema.model.possibleRoots
    if candidates.count == 1 { return schema.rootSets[candidates[0].index] }
    throw Mistake(
      document: 0,
      error: EntityError(.noRoot(candidates: candidates.map { schema[$0].name }), at: documents[0].root))
  }

  /// What is declared of the root of `document`; nil where nothing can be.
  public func declared(_ document: Document, _ schema: Schema) -> Rules.Declared? {
    switch document.kind(document.root) {
    case .object: set.map { .entity(schema[$0].destination, $0) } ?? .tables
    case .array: set.map { .entities($0) }
    default: nil
    }
  }
}
