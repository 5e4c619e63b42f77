/// What happened to the entities of a ``RandomGraph``, found out in the plainest way: the oracle for a comparison under its model.
package struct GraphFacts {
  /// One entity: where it is, and what it holds.
  private struct Fact {
    let entity: String
    let identity: String
    let place: String
    var keys: [String: String]
  }

  /// What is said of each entity that changed: its entity, identity, what happened and, where it is no creation or deletion, which
  /// keys. Sorted.
  package static func changes(from old: RandomGraph, to new: RandomGraph) -> [String] {
    let (before, after) = (facts(old), facts(new))
    var lines: [String] = []
    for (id, fact) in before where after[id] == nil {
      lines.append("\(fact.entity) \(fact.identity) deleted")
    }
    for (id, fact) in after {
      guard let other = before[id] else {
        lines.append("\(fact.entity) \(fact.identity) created")
        continue
      }
      let keys = Set(fact.keys.keys).union(other.keys.keys).filter { name in
        if name.hasPrefix("order:") {
          return isReordered(other.keys[name] ?? "", fact.keys[name] ?? "", old, new)
        }
        return fact.keys[name] != other.keys[name]
      }
      let names = keys.map { $0.replacing("order:", with: "") }.sorted().joined(separator: ",")
      if fact.place != other.place {
        lines.append("\(fact.entity) \(fact.identity) moved \(names)")
      } else if !keys.isEmpty {
        lines.append("\(fact.entity) \(fact.identity) updated \(names)")
      }
    }
    return lines.sorted()
  }

  /// Whether an order is not simply the old one, less what went, with what came at its end.
  private static func isReordered(_ old: String, _ new: String, _ before: RandomGraph, _ after: RandomGraph)
    -> Bool
  {
    let (olds, news) = (old.split(separator: " "), new.split(separator: " "))
    let kept = olds.filter { news.contains($0) }
    let came = news.filter { !olds.contains($0) }
    return kept + came != news
  }

  private static func facts(_ graph: RandomGraph) -> [String: Fact] {
    var facts: [String: Fact] = [:]
    let shape = graph.shape
    func list(_ ids: [Int]) -> String { ids.map(String.init).joined(separator: " ") }
    func add(_ item: RandomGraph.Item, _ place: String) {
      var keys = item.values.filter { $0.key != "secret" }.mapValues(String.init)
      if item.isTask { keys["entityName"] = "Task" }
      keys["tags"] = list(shape.tagsAreOrdered ? item.tags : item.tags.sorted())
      keys["notes"] = list(shape.notesAreOrdered ? item.notes : item.notes.sorted())
      keys["list"] = item.list.map(String.init)
      let scope = shape.itemsAreScoped ? place : ""
      facts["Item \(item.id) \(scope)"] = Fact(
        entity: item.isTask ? "Task" : "Item", identity: String(item.id), place: place, keys: keys)
    }
    for value in graph.lists {
      var keys = value.values.mapValues(String.init)
      if shape.itemsAreOrdered { keys["order:items"] = list(value.items.map(\.id)) }
      facts["List \(value.id)"] = Fact(entity: "List", identity: String(value.id), place: "", keys: keys)
      for item in value.items { add(item, "\(value.id).items") }
      if let top = value.top { add(top, "\(value.id).top") }
    }
    for item in graph.items { add(item, "items") }
    for tag in graph.tags {
      facts["Tag \(tag.id)"] = Fact(
        entity: "Tag", identity: String(tag.id), place: "", keys: ["rank": String(tag.rank)])
    }
    var root = [shape.isTables ? "version" : "title": String(graph.title)]
    if shape.listsAreOrdered { root["order:lists"] = list(graph.lists.map(\.id)) }
    if shape.isTables, shape.itemsAreOrdered { root["order:items"] = list(graph.items.map(\.id)) }
    facts["root"] = Fact(
      entity: shape.isTables ? "" : "App", identity: shape.isTables ? "" : "app", place: "", keys: root)
    return facts
  }
}
