extension ElementCosts {
  /// Whether the only elements of three stretches are one, and whether what the sides did to it is clear: what the history of the
  /// stretch would come to, found without it. Where they are not one, one side put its own in the place of the one that the others
  /// have. Nil where there is more to choose from.
  static func only(_ rows: Three<ElementRow>, _ positions: Three<Int>) -> (isOne: Bool, isClear: Bool)? {
    let left = edit(rows.pristine, positions.pristine, rows.edited, positions.edited)
    let right = edit(rows.pristine, positions.pristine, rows.current, positions.current)
    if left == 0 || right == 0 {
      let edit = max(left, right)
      return (edit <= tooMuch && edit < gone + inserted, true)
    }
    guard min(left, right) <= tooMuch else { return nil }
    let (joined, conflicts) = compared(
      Three(
        pristine: rows.pristine.traits(positions.pristine), edited: rows.edited.traits(positions.edited),
        current: rows.current.traits(positions.current)))
    let cost = max(joined + conflicts * conflict, left, right)
    // The other ways put in one element or two.
    let others = min(goneInBoth + inserted, gone + conflict + min(left, right)) + inserted
    return cost <= whole * 2 && cost < others ? (true, conflicts == 0) : nil
  }
}
