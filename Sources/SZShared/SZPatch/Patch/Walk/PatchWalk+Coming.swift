internal import SZJSON
internal import SZModel

/// Who comes, and who goes.
extension PatchWalk {
  /// The text of what an item makes, an entity or an array of some, as `text` lays its value out; nil where it cannot be made, which is
  /// listed then.
  mutating func createdPieces(
    _ relation: ItemIndex, _ place: Rules.Place?, _ path: PathTable.Path,
    text: (DocumentLayout, Value) -> [UInt8]
  ) -> [SourceEdits.Piece]? {
    if state == nil || place?.declared == nil {
      return [.bytes(text(layout, MadeValue.created(tree, relation, options)))]
    }
    let made = state?.create(relation, place, path, &findings)
    changeArrived()
    guard let made else { return nil }
    if made.arrivals.isEmpty {
      return [.bytes(text(layout, MadeValue.ordered(made.value, tree, relation, options)))]
    }
    return state?.pieces(text(layout, made.value), of: made)
  }

  /// Sets about what changes in the entities that have come from elsewhere.
  private mutating func changeArrived() {
    for change in state?.moves.nextChanges() ?? [] { push(.arrival(change)) }
  }

  /// Whether an entity that is not at its new place yet can come there; if not, it is listed. What changes in it is set about.
  mutating func arrives(_ item: ItemIndex, _ path: PathTable.Path) -> Bool {
    let arrives = state?.moves.arrives(item, path, &findings) ?? false
    changeArrived()
    return arrives
  }

  /// Whether an entity goes from where it stands; if not, it is listed.
  mutating func departs(_ part: ChangedPart, _ step: PathTable.Step?) -> Bool {
    state?.moves.departs(part, step, &findings) ?? false
  }

  /// Notes that an entity stands where it was to come already; what changes in it is added to what changes in what holds it.
  mutating func takeAsArrived(_ item: ItemIndex, _ node: Document.Node, _ updates: inout [PendingUpdate]) {
    findings.alreadyAppliedCount += 1
    if let change = state?.moves.takeAsArrived(item, node, &findings.paths) {
      updates.append(.relation(change))
    }
  }

  /// Whether the value of a part has everything that a creation names. Of entities that were moved into it, what else changes in them is
  /// added to what changes in what holds it.
  mutating func holds(_ part: ChangedPart, _ updates: inout [PendingUpdate]) -> Bool {
    guard let arrived = HeldCreation(basis).arrived(in: part) else { return false }
    for entity in arrived { takeAsArrived(entity.item, entity.node, &updates) }
    return true
  }

  /// Keeps the references that a value holds which is written as a member, and the entities that come with it. Linear in the value.
  mutating func bring(_ value: Value, _ member: ChangedMember, _ node: Document.Node, _ open: OpenEntity) {
    bring(
      value, ChangedPart(item: member.item, node: node, path: open.path, place: member.place), member.name)
  }

  /// The same, of a value that comes into an array, or of a member of it.
  mutating func bring(_ value: Value, _ part: ChangedPart, _ member: Value? = nil) {
    if let model = basis.model { state?.brought.add(value, part, member, model) }
  }

  /// Whether force may make what the items from `root` on say of something that is not there in `holder`; if not, it is listed. The
  /// references that it would write are kept, and the entities that come. Linear in the items.
  mutating func mayForce(_ root: ItemIndex, _ holder: ChangedPart) -> Bool {
    guard let model = basis.model else { return true }
    let making = ForcedMaking(root, in: holder, basis, model)
    guard findings.passes(making.objection) else { return false }
    state?.brought.add(making.brought)
    return true
  }

  /// Whether an entity holds nothing but what the change that deletes it says; if not, the first thing that it does not say is listed.
  mutating func mayDelete(_ part: ChangedPart, _ step: PathTable.Step) -> Bool {
    let (item, node, path, place) = (part.item, part.node, part.path, part.place)
    guard findings.passes(basis.otherName(part, .delete, step)) else { return false }
    if policy == .force { return true }
    guard place?.declared != nil else {
      if basis.isWhole(item, node) { return true }
      findings.rejectDeletion(item, path, step, at: node)
      return false
    }
    let whole = ChangedPart(
      item: item, node: node, path: findings.paths.add(step, below: path), place: place)
    guard let unsaid = UnsaidPart(basis).first(in: whole, &findings.paths) else { return true }
    // It may be in a part of another entity, but all of it is left out.
    let isListed = findings.rejected.contains(unsaid.part.item)
    findings.reject(unsaid)
    if !isListed { findings.rejected.remove(unsaid.part.item) }
    findings.rejected.insert(item)
    return false
  }

  /// Whether an entity that is marked as deleted must not be edited, which is listed then. By force it comes back, and a change that
  /// speaks of the marker may do what it says.
  mutating func isDead(_ item: ItemIndex, _ open: inout OpenEntity) -> Bool {
    guard let marker = basis.marker(open.place),
      Tombstone.isMarked(open.node, in: target, by: MemberName(marker))
    else { return false }
    let speaksOfIt = tree.children(of: item).contains { child in
      tree[child].attribute.map { $0.name.document.isString($0.name.node, equalTo: marker) } ?? false
    }
    if speaksOfIt || tree.isBare(item) { return false }
    if policy == .force {
      if let found = open.find(marker) { open.remove(found) }
      if let id = basis.entityID(open.place) { state?.noteRevived(open.node, id) }
      return false
    }
    findings.reject(
      tree.state(of: item) == .created ? .create : .update,
      ChangedPart(item: item, node: open.node, path: open.path),
      expected: .words("an entity that is not deleted"),
      found: .words("\"\(String(decoding: marker, as: UTF8.self))\": true"))
    return true
  }
}

extension DocumentLayout {
  /// The text of a member that comes into an object.
  func memberText(_ name: Value, _ value: Value, in object: Document.Node) -> [UInt8] {
    var text: [UInt8] = []
    appendMember(name, value, asChildOf: object, to: &text)
    return text
  }

  /// The text of an element that comes into an array.
  func elementText(_ value: Value, in array: Document.Node) -> [UInt8] {
    var text: [UInt8] = []
    append(value, asChildOf: array, to: &text)
    return text
  }
}
