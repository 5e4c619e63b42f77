internal import SZJSON
internal import SZModel

/// What follows from deletions, by the delete rules of the model.
extension WalkedPatch {
  /// Carries out what follows from deletions elsewhere; answers what is refused.
  func followDeletions(_ deleted: [DeleteRules.Deleted], _ result: inout PatchResult) -> [LateMisfit] {
    guard !deleted.isEmpty, !basis.options.isLiteral,
      model.schema.hasReferences(among: model.placed)
    else { return [] }
    if !concernsOthers(deleted) { return [] }
    let patched = target.edited(by: edits)
    guard let index = try? EntityScan.index(patched, model.schema, basis.hashing, root: model.declaredRoot)
    else {
      return []
    }
    let rules = DeleteRules(deleted, in: index, root: model.declaredRoot, before: target)
    if rules.effects.isEmpty, rules.refusals.isEmpty { return [] }
    let places = places(of: rules, patched)
    result.consequences = rules.effects.map { effect in
      let place = places(effect.node, effect.reference == nil ? nil : effect.member)
      return Consequence(
        kind: effect.kind, pointer: place.pointer, offset: place.offset,
        entity: Misfit.Entity(
          name: model.schema[effect.entity].name,
          identity: model.schema.identity(patched, effect.node, of: model.schema[effect.entity])),
        member: effect.member, cause: effect.cause)
    }
    if !rules.effects.isEmpty {
      result.base = patched
      result.edits = rules.edits(DocumentLayout(patched, keepsComments: patched.isRelaxed))
    }
    return rules.refusals.compactMap { refusal in
      if refusal.reason == .dangling
        ? basis.options.allowsDangling : basis.policy == .force && basis.options.allowsDangling
      {
        return nil
      }
      let place = places(refusal.holder, refusal.reference == nil ? nil : refusal.member)
      let isDenied = refusal.reason == .denied
      return LateMisfit(
        item: refusal.item,
        misfit: Misfit(
          operation: isDenied ? .delete : .refer, pointer: place.pointer, offset: place.offset,
          expected: .words(
            isDenied ? "nothing that denies the deletion of \(refusal.deleted)" : refusal.deleted),
          found: isDenied ? .value(Value(patched, refusal.reference ?? refusal.holder)) : .nothing
        ).of(
          Misfit.Entity(
            name: model.schema[refusal.entity].name,
            identity: model.schema.identity(patched, refusal.holder, of: model.schema[refusal.entity]))
        ).hinting(isDenied ? nil : "--dangling allow takes it"))
    }
  }

  /// Whether anything refers to entities that are deleted, or is referred to by them under a rule that does something: in the target, or
  /// by a reference that the change writes. Linear in the target.
  private func concernsOthers(_ deleted: [DeleteRules.Deleted]) -> Bool {
    let schema = model.schema
    let references = References(target, schema, basis.hashing, root: model.declaredRoot)
    let written = Set(state.brought.touched.map(\.identity))
    let held = HeldReferences(schema, to: model.placed, basis.hashing)
    return deleted.contains { entity in
      if written.contains(entity.identity) || !references.naming(entity.identity).isEmpty { return true }
      var concerns = false
      held.forEach(target, entity.node, schema[entity.entity]) {
        _, _, property, _ in
        let rule = schema.ownRule(of: property)
        concerns = concerns || rule == .cascade || rule == .deny
      }
      return concerns
    }
  }

  /// Where in the target the entities stand that the rules speak of, or members of them; of those without identity where the result has
  /// them.
  private func places(of rules: DeleteRules, _ patched: Document) -> (Document.Node, _ member: String?) -> (
    pointer: String, offset: Int
  ) {
    var nodes: [Document.Node: Document.Node] = [:]
    var others: [Document.Node] = []
    for (node, entity) in rules.effects.map({ ($0.node, $0.entity) })
      + rules.refusals.map({ ($0.holder, $0.entity) })
    {
      guard let identity = model.schema.identity(patched, node, of: model.schema[entity], basis.hashing),
        let position = model.index.position(ofIdentity: identity)
      else {
        others.append(node)
        continue
      }
      nodes[node] = model.index.entries[position].node
    }
    let (paths, otherPaths) = (NodePaths(target, to: nodes.values), NodePaths(patched, to: others))
    return { [target] node, member in
      nodes[node].map { (paths.text(to: $0, member: member), target.start($0)) }
        ?? (otherPaths.text(to: node, member: member), target.start(target.root))
    }
  }
}
