/// Merges two edits of a sequence whose elements have no identity, from the hunks of each.
///
/// Hunks that do not overlap are both taken. What both inserted at one place is taken from both, and once where it is
/// equal. A hunk that only takes elements out agrees with anything. Where both put other elements in the place of the same
/// ones, the two contradict each other. The idea is that of diff3 (Khanna, Kunal and Pierce, "A Formal Investigation of
/// Diff3", 2007), with elements edited in place as a third kind of hunk.
struct ListMerge {
  /// A part of the result, in order.
  enum Step: Equatable {
    /// An element of CURRENT.
    case keep(Int)
    /// An element of EDITED, inserted.
    case take(Int)
    /// An element that is in all three; at least one side edited it.
    case merge(pristine: Int, edited: Int, current: Int)
    /// An element that one side took out and the other edited.
    case half(pristine: Int, edited: Int?, current: Int?)
    /// Stretches that contradict each other.
    case conflict(pristine: Range<Int>, edited: Range<Int>, current: Range<Int>)
  }

  /// Hunks that overlap or touch each other, merged together.
  struct Region {
    /// Where it is in each version.
    let ranges: Three<Range<Int>>
    /// Its part of ``ListMerge/steps``.
    let steps: Range<Int>
  }

  /// One side of the merge: its hunks against PRISTINE, and the hashes of its elements.
  private struct Side {
    let hunks: [SequenceHunk]
    let hashes: [UInt64]
    /// The next hunk, and how much longer the side is than PRISTINE up to it.
    var next = 0
    var shift = 0

    var head: SequenceHunk? { next < hunks.count ? hunks[next] : nil }
  }

  private let pristine: [UInt64]
  private var edited: Side
  private var current: Side
  private var contested: ArraySlice<Range<Int>>
  private(set) var steps: [Step] = []
  private(set) var regions: [Region] = []

  /// Merges two sides by what they did. Stretches of PRISTINE in `contested` (ascending, apart) are conflicts where both
  /// sides changed something in them. Linear but for aligning what both inserted.
  init(_ rows: Three<ElementRow>, _ matching: ListMatching, contested: [Range<Int>] = []) {
    self.init(rows, matching.edited, matching.current, contested: contested)
  }

  init(
    _ rows: Three<ElementRow>, _ inEdited: [SequenceHunk], _ inCurrent: [SequenceHunk],
    contested: [Range<Int>] = []
  ) {
    pristine = rows.pristine.hashes
    edited = Side(hunks: inEdited, hashes: rows.edited.hashes)
    current = Side(hunks: inCurrent, hashes: rows.current.hashes)
    self.contested = contested[...]
    run()
  }

  private mutating func run() {
    var position = 0
    while let start = [edited.head, current.head].compactMap({ $0?.old.lowerBound }).min() {
      steps += (position..<start).map { .keep($0 + current.shift) }
      position = region(from: start)
    }
    steps += (position..<pristine.count).map { .keep($0 + current.shift) }
  }

  /// Merges the hunks that overlap or touch each other, from the one that begins at `start`; answers where they end in
  /// PRISTINE.
  private mutating func region(from start: Int) -> Int {
    let first = (edited.next, current.next)
    var span = start..<start
    var hasGrown = true
    while hasGrown {
      hasGrown = false
      for isEdited in [false, true] {
        guard let hunk = isEdited ? edited.head : current.head, meets(hunk.old, span) else { continue }
        span = span.lowerBound..<max(span.upperBound, hunk.old.upperBound)
        if isEdited { edited.next += 1 } else { current.next += 1 }
        hasGrown = true
      }
    }
    let isContested = absorbContested(&span)
    let after = Stretch(edited.hunks[first.0..<edited.next], span, shift: edited.shift)
    let now = Stretch(current.hunks[first.1..<current.next], span, shift: current.shift)
    let collide =
      isContested && first.0 < edited.next && first.1 < current.next
      || ListMerge.collide(edited.hunks[first.0..<edited.next], current.hunks[first.1..<current.next])
    edited.shift = after.shift
    current.shift = now.shift
    let firstStep = steps.count
    join(span, after, now, collide: collide)
    regions.append(
      Region(
        ranges: Three(pristine: span, edited: after.range, current: now.range),
        steps: firstStep..<steps.count))
    return span.upperBound
  }

  /// Whether a hunk belongs to the region `span`: it begins in it, or it is an insertion at its end.
  private func meets(_ old: Range<Int>, _ span: Range<Int>) -> Bool {
    old.lowerBound < span.upperBound || old.lowerBound == span.upperBound && (old.isEmpty || span.isEmpty)
  }

  /// Extends a region to all hunks that begin in a contested stretch that it touches; answers whether there is one.
  private mutating func absorbContested(_ span: inout Range<Int>) -> Bool {
    while let next = contested.first, next.upperBound < span.lowerBound { contested = contested.dropFirst() }
    var isContested = false
    while let next = contested.first, next.lowerBound <= span.upperBound {
      isContested = true
      let end = max(next.upperBound, span.upperBound)
      while let hunk = edited.head, hunk.old.lowerBound <= max(end, span.upperBound) {
        span = span.lowerBound..<max(span.upperBound, hunk.old.upperBound)
        edited.next += 1
      }
      var hasGrown = true
      while hasGrown {
        hasGrown = false
        while let hunk = current.head, hunk.old.lowerBound <= max(end, span.upperBound) {
          span = span.lowerBound..<max(span.upperBound, hunk.old.upperBound)
          current.next += 1
          hasGrown = true
        }
        while let hunk = edited.head, hunk.old.lowerBound <= max(end, span.upperBound) {
          span = span.lowerBound..<max(span.upperBound, hunk.old.upperBound)
          edited.next += 1
          hasGrown = true
        }
      }
      if next.upperBound > span.upperBound { break }
      contested = contested.dropFirst()
    }
    return isContested
  }

  /// Whether both sides put something in the place of the same elements, or one into the middle of what the other replaced.
  private static func collide(_ inEdited: ArraySlice<SequenceHunk>, _ inCurrent: ArraySlice<SequenceHunk>)
    -> Bool
  {
    var (rest, others) = (inEdited, inCurrent)
    while let hunk = rest.first, let other = others.first {
      let inserts = !hunk.new.isEmpty && !other.new.isEmpty && !(hunk.isEdit && other.isEdit)
      let overlap = hunk.old.clamped(to: other.old)
      if inserts, !overlap.isEmpty { return true }
      if inserts, hunk.old.isEmpty, hunk.old.lowerBound > other.old.lowerBound,
        hunk.old.lowerBound < other.old.upperBound
      {
        return true
      }
      if inserts, other.old.isEmpty, other.old.lowerBound > hunk.old.lowerBound,
        other.old.lowerBound < hunk.old.upperBound
      {
        return true
      }
      if hunk.old.upperBound < other.old.upperBound {
        rest = rest.dropFirst()
      } else {
        others = others.dropFirst()
      }
    }
    return false
  }

  /// What one side made of a stretch of PRISTINE.
  private struct Stretch {
    /// The stretch of the side.
    let range: Range<Int>
    /// For each element of PRISTINE its position in the side; nil for one that was taken out.
    private(set) var kept: [Int?]
    private(set) var isEdited: [Bool]
    /// What was inserted, by how many elements of the stretch stand before it, and what replaced those that stood there.
    private(set) var inserted: [Int: Range<Int>] = [:]
    private(set) var replacements: [Int: Range<Int>] = [:]
    /// How much longer the side is than PRISTINE behind the stretch.
    let shift: Int

    init(_ hunks: ArraySlice<SequenceHunk>, _ span: Range<Int>, shift before: Int) {
      var shift = before
      kept = span.map { _ in nil }
      isEdited = span.map { _ in false }
      var position = span.lowerBound
      for hunk in hunks {
        for index in position..<hunk.old.lowerBound { kept[index - span.lowerBound] = index + shift }
        if hunk.isEdit {
          kept[hunk.old.lowerBound - span.lowerBound] = hunk.new.lowerBound
          isEdited[hunk.old.lowerBound - span.lowerBound] = true
        } else if hunk.old.isEmpty {
          inserted[hunk.old.lowerBound - span.lowerBound] = hunk.new
        } else if !hunk.new.isEmpty {
          replacements[hunk.old.lowerBound - span.lowerBound] = hunk.new
        }
        shift = hunk.new.upperBound - hunk.old.upperBound
        position = hunk.old.upperBound
      }
      for index in position..<span.upperBound { kept[index - span.lowerBound] = index + shift }
      range = span.lowerBound + before..<span.upperBound + shift
      self.shift = shift
    }

    var takesOut: Bool { kept.contains { $0 == nil } }

    /// The positions of all that was not there before, in order.
    var news: [Int] {
      (Array(inserted.values) + Array(replacements.values)).sorted { $0.lowerBound < $1.lowerBound }
        .flatMap { Array($0) }
    }

    /// Whether every element that `other` takes out is taken out here.
    func takesOutAll(of other: Stretch) -> Bool {
      zip(kept, other.kept).allSatisfy { $0 == nil || $1 != nil }
    }
  }

  private mutating func join(_ span: Range<Int>, _ after: Stretch, _ now: Stretch, collide: Bool) {
    if edited.hashes[after.range].elementsEqual(current.hashes[now.range]) {
      steps += now.range.map { .keep($0) }
      return
    }
    if collide, edited.hashes[after.range].elementsEqual(pristine[span]) {
      steps += now.range.map { .keep($0) }
      return
    }
    // One side may have all that the other did, and more.
    if after.takesOut || now.takesOut, !after.isEdited.contains(true), !now.isEdited.contains(true) {
      let news = (after.news.map { edited.hashes[$0] }, now.news.map { current.hashes[$0] })
      if now.takesOutAll(of: after), ListMerge.holds(news.1, news.0) {
        steps += now.range.map { .keep($0) }
        return
      }
      if after.takesOutAll(of: now), ListMerge.holds(news.0, news.1) {
        let both = Dictionary(
          uniqueKeysWithValues: zip(after.kept, now.kept).compactMap { after, now in
            after.flatMap { after in now.map { (after, $0) } }
          })
        steps += Array(after.range.map { position in both[position].map { .keep($0) } ?? .take(position) })
        return
      }
    }
    if collide {
      steps.append(.conflict(pristine: span, edited: after.range, current: now.range))
      return
    }
    for offset in 0...span.count {
      // What is inserted stands before what takes the place of the elements behind it.
      insert(after.inserted[offset], now.inserted[offset])
      insert(after.replacements[offset], now.replacements[offset])
      if offset < span.count { element(span.lowerBound + offset, offset, after, now) }
    }
  }

  private mutating func element(_ position: Int, _ offset: Int, _ after: Stretch, _ now: Stretch) {
    switch (after.kept[offset], now.kept[offset]) {
    case (nil, nil): break
    case (let inEdited?, let inCurrent?):
      let isEdited = after.isEdited[offset] || now.isEdited[offset]
      steps.append(
        isEdited ? .merge(pristine: position, edited: inEdited, current: inCurrent) : .keep(inCurrent))
    case (nil, let inCurrent?):
      if now.isEdited[offset] { steps.append(.half(pristine: position, edited: nil, current: inCurrent)) }
    case (let inEdited?, nil):
      if after.isEdited[offset] { steps.append(.half(pristine: position, edited: inEdited, current: nil)) }
    }
  }

  /// What both inserted at one place: CURRENT's elements first, then EDITED's, and once what both have.
  private mutating func insert(_ inEdited: Range<Int>?, _ inCurrent: Range<Int>?) {
    let (inEdited, inCurrent) = (inEdited ?? 0..<0, inCurrent ?? 0..<0)
    if inEdited.isEmpty {
      steps += inCurrent.map { .keep($0) }
      return
    }
    var next = inCurrent.lowerBound
    let gaps = SequenceAlignment.gaps(Array(current.hashes[inCurrent]), Array(edited.hashes[inEdited]))
    for gap in gaps {
      let end = inCurrent.lowerBound + gap.old.upperBound
      steps += (next..<end).map { .keep($0) }
      steps += gap.new.map { .take(inEdited.lowerBound + $0) }
      next = end
    }
    steps += (next..<inCurrent.upperBound).map { .keep($0) }
  }

  /// Whether `part` stands in `whole`, perhaps with others in between.
  private static func holds(_ whole: [UInt64], _ part: [UInt64]) -> Bool {
    var rest = part[...]
    for element in whole where element == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}
