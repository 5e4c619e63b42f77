public import SZJSON
public import SZModel

extension Patcher {
  /// Applies `change` to `target` under a model. Linear in both and in what deletions lead to, but for logarithms.
  ///
  /// What fits where it stands may turn out not to fit when all is seen: a reference that nothing answers, a deletion that others deny, a
  /// move of which one half is missing. Then the patch is made once more without those parts.
  /// - Throws: what the target must not have under the model.
  public static func apply(
    _ change: ChangeTree, to target: Document, _ options: PatchOptions, under schema: Schema
  ) throws(EntityError) -> PatchResult {
    let model = try ModelledTarget(change, target, schema, Hashing(exactNumbers: options.exactNumbers))
    var earlier = EarlierRounds()
    for _ in 0..<mostRounds {
      let patcher = Patcher.walked(change, to: target, options, model, earlier)
      if !patcher.requests.isEmpty || !patcher.wrongAnswers.isEmpty { return patcher.result }
      var late = patcher.halfMoves()
      var deleted = patcher.deletedEntities()
      if late.isEmpty { late = patcher.twice(deleted) }
      var coming = Set(patcher.state?.comings.map(\.identity) ?? [])
      // What comes elsewhere moved: its mark would be a second one of it.
      let unmarked = coming.intersection(patcher.state?.marked ?? [])
      if late.isEmpty, !unmarked.isEmpty {
        earlier.unmarked.formUnion(unmarked)
        continue
      }
      if late.isEmpty { late = patcher.followReplies(&deleted, &coming) }
      deleted.removeAll { coming.contains($0.identity) }
      if late.isEmpty { late = patcher.danglingReferences(with: coming, without: deleted) }
      var result = patcher.result
      if late.isEmpty { late = patcher.followDeletions(deleted, &result) }
      if late.isEmpty {
        result.notes += patcher.undeleted(besides: deleted, coming)
        if try patcher.isDoneOnce(under: schema) { return result }
        return patcher.withoutEdits.result
      }
      let known = earlier.blocked.count
      for (item, misfits) in Dictionary(grouping: late, by: \.item) where earlier.blocked[item] == nil {
        earlier.blocked[item] = misfits.map(\.misfit)
      }
      if earlier.blocked.count == known {
        // They are parts that no walk leaves out: the change as a whole does not fit.
        result.misfits += late.map(\.misfit)
        result.rejected.insert(.root)
        (result.base, result.edits, result.consequences) = (target, SourceEdits(), [])
        return result
      }
    }
    var patcher = Patcher.walked(
      change, to: target, options, model, EarlierRounds(unmarked: earlier.unmarked))
    patcher.reject(
      .update, patcher.whole, expected: .words("a change whose parts can be left out one by one"),
      found: .nothing)
    var result = patcher.result
    result.edits = SourceEdits()
    return result
  }

  /// Whether a second run would do nothing more, where hunks have moved in a list whose elements are edited.
  private func isDoneOnce(under schema: Schema) throws(EntityError) -> Bool {
    guard needsProof, !edits.isEmpty else { return true }
    let made = target.edited(by: edits)
    let model = try ModelledTarget(tree, made, schema, hashing)
    var second = Patcher(tree, made, options, model, EarlierRounds(blocked: earlier.blocked))
    second.isProof = true
    second.run(from: .root)
    return !does(more: second)
  }

  /// How often a patch is made without parts that turned out not to fit.
  private static let mostRounds = 16

  /// References that the change writes, and that no entity of the result answers although there is a place for it.
  func danglingReferences(with coming: Set<UInt64>, without deleted: [DeleteRules.Deleted]) -> [(
    item: ItemIndex, misfit: Misfit
  )] {
    guard let model, let state, !state.touched.isEmpty, !options.allowsDangling else { return [] }
    let deleted = Set(deleted.map(\.identity))
    var found: [(item: ItemIndex, misfit: Misfit)] = []
    for reference in state.touched where model.placed.contains(model.schema[reference.destination].tree) {
      if coming.contains(reference.identity) { continue }
      if let position = model.index.position(ofIdentity: reference.identity),
        !deleted.contains(reference.identity),
        !isMarked(at: position) || state.revived.contains(reference.identity)
      {
        continue
      }
      let destination = model.schema[reference.destination].name
      found.append(
        (
          reference.item,
          Misfit(
            operation: .refer, pointer: paths.pointer(reference.path, reference.member.map { .name($0) }),
            offset: target.start(reference.node),
            expected: .words("a '\(destination)' with the identity \(reference.value.shown)"),
            found: .nothing,
            hint: "--dangling allow takes it",
            entity: model.entity(of: reference.item, tree, at: reference.node, target))
        ))
    }
    return found
  }

  func isMarked(at position: EntityIndex.Position) -> Bool {
    guard let model, let marker = model.index.entity(position).tombstone else { return false }
    return Tombstone.isMarked(model.index.entries[position].node, in: target, by: MemberName(marker))
  }

  /// Carries out what follows from deletions elsewhere; answers what is refused.
  func followDeletions(_ deleted: [DeleteRules.Deleted], _ result: inout PatchResult) -> [(
    item: ItemIndex, misfit: Misfit
  )] {
    guard let model, !deleted.isEmpty, !options.isLiteral,
      model.schema.hasReferences(among: model.placed)
    else { return [] }
    if !concernsOthers(deleted, model) { return [] }
    let made = target.edited(by: edits)
    guard let index = try? EntityScan.index(made, model.schema, hashing, root: model.declaredRoot) else {
      return []
    }
    let rules = DeleteRules(deleted, in: index, root: model.declaredRoot, before: target)
    if rules.effects.isEmpty, rules.refusals.isEmpty { return [] }
    let places = places(of: rules, made)
    result.consequences = rules.effects.map { effect in
      let place = places(effect.node, effect.reference == nil ? nil : effect.member)
      return Consequence(
        kind: effect.kind, pointer: place.pointer, offset: place.offset,
        entity: Misfit.Entity(
          name: model.schema[effect.entity].name,
          identity: model.schema.identity(made, effect.node, of: model.schema[effect.entity])),
        member: effect.member, cause: effect.cause)
    }
    if !rules.effects.isEmpty {
      result.base = made
      result.edits = rules.edits(DocumentLayout(made, keepsComments: made.isRelaxed))
    }
    return rules.refusals.compactMap { refusal in
      if refusal.reason == .dangling ? options.allowsDangling : policy == .force && options.allowsDangling {
        return nil
      }
      let place = places(refusal.holder, refusal.reference == nil ? nil : refusal.member)
      let isDenied = refusal.reason == .denied
      return (
        refusal.item,
        Misfit(
          operation: isDenied ? .delete : .refer, pointer: place.pointer, offset: place.offset,
          expected: .words(
            isDenied ? "nothing that denies the deletion of \(refusal.deleted)" : refusal.deleted),
          found: isDenied ? .value(Value(made, refusal.reference ?? refusal.holder)) : .nothing,
          hint: isDenied ? nil : "--dangling allow takes it",
          entity: Misfit.Entity(
            name: model.schema[refusal.entity].name,
            identity: model.schema.identity(made, refusal.holder, of: model.schema[refusal.entity])))
      )
    }
  }

  /// Whether anything refers to entities that are deleted, or is referred to by them under a rule that does something: in the target, or
  /// by a reference that the change writes. Linear in the target.
  private func concernsOthers(_ deleted: [DeleteRules.Deleted], _ model: ModelledTarget) -> Bool {
    let schema = model.schema
    let references = References(target, schema, hashing, root: model.declaredRoot)
    let written = Set((state?.touched ?? []).map(\.identity))
    return deleted.contains { entity in
      if written.contains(entity.identity) || !references.naming(entity.identity).isEmpty { return true }
      var concerns = false
      References.forEach(target, entity.node, schema[entity.entity], schema, model.placed, hashing) {
        _, _, property, _ in
        let rule = schema.ownRule(of: property)
        concerns = concerns || rule == .cascade || rule == .deny
      }
      return concerns
    }
  }

  /// Where in the target the entities stand that the rules speak of, or members of them; of those without identity where the result has
  /// them.
  private func places(of rules: DeleteRules, _ made: Document) -> (Document.Node, _ member: String?) -> (
    pointer: String, offset: Int
  ) {
    guard let model else { return { _, _ in ("", 0) } }
    var nodes: [Document.Node: Document.Node] = [:]
    var others: [Document.Node] = []
    for (node, entity) in rules.effects.map({ ($0.node, $0.entity) })
      + rules.refusals.map({ ($0.holder, $0.entity) })
    {
      guard let identity = model.schema.identity(made, node, of: model.schema[entity], hashing),
        let position = model.index.position(ofIdentity: identity)
      else {
        others.append(node)
        continue
      }
      nodes[node] = model.index.entries[position].node
    }
    let (paths, otherPaths) = (NodePaths(target, to: nodes.values), NodePaths(made, to: others))
    return { [target] node, member in
      nodes[node].map { (paths.text(to: $0, member: member), target.start($0)) }
        ?? (otherPaths.text(to: node, member: member), target.start(target.root))
    }
  }
}
