/// What must have happened to elements of three versions if they are one, in parts of an element.
///
/// An element that is there all the time costs nothing, and an edited child its part of the element. Two elements that share less
/// than half are cheaper as one taken out and one put in.
struct ElementCosts {
  static let whole: Int32 = 1200
  /// An element that one side put in.
  static let inserted: Int32 = 400
  /// One that both took out. Less than if each side took out another one: of equal elements both took out the same, and what both
  /// still have stays.
  static let goneInBoth: Int32 = 490
  /// One that one side took out.
  static let gone: Int32 = 250
  /// What both put in, alike: hardly more than what one did, as it is one of them for which it arrived already.
  private static let insertedAlike: Int32 = 430
  static let conflict: Int32 = 150
  /// Nobody edits an element until it is another one: that one has moved.
  private static let exchanged: Int32 = 400
  /// Nobody edits so much of an element.
  static let tooMuch: Int32 = 1000

  private let rows: Three<ElementRow>
  private let starts: Three<Int>
  private let counts: (edited: Int, current: Int)
  private let inEdited: [Int32]
  private let inCurrent: [Int32]

  init(_ rows: Three<ElementRow>, _ ranges: Three<Range<Int>>) {
    self.rows = rows
    starts = ranges.map(\.lowerBound)
    counts = (ranges.edited.count, ranges.current.count)
    let known = Set(rows.pristine.hashes[ranges.pristine])
    func table(_ row: ElementRow, _ range: Range<Int>) -> [Int32] {
      ranges.pristine.flatMap { old in
        range.map { new in
          let edit = ElementCosts.edit(rows.pristine, old, row, new)
          return edit > 0 && known.contains(row.hashes[new]) ? edit + ElementCosts.exchanged : edit
        }
      }
    }
    inEdited = table(rows.edited, ranges.edited)
    inCurrent = table(rows.current, ranges.current)
  }

  /// What it costs to make one element out of another.
  static func edit(_ old: ElementRow, _ position: Int, _ new: ElementRow, _ other: Int) -> Int32 {
    if old.hashes[position] == new.hashes[other] { return 0 }
    let (old, new) = (old.traits(position), new.traits(other))
    return cost(Three(pristine: old, edited: new, current: old))
  }

  func insertedByBoth(_ edited: Int, _ current: Int) -> Int32? {
    rows.edited.hashes[starts.edited + edited] == rows.current.hashes[starts.current + current]
      ? ElementCosts.insertedAlike : nil
  }

  func goneInCurrent(_ pristine: Int, _ edited: Int) -> Int32? {
    half(inEdited[pristine * counts.edited + edited])
  }

  func goneInEdited(_ pristine: Int, _ current: Int) -> Int32? {
    half(inCurrent[pristine * counts.current + current])
  }

  private func half(_ edit: Int32) -> Int32? {
    if edit == 0 { return ElementCosts.gone }
    return edit <= ElementCosts.tooMuch ? ElementCosts.gone + edit + ElementCosts.conflict : nil
  }

  /// An element that is in all three.
  func kept(_ pristine: Int, _ edited: Int, _ current: Int) -> Int32? {
    let (left, right) = (
      inEdited[pristine * counts.edited + edited], inCurrent[pristine * counts.current + current]
    )
    if left == 0 { return right <= ElementCosts.tooMuch ? right : nil }
    if right == 0 { return left <= ElementCosts.tooMuch ? left : nil }
    let positions = Three(
      pristine: starts.pristine + pristine, edited: starts.edited + edited, current: starts.current + current)
    if rows.edited.hashes[positions.edited] == rows.current.hashes[positions.current] {
      return left <= ElementCosts.tooMuch ? left + 30 : nil
    }
    // One of them resembles what it was, and the other one of the two.
    guard min(left, right) <= ElementCosts.tooMuch else { return nil }
    let joined = ElementCosts.cost(
      Three(
        pristine: rows.pristine.traits(positions.pristine), edited: rows.edited.traits(positions.edited),
        current: rows.current.traits(positions.current)))
    let cost = max(joined, left, right)
    return cost <= ElementCosts.whole * 2 ? cost : nil
  }

  /// Whether both sides edited one child of an element, and not alike.
  func isContradictory(_ pristine: Int, _ edited: Int, _ current: Int) -> Bool {
    if inEdited[pristine * counts.edited + edited] == 0 || inCurrent[pristine * counts.current + current] == 0
    {
      return false
    }
    let positions = Three(
      pristine: starts.pristine + pristine, edited: starts.edited + edited, current: starts.current + current)
    if rows.edited.hashes[positions.edited] == rows.current.hashes[positions.current] { return false }
    return ElementCosts.compared(
      Three(
        pristine: rows.pristine.traits(positions.pristine), edited: rows.edited.traits(positions.edited),
        current: rows.current.traits(positions.current))
    ).conflicts > 0
  }

  private static func cost(_ versions: Three<ElementTraits>) -> Int32 {
    let (cost, conflicts) = compared(versions)
    return cost + conflicts * conflict
  }

  /// What both sides edited, child by child; what both edited alike counts once.
  static func compared(_ versions: Three<ElementTraits>) -> (cost: Int32, conflicts: Int32) {
    let (pristine, edited, current) = (versions.pristine, versions.edited, versions.current)
    guard pristine.kind != .scalar, pristine.kind == edited.kind, pristine.kind == current.kind else {
      return (.max / 8, 1)
    }
    let count = Int32(max(pristine.children.count, edited.children.count, current.children.count, 1))
    var (cost, conflicts): (Int32, Int32) = (0, 0)
    var next = Three(pristine: 0, edited: 0, current: 0)
    while true {
      let name = min(pristine.name(next.pristine), edited.name(next.edited), current.name(next.current))
      if name == .max { break }
      let was = pristine.take(name, &next.pristine)
      let left = edited.take(name, &next.edited)
      let right = current.take(name, &next.current)
      let isEdited = (left?.value != was?.value, right?.value != was?.value)
      func change(_ value: ElementTraits.Child?) -> Int32 {
        was != nil && value != nil && was?.kind == value?.kind && was?.kind != .scalar ? 300 : 900
      }
      switch isEdited {
      case (false, false): break
      case (true, false): cost += change(left)
      case (false, true): cost += change(right)
      case (true, true):
        if left?.value == right?.value {
          cost += change(left)
        } else {
          cost += change(left) + change(right)
          if change(left) != 300 || change(right) != 300 { conflicts += 1 }
        }
      }
    }
    return (cost / count, conflicts)
  }
}
