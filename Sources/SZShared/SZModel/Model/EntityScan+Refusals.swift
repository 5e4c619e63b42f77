internal import SZJSON

/// What a document under a model is refused for.
extension EntityScan {
  /// Refuses a member that the model does not know.
  func checkMembers(_ node: Document.Node, _ entity: Schema.Entity) throws(EntityError) {
    for member in document.members(node) {
      let name = document.characters(member.name)
      if entity.property(name) != nil || name == Schema.entityName.characters || name == entity.tombstone {
        continue
      }
      let text = String(decoding: name, as: UTF8.self)
      throw EntityError(
        .unknownMember(text, entity: entity.name, nearest: NearestName.of(text, in: entity.knownNames)),
        at: member.name)
    }
  }

  /// What is wrong where an identity comes a second time.
  func twice(
    _ node: Document.Node, _ entity: Schema.Entity, _ identity: UInt64?, _ container: Document.Node
  ) -> EntityError {
    let first = identity.flatMap { builder.entry(ofIdentity: $0) }
    let members = entity.key?.members(Value(document, node)) ?? []
    var text: [UInt8] = []
    for (number, member) in members.enumerated() {
      if number > 0 { text += Array(", ".utf8) }
      member.value.appendCompact(to: &text)
    }
    return EntityError(
      .identityTwice(
        String(decoding: text, as: UTF8.self), entity: entity.name, first: first?.node ?? node,
        inOneSet: first?.container == container), at: node)
  }
}
