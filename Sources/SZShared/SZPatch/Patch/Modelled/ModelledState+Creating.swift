internal import SZJSON
internal import SZModel

/// What is created under a model.
extension ModelledState {
  /// What an item makes, an entity or an array of some; nil where it cannot be made, which is listed then. Those that are moved
  /// into it have arrived.
  mutating func create(
    _ relation: ItemIndex, _ place: Rules.Place?, _ path: PathTable.Path, _ findings: inout PatchFindings
  ) -> CreatedText.Made? {
    var text = CreatedText(spellings, delegated, templates, placeholder: placeholder)
    let made = text.make(relation, at: place)
    templates = text.templates
    for (item, id) in made.open { delegated.askForCreation(item, id) }
    guard made.open.isEmpty, mayCreate(made, path, &findings) else { return nil }
    if made.isNothing {
      findings.alreadyAppliedCount += 1
      return nil
    }
    brought.add(made, by: relation, path, in: basis.target)
    return made
  }

  /// Whether all that would be created can be, and stands nowhere already; if not, it is listed.
  private mutating func mayCreate(
    _ made: CreatedText.Made, _ path: PathTable.Path, _ findings: inout PatchFindings
  ) -> Bool {
    if let (item, expected, found) = made.refused {
      findings.reject(
        .create, ChangedPart(item: item, node: basis.target.root, path: path), expected: expected,
        found: found)
      return false
    }
    for (identity, item) in made.identities {
      guard findings.passes(basis.standsElsewhere(item, identity, path)) else { return false }
    }
    for (number, item) in made.arrivals.enumerated()
    where findings.isBlocked(item) || !moves.arrives(item, path, &findings) {
      // Where one cannot come nothing is made, so that none has come.
      for other in made.arrivals[..<number] { moves.withdraw(arrival: other) }
      return false
    }
    return true
  }

  /// The text of what was made, cut at the placeholders that stand in it for entities which are moved into it.
  func pieces(_ text: [UInt8], of made: CreatedText.Made) -> [SourceEdits.Piece] {
    var pieces: [SourceEdits.Piece] = []
    var start = 0
    for (number, item) in made.arrivals.enumerated() {
      let token = JSONString.token(placeholder + Array("\(number)".utf8))
      guard let at = ModelledState.find(token, in: text, from: start), let move = model.moves[item],
        let moved = model.pieces(of: move)
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
}
