/// The rule by which hunks of a list find their places, written so that it can be read: every place is tried, nothing is
/// kept. What ``HunkPlacement`` does fast must come to the same.
package struct ListRule {
  package struct Hunk: Sendable {
    package var at: Int
    /// Nil: the front, the end. Empty: nothing is said.
    package var before: [Int]?
    package var old: [Int] = []
    package var new: [Int] = []
    package var after: [Int]?

    package init(at: Int, before: [Int]?, old: [Int], new: [Int], after: [Int]?) {
      (self.at, self.before, self.old, self.new, self.after) = (at, before, old, new, after)
    }

    package var isBare: Bool { old.isEmpty != new.isEmpty && before == [] && after == [] }

    package var text: String {
      var parts = ["\"at\":\(at)"]
      if let before { parts.append("\"before\":\(before)") }
      if !old.isEmpty { parts.append("\"old\":\(old)") }
      if !new.isEmpty { parts.append("\"new\":\(new)") }
      if let after { parts.append("\"after\":\(after)") }
      return "{" + parts.joined(separator: ",") + "}"
    }
  }

  package enum Answer: Equatable {
    case fits(Int)
    case applied
    case misfit
    /// It would be done, but for what moves with it.
    case left
  }

  /// What is done about each hunk, and the list that it makes.
  package static func apply(_ hunks: [Hunk], to list: [Int]) -> (answers: [Answer], result: [Int]) {
    let first = answers(hunks, list, assumed: [])
    let made = result(hunks, list, first)
    let bare = hunks.indices.filter { number in
      if case .fits = first[number] { return hunks[number].isBare } else { return false }
    }
    let second = answers(hunks, made, assumed: Set(bare))
    func isFitting(_ answer: Answer) -> Bool { if case .fits = answer { true } else { false } }
    let isSettled = hunks.indices.allSatisfy { second[$0] == (isFitting(first[$0]) ? .applied : first[$0]) }
    if isSettled || made == list && !first.contains(where: isFitting) {
      return (first, made)
    }
    return (first.map { isFitting($0) ? .misfit : $0 }, list)
  }

  private static func result(_ hunks: [Hunk], _ list: [Int], _ answers: [Answer]) -> [Int] {
    var result: [Int] = []
    var next = 0
    for (hunk, answer) in zip(hunks, answers) {
      guard case .fits(let place) = answer else { continue }
      result += list[next..<place] + hunk.new
      next = place + hunk.old.count
    }
    return result + list[next...]
  }

  private static func answers(_ hunks: [Hunk], _ list: [Int], assumed: Set<Int>) -> [Answer] {
    // What the hunks so far took ends at `free`, what they need at `kept`.
    var (shift, free, kept) = (0, 0, 0)
    let answers = hunks.enumerated().map { number, hunk -> Answer in
      let place = hunk.at + shift
      var found = answer(hunk, list, place, free, kept)
      var length = hunk.old.count
      if assumed.contains(number) { found = (.applied, place) }
      if found.answer == .applied { length = hunk.new.count }
      if found.answer == .misfit { return .misfit }
      shift = found.place + length - hunk.at - hunk.old.count
      free = found.place + length
      let after = hunk.after ?? []
      kept = free + (list.dropFirst(free).starts(with: after) ? after.count : 0)
      return found.answer
    }
    return withoutHalfMoves(hunks, answers)
  }

  /// Nothing is put that another hunk takes out, unless that is done now; and what moves with a hunk goes with it.
  private static func withoutHalfMoves(_ hunks: [Hunk], _ answers: [Answer]) -> [Answer] {
    func isFitting(_ number: Int) -> Bool {
      if case .fits = answers[number] { return true } else { return false }
    }
    func takes(_ number: Int) -> Set<Int> { Set(hunks[number].old).subtracting(hunks[number].new) }
    func puts(_ number: Int) -> Set<Int> { Set(hunks[number].new).subtracting(hunks[number].old) }
    let moved = Set(hunks.indices.flatMap(takes)).intersection(hunks.indices.flatMap(puts))
    let fitting = Set(hunks.indices.filter(isFitting).flatMap(takes))
    var isOut = hunks.indices.map { number in
      answers[number] == .misfit
        || isFitting(number) && !puts(number).intersection(moved).isSubset(of: fitting)
    }
    let isMisfit = isOut
    while true {
      let lost = hunks.indices.filter { isOut[$0] }.reduce(into: Set<Int>()) {
        $0.formUnion(takes($1).union(puts($1)).intersection(moved))
      }
      let next = hunks.indices.map { isOut[$0] || !takes($0).union(puts($0)).isDisjoint(with: lost) }
      if next == isOut { break }
      isOut = next
    }
    return hunks.indices.map { isMisfit[$0] ? .misfit : isOut[$0] ? .left : answers[$0] }
  }

  private static func answer(_ hunk: Hunk, _ list: [Int], _ place: Int, _ free: Int, _ kept: Int)
    -> (answer: Answer, place: Int)
  {
    let lead = hunk.before?.count ?? 0
    let isFree = !hunk.old.isEmpty && !hunk.new.isEmpty && lead == 0 && (hunk.after ?? []).isEmpty
    /// Whether the context stands around `middle`, whose place is `place`.
    func stands(_ middle: [Int], _ place: Int, ends: Bool = true) -> Bool {
      let whole = (hunk.before ?? []) + middle + (hunk.after ?? [])
      let start = place - lead
      guard start >= 0, start + whole.count <= list.count, Array(list[start..<start + whole.count]) == whole
      else { return false }
      if isFree || !ends { return true }
      return (hunk.before != nil || start == free) && (hunk.after != nil || start + whole.count == list.count)
    }
    func here(_ middle: [Int]) -> Bool { place >= kept && place - lead >= free && stands(middle, place) }
    func places(_ middle: [Int], ends: Bool = true) -> [Int] {
      (0...list.count).filter {
        // At its place it may share what the hunk before it needs.
        let isHere = !ends && $0 == place && place >= kept && place - lead >= free
        return (isHere || $0 - lead >= kept) && stands(middle, $0, ends: ends)
      }
    }
    if hunk.isBare {
      let fits =
        place >= kept && place <= list.count && list[min(place, list.count)...].starts(with: hunk.old)
      return fits ? (.fits(place), place) : (.misfit, 0)
    }
    if here(hunk.old) { return (.fits(place), place) }
    if here(hunk.new) { return (.applied, place) }
    var (p, q) = (places(hunk.old), places(hunk.new))
    if p.count == 1, q.isEmpty { return (.fits(p[0]), p[0]) }
    if q.count == 1, p.isEmpty { return (.applied, q[0]) }
    guard p.isEmpty, q.isEmpty, (lead == 0) != (hunk.after ?? []).isEmpty else { return (.misfit, 0) }
    (p, q) = (places(hunk.old, ends: false), places(hunk.new, ends: false))
    if hunk.new.count > hunk.old.count {
      if q.count == 1 { return (.applied, q[0]) }
      let beyond =
        p.count != 1 || !hunk.old.isEmpty
        ? []
        : (hunk.after == nil ? list[p[0]...] : []) + (hunk.before == nil && free == 0 ? list[..<p[0]] : [])
      if beyond.contains(where: hunk.new.contains) { return (.misfit, 0) }
      return p.count == 1 && q.isEmpty ? (.fits(p[0]), p[0]) : (.misfit, 0)
    }
    if !hunk.new.isEmpty { return p.count == 1 && q.isEmpty ? (.fits(p[0]), p[0]) : (.misfit, 0) }
    if p.count == 1 { return (.fits(p[0]), p[0]) }
    if p.isEmpty, q.count == 1, !list.contains(where: { hunk.old.contains($0) }) { return (.applied, q[0]) }
    return (.misfit, 0)
  }
}
