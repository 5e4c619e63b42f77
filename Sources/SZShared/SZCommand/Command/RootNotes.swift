internal import SZJSON
internal import SZModel

/// Says where the root of documents is most likely not what the model takes it for.
enum RootNotes {
  /// What to say of versions of one document under a model, as `--root` of the command line has it or not. Linear in the members of the
  /// roots.
  static func notes(_ arguments: ParsedArguments, _ schema: Schema?, _ documents: [Document]) -> [String] {
    guard let schema else { return [] }
    let values = arguments.values(ModelOptions.root)
    if values.isEmpty { return inferred(schema, documents) }
    return values.compactMap { value in
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 1
        ? unknown(value, schema, documents) : missing(String(parts[0]), value, documents)
    }
  }

  /// A table that no document has.
  private static func missing(_ name: String, _ value: String, _ documents: [Document]) -> String? {
    let isThere = documents.contains { document in
      document.kind(document.root) == .object
        && document.member(document.root, named: Array(name.utf8)) != nil
    }
    return isThere ? nil : "--root \(value): the document has no member '\(name)'"
  }

  /// An object of whose members the entity knows none.
  private static func unknown(_ name: String, _ schema: Schema, _ documents: [Document]) -> String? {
    guard let id = schema.model.entity(named: name) else { return nil }
    let objects = documents.flatMap { document -> [(Document, Document.Node)] in
      let nodes =
        document.kind(document.root) == .array ? Array(document.elements(document.root)) : [document.root]
      return nodes.filter { document.kind($0) == .object && !document.isEmptyContainer($0) }.map {
        (document, $0)
      }
    }
    let isKnown = objects.contains { document, node in
      let entity = (try? schema.entity(document, node, in: id)) ?? id
      return document.members(node).contains { member in
        Schema.entityName.matches(document, member.name)
          || schema[entity].properties[document.characters(member.name)] != nil
      }
    }
    return objects.isEmpty || isKnown
      ? nil : "--root \(name): the document has no member that '\(name)' has in the model"
  }

  /// An array of which nothing but the model says what its elements are.
  private static func inferred(_ schema: Schema, _ documents: [Document]) -> [String] {
    guard schema.model.root == nil, schema.model.possibleRoots.count == 1,
      let array = documents.first(where: { $0.kind($0.root) == .array && !$0.isEmptyContainer($0.root) })
    else { return [] }
    let isNamed = array.elements(array.root).contains { element in
      array.kind(element) == .object
        && array.members(element).contains { Schema.entityName.matches(array, $0.name) }
    }
    let name = schema[schema.model.possibleRoots[0]].name
    return isNamed
      ? [] : ["the document is taken as an array of '\(name)', which nothing owns; --root \(name) says so"]
  }
}
