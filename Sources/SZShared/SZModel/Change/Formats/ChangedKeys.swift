internal import SZJSON

/// A member of an entity that changed, with what stands on both sides.
struct ChangedKey {
  let name: Value
  let old: Value?
  let new: Value?
}

/// Finds which members of entities changed, by a change and the documents that it was made from.
struct ChangedKeys {
  let tree: ChangeTree
  let old: Document
  let new: Document
  /// What a model leaves out of values.
  let rules: Rules?

  /// Those of an entity.
  func keys(_ entity: ChangeTree.Entity, _ index: ItemIndex) -> [ChangedKey] {
    var keys: [ChangedKey] = []
    var (oldMembers, newMembers): (ObjectMembers?, ObjectMembers?)
    func member(
      _ document: Document, _ node: Document.Node?, _ members: inout ObjectMembers?, _ name: [UInt8]
    ) -> Document.Node? {
      guard let node else { return nil }
      var known = members ?? ObjectMembers(document, node)
      members = nil
      defer { members = known }
      return known.find(name).map { known.value($0) }
    }
    for child in tree.children(of: index) {
      switch tree[child] {
      case .attribute(let name, let old, let new):
        // Of a unit all attributes are there when one of them changed.
        if let old, let new, old.isEqual(new, exactNumbers: true) { continue }
        keys.append(ChangedKey(name: name, old: old, new: new))
      case .relationship(let name):
        let characters = name.document.characters(name.node)
        let before = member(old, entity.oldNode, &oldMembers, characters)
        let after = member(new, entity.newNode, &newMembers, characters)
        let relation = tree.relation(of: child)
        switch tree[relation] {
        case .list, .set:
          let place = place(of: characters, in: index)
          keys.append(
            ChangedKey(
              name: name, old: before.map { shown(Value(old, $0), place) },
              new: after.map { shown(Value(new, $0), place) }))
        case .toMany:
          if let order = order(relation, before, after) {
            keys.append(ChangedKey(name: name, old: order.old, new: order.new))
          }
        default: continue
        }
      default: continue
      }
    }
    return keys
  }

  /// The place of a member of an entity, as its model declares it.
  private func place(of name: [UInt8], in entity: ItemIndex) -> Rules.Place? {
    guard let rules, let schema = rules.schema else { return nil }
    for child in tree.children(of: entity) {
      guard case .entityName(let value) = tree[child],
        let id = schema.model.entity(named: value.document.string(value.node)),
        let property = schema[id].property(name)
      else { continue }
      return rules.declaring(rules.declared(property), at: nil)
    }
    return nil
  }

  private func shown(_ value: Value, _ place: Rules.Place?) -> Value {
    rules.map { DeclaredText.value(value, place, $0) } ?? value
  }

  /// The identities of a to-many in both orders; nil when its order did not change.
  func order(_ toMany: ItemIndex, _ before: Document.Node?, _ after: Document.Node?) -> (
    old: Value, new: Value
  )? {
    var names: [[UInt8]] = []
    var hasMoves = false
    for child in tree.children(of: toMany) {
      if names.isEmpty { names = tree.identity(of: child).map(\.name) }
      if case .move = tree[child] {
        hasMoves = true
        break
      }
    }
    guard hasMoves, let before, let after else { return nil }
    let key = IdentityKey(paths: names, areOptional: true)
    return (ChangedKeys.identities(old, before, key), ChangedKeys.identities(new, after, key))
  }

  private static func identities(_ document: Document, _ array: Document.Node, _ key: IdentityKey) -> Value {
    JSONWriter.value { writer in
      writer.beginArray()
      writer.append(document.elements(array).lazy.compactMap { key.value(document, $0) })
      writer.endArray()
    }
  }
}
