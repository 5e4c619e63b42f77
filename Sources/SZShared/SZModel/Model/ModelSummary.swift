/// What a model means for documents, a line of text for each entity: what identifies it, which relationships are walked, and which are not.
public enum ModelSummary {
  /// The lines, by the names of the entities. What is inherited counts; names are those of the model.
  public static func lines(_ model: Model) -> [String] {
    let schema = Schema(model)
    return model.entities.indices.map { line(Model.EntityID($0), schema) }
  }

  private static func line(_ id: Model.EntityID, _ schema: Schema) -> String {
    let model = schema.model
    var (walked, others, leftOut): ([String], [String], [String]) = ([], [], [])
    for ancestor in model.lineage(of: id).reversed() {
      for relationship in model[ancestor].relationships {
        guard let property = schema[id].properties[Array(relationship.memberName.utf8)] else { continue }
        let name =
          "\(relationship.name) (\(relationship.isToMany ? "many " : "")\(relationship.destination))"
        if schema[property].isLeftOut {
          leftOut.append(name)
        } else if schema[property].set.map({ schema[$0].isWalked }) ?? false {
          walked.append(name)
        } else {
          others.append(name)
        }
      }
    }
    let identity = model.identity(of: id)
    var parts = [identity.isEmpty ? "no identity" : "identity " + identity.joined(separator: ", ")]
    if !schema[id].isSyncable { parts.append("never in a change") }
    if model[id].isAbstract { parts.append("abstract") }
    if let parent = model[id].parent { parts.append("inherits from \(parent)") }
    for (word, names) in [("walked", walked), ("not walked", others), ("left out", leftOut)]
    where !names.isEmpty {
      parts.append("\(word): " + names.joined(separator: ", "))
    }
    return "\(model[id].name): " + parts.joined(separator: "; ")
  }
}
