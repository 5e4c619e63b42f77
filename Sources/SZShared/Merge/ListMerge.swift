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
    /// Elements of CURRENT that nobody touched.
    case run(Range<Int>)
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
  struct Side {
    let hunks: [SequenceHunk]
    let hashes: [UInt64]
    /// The next hunk, and how much longer the side is than PRISTINE up to it.
    var next = 0
    var shift = 0

    var head: SequenceHunk? { next < hunks.count ? hunks[next] : nil }
  }

  private let pristine: [UInt64]
  var edited: Side
  var current: Side
  private var contested: ArraySlice<Range<Int>>
  var steps: [Step] = []
  var regions: [Region] = []

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
    while let start = SequenceHunk.start(edited.head, current.head) {
      if position < start { steps.append(.run(position + current.shift..<start + current.shift)) }
      position = region(from: start)
    }
    if position < pristine.count {
      steps.append(.run(position + current.shift..<pristine.count + current.shift))
    }
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
    if single(first, span, isContested) { return span.upperBound }
    let inEdited = Stretch(edited.hunks[first.0..<edited.next], span, shift: edited.shift)
    let inCurrent = Stretch(current.hunks[first.1..<current.next], span, shift: current.shift)
    let collide =
      isContested && first.0 < edited.next && first.1 < current.next
      || ListMerge.collide(edited.hunks[first.0..<edited.next], current.hunks[first.1..<current.next])
    edited.shift = inEdited.shift
    current.shift = inCurrent.shift
    let firstStep = steps.count
    join(span, inEdited, inCurrent, collide: collide)
    regions.append(
      Region(
        ranges: Three(pristine: span, edited: inEdited.range, current: inCurrent.range),
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

  private mutating func join(_ span: Range<Int>, _ inEdited: Stretch, _ inCurrent: Stretch, collide: Bool) {
    if edited.hashes[inEdited.range].elementsEqual(current.hashes[inCurrent.range]) {
      steps += inCurrent.range.map { .keep($0) }
      return
    }
    if collide, edited.hashes[inEdited.range].elementsEqual(pristine[span]) {
      steps += inCurrent.range.map { .keep($0) }
      return
    }
    // One side may have all that the other did, and more.
    if inEdited.takesOut || inCurrent.takesOut, !inEdited.isEdited.contains(true),
      !inCurrent.isEdited.contains(true)
    {
      let news = (inEdited.news.map { edited.hashes[$0] }, inCurrent.news.map { current.hashes[$0] })
      if inCurrent.takesOutAll(of: inEdited), ListMerge.holds(news.1, news.0) {
        steps += inCurrent.range.map { .keep($0) }
        return
      }
      if inEdited.takesOutAll(of: inCurrent), ListMerge.holds(news.0, news.1) {
        let both = Dictionary(
          uniqueKeysWithValues: zip(inEdited.kept, inCurrent.kept).compactMap { inEdited, inCurrent in
            inEdited.flatMap { inEdited in inCurrent.map { (inEdited, $0) } }
          })
        steps += Array(inEdited.range.map { position in both[position].map { .keep($0) } ?? .take(position) })
        return
      }
    }
    if collide {
      steps.append(.conflict(pristine: span, edited: inEdited.range, current: inCurrent.range))
      return
    }
    for offset in 0...span.count {
      // What is inserted stands before what takes the place of the elements behind it.
      insert(inEdited.inserted[offset], inCurrent.inserted[offset])
      insert(inEdited.replacements[offset], inCurrent.replacements[offset])
      if offset < span.count { element(span.lowerBound + offset, offset, inEdited, inCurrent) }
    }
  }

  private mutating func element(
    _ position: Int, _ offset: Int, _ inEdited: Stretch, _ inCurrent: Stretch
  ) {
    switch (inEdited.kept[offset], inCurrent.kept[offset]) {
    case (nil, nil): break
    case (let edited?, let current?):
      let isEdited = inEdited.isEdited[offset] || inCurrent.isEdited[offset]
      steps.append(
        isEdited ? .merge(pristine: position, edited: edited, current: current) : .keep(current))
    case (nil, let current?):
      if inCurrent.isEdited[offset] {
        steps.append(.half(pristine: position, edited: nil, current: current))
      }
    case (let edited?, nil):
      if inEdited.isEdited[offset] { steps.append(.half(pristine: position, edited: edited, current: nil)) }
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
