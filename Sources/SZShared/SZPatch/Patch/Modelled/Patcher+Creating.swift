internal import SZJSON
internal import SZModel

extension Patcher {
  /// The text of what an item makes, an entity or an array of some, laid out by `layout`; nil where it cannot be made, which is
  /// listed then.
  mutating func createdPieces(
    _ relation: ItemIndex, _ place: Rules.Place?, _ path: PathTable.Path, layout: (Patcher, Value) -> [UInt8]
  ) -> [SourceEdits.Piece]? {
    // A copy of the state that lives on would have it copied with each change.
    guard let mark = state?.mark, var templates = state?.templates, place?.declared != nil else {
      return [.bytes(layout(self, createdValue(relation)))]
    }
    let made = made(relation, place, mark, &templates)
    state?.templates = templates
    guard let made else { return nil }
    for (item, id) in made.open {
      if let delegate = options.delegation?.delegates[id] { _ = delegatedCreation(item, id, delegate) }
    }
    guard made.open.isEmpty, mayCreate(made, path) else { return nil }
    if made.isNothing {
      alreadyAppliedCount += 1
      return nil
    }
    for (identity, item) in made.identities {
      state?.comings.append(
        ModelledState.Coming(item: relation, identity: identity, source: .item(item), path: path))
    }
    for (identity, value, entity) in made.contents {
      state?.comings.append(
        ModelledState.Coming(item: relation, identity: identity, source: .value(value, entity), path: path))
    }
    for reference in made.references {
      state?.touched.append(
        ModelledState.Touched(
          item: relation, identity: reference.identity, destination: reference.destination,
          value: reference.value, path: path, member: reference.member, node: target.root))
    }
    let text = layout(self, made.arrivals.isEmpty ? ordered(made.value, relation) : made.value)
    return made.arrivals.isEmpty ? [.bytes(text)] : split(text, made.arrivals, mark)
  }

  /// What an item makes by the model.
  private func made(
    _ relation: ItemIndex, _ place: Rules.Place?, _ mark: [UInt8], _ templates: inout CreationTemplates
  ) -> CreatedText.Made? {
    model.flatMap { model in
      CreatedText.make(
        tree, relation, at: place, model.rules, placed: model.placed, hashing, templates: &templates,
        mark: mark,
        delegated: { item, id in delegated(item, id) }
      ) { value, member, place, entity in convert(value, like: nil, member, place, entity) }
    }
  }

  /// Whether all that would be created can be, and stands nowhere already; if not, it is listed.
  private mutating func mayCreate(_ made: CreatedText.Made, _ path: PathTable.Path) -> Bool {
    if let (item, expected, found) = made.refused {
      reject(
        .create, ChangedPart(item: item, node: target.root, path: path), expected: expected, found: found)
      return false
    }
    if made.identities.contains(where: { standsElsewhere($0.item, $0.identity, path) }) { return false }
    for (number, item) in made.arrivals.enumerated() where isBlocked(item) || !arrives(item, path) {
      // Where one cannot come nothing is made, so that none has come.
      for other in made.arrivals[..<number] { state?.arrived.remove(other) }
      return false
    }
    return true
  }

  /// The text cut at the marks that stand in it for entities which are moved into it.
  private mutating func split(_ text: [UInt8], _ arrivals: [ItemIndex], _ mark: [UInt8]) -> [SourceEdits
    .Piece]
  {
    var pieces: [SourceEdits.Piece] = []
    var start = 0
    for (number, item) in arrivals.enumerated() {
      let token = JSONString.token(mark + Array("\(number)".utf8))
      guard let at = Patcher.find(token, in: text, from: start), let move = model?.moves[item],
        let moved = self.pieces(of: move)
      else { continue }
      pieces.append(.bytes(Array(text[start..<at])))
      pieces += moved
      start = at + token.count
    }
    pieces.append(.bytes(Array(text[start...])))
    return pieces
  }

  /// Where a token stands; it is one that stands nowhere else in part.
  private static func find(_ token: [UInt8], in text: [UInt8], from start: Int) -> Int? {
    guard text.count >= token.count else { return nil }
    var index = start
    while index <= text.count - token.count {
      if text[index] == token[0], text[index..<index + token.count].elementsEqual(token) { return index }
      index += 1
    }
    return nil
  }

  /// Applies the change of a to-many to none: what is deleted is gone, what is updated is missed. Answers whether something is made.
  mutating func membersOfNone(_ relation: ItemIndex, _ node: Document.Node, _ path: PathTable.Path) -> Bool {
    var makes = false
    switch tree[relation] {
    case .toMany:
      for child in tree.children(of: relation) {
        guard let entity = tree[child].entity else { continue }
        switch entity.state {
        case .created: makes = true
        case .deleted: alreadyAppliedCount += 1
        case .updated, .untouched:
          let heading = tree.heading(of: child)
          if heading.from != nil {
            makes = true
          } else if heading.to == nil, policy != .force || EntityText.makesSomething(tree, child) {
            reject(
              .update, ChangedPart(item: child, node: node, path: path),
              expected: .words("a member with \(label(child))"), found: .nothing)
          }
        }
      }
    case .set(_, let new):
      makes = !new.isEmpty
      if !makes { alreadyAppliedCount += 1 }
    case .list:
      // Whatever comes to an empty list comes to none, too.
      let fits = tree.children(of: relation).allSatisfy { child in
        guard case .hunk(let hunk) = tree[child] else { return true }
        return hunk.old.isEmpty && hunk.before.stretch.isEmpty && hunk.after.stretch.isEmpty
      }
      for child in tree.children(of: relation) {
        guard case .hunk(let hunk) = tree[child] else { continue }
        if hunk.new.isEmpty {
          alreadyAppliedCount += 1
        } else if fits {
          makes = true
        } else if policy != .force {
          reject(
            .hunk, ChangedPart(item: child, node: node, path: path), .index(hunk.at),
            expected: .words("elements to change"), found: .nothing)
        }
      }
    default: break
    }
    return makes
  }
}
