extension Merger {
  /// Merges two arrays: by identity where their elements have one, else as sequences.
  mutating func array(
    base: Document.Node?, _ theirs: Document.Node, _ ours: Document.Node, _ versions: Versions, _ spot: Spot
  ) {
    let placed = rules.key(spot.place)
    let columns = EntityColumns(
      pristine: pristine, base, edited: edited, theirs, current: current, ours,
      candidates: placed.map { [$0] } ?? options.keys)
    let isOneSided = base.map { pristine.hash($0) == current.hash(ours) } ?? false
    if let columns {
      var (spot, contradict) = (spot, false)
      if columns.bothMoved || columns.isDoubtful, !isOneSided, !spot.isChecked {
        // What is in a sound array need not be tried by itself.
        spot.isChecked = isSound(versions, spot)
        contradict = !spot.isChecked
        if contradict, columns.isDoubtful { return conflictAsWhole(.editEdit, versions, ours, spot) }
      }
      toMany(columns, ours, spot, ordersContradict: contradict)
      return
    }
    if let placed, problem == nil { problem = identityProblem(placed, base, theirs, ours) }
    guard let base else {
      return conflictAsWhole(versions.pristine == nil ? .createCreate : .editEdit, versions, ours, spot)
    }
    var spot = spot
    if !isOneSided, !spot.isChecked {
      guard isSound(versions, spot) else { return conflictAsWhole(.hunkHunk, versions, ours, spot) }
      spot.isChecked = true
    }
    list(base, theirs, ours, spot)
  }

  private mutating func conflictAsWhole(
    _ kind: Conflict.Kind, _ versions: Versions, _ ours: Document.Node, _ spot: Spot
  ) {
    carryOut(conflict(kind, versions, spot), versions, ours, spot)
  }

  /// Whether each side, when it arrives a second time, would find its edits done, and whether it makes no difference which
  /// of the two comes first.
  ///
  /// Edits of sequences without identities can look like others once they are joined: where one side took an element out
  /// that the other put in, nothing tells them apart any more. The merge is tried both ways, and merged again.
  private mutating func isSound(_ versions: Versions, _ spot: Spot) -> Bool {
    guard let theirs = versions.edited, let ours = versions.current else { return false }
    // A trial of its own, which knows nothing of what is around.
    let trial = Spot(place: spot.place, isChecked: true)
    trialBudget -= edited.range(theirs).count + current.range(ours).count
    if trialBudget < 0 { return false }
    let (theirValue, ownValue) = (Value(edited, theirs), Value(current, ours))
    guard let first = settled(versions.pristine, theirValue, ownValue, trial),
      let second = settled(versions.pristine, ownValue, theirValue, trial)
    else { return false }
    if first.hasConflicts || second.hasConflicts { return true }
    let hashing = Hashing(exactNumbers: options.exactNumbers, unordered: true)
    let results = (first.merged, second.merged)
    return ValueHash.of(results.0, results.0.root, hashing)
      == ValueHash.of(results.1, results.1.root, hashing)
  }

  /// What the trial of merging `edit` into `target` makes; nil when merging it once more makes something else.
  private func settled(_ before: Document.Node?, _ edit: Value, _ target: Value, _ trial: Spot) -> (
    merged: Document, hasConflicts: Bool
  )? {
    var plain = options
    plain.conflicts = .edited
    plain.deletes = nil
    var first = Merger(pristine, edit.document, target.document, plain, rules, nil, isTrial: true)
    first.run(Versions(pristine: before, edited: edit.node, current: target.node), trial)
    let bytes = target.document.bytes
    var text: [UInt8] = []
    for piece in first.edits.pieces(target.document.range(target.node)) {
      switch piece {
      case .bytes(let inserted): text += inserted
      case .source(let range): text += bytes.array(range)
      case .mark, .edited: continue
      }
    }
    let read = Document.ReadOptions(hashing: current.hashing, allowsDuplicates: true, allowsComments: true)
    guard let merged = try? Document.read(text, read) else { return nil }
    var second = Merger(pristine, edit.document, merged, plain, rules, nil, isTrial: true)
    second.run(Versions(pristine: before, edited: edit.node, current: merged.root), trial)
    return second.edits.isEmpty ? (merged, !first.conflicts.isEmpty) : nil
  }

  /// Why a key that was asked for does not fit, when the reason is that two elements share an identity.
  private func identityProblem(
    _ key: IdentityKey, _ base: Document.Node?, _ theirs: Document.Node, _ ours: Document.Node
  ) -> Problem? {
    let versions: [(Conflict.Party, Document, Document.Node?)] = [
      (.pristine, pristine, base), (.edited, edited, theirs), (.current, current, ours),
    ]
    let label = key.text
    for (party, document, array) in versions {
      guard let array, let hashing = document.hashing else { continue }
      var seen: Set<UInt64> = []
      for element in document.elements(array) {
        guard let (hash, _) = key.hash(document, element, hashing) else {
          return Problem(
            party: party, node: element, reason: "an element without \(JSONString.shown(label))")
        }
        if !seen.insert(hash).inserted {
          return Problem(
            party: party, node: element,
            reason: "two elements have this \(JSONString.shown(label)): "
              + Misfit.words(key.value(document, element).map { .value($0) } ?? .nothing))
        }
      }
    }
    return nil
  }
}
