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

  /// One side of the merge: its hunks against PRISTINE, and the hashes of its elements.
  struct Side {
    let hunks: [ListPlan.Hunk]
    let hashes: [UInt64]
    /// The next hunk, and how much longer the side is than PRISTINE up to it.
    var next = 0
    var shift = 0

    init(hunks: [ListPlan.Hunk], hashes: [UInt64]) {
      self.hunks = hunks
      self.hashes = hashes
    }

    var head: ListPlan.Hunk? { next < hunks.count ? hunks[next] : nil }
  }

  private let count: Int
  private var edited: Side
  private var current: Side
  private(set) var steps: [Step] = []

  /// Merges two sides of a sequence of `count` elements. Linear but for aligning what both inserted.
  init(count: Int, edited: Side, current: Side) {
    self.count = count
    self.edited = edited
    self.current = current
    run()
  }

  private mutating func run() {
    var position = 0
    while true {
      let heads = [edited.head, current.head].compactMap { $0?.old }
      guard let start = heads.map(\.lowerBound).min() else { break }
      steps += (position..<start).map { .keep($0 + current.shift) }
      position = region(from: start)
    }
    steps += (position..<count).map { .keep($0 + current.shift) }
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
    let theirs = Region(edited, first.0, span)
    let ours = Region(current, first.1, span)
    let collide = ListMerge.collide(
      edited.hunks[first.0..<edited.next], current.hunks[first.1..<current.next])
    edited.shift = theirs.shift
    current.shift = ours.shift
    join(span, theirs, ours, collide: collide)
    return span.upperBound
  }

  /// Whether a hunk belongs to the region `span`: it begins in it, or it is an insertion at its end.
  private func meets(_ old: Range<Int>, _ span: Range<Int>) -> Bool {
    old.lowerBound < span.upperBound || old.lowerBound == span.upperBound && (old.isEmpty || span.isEmpty)
  }

  /// Whether both sides put something in the place of the same elements, or one into the middle of what the other replaced.
  private static func collide(_ theirs: ArraySlice<ListPlan.Hunk>, _ ours: ArraySlice<ListPlan.Hunk>) -> Bool
  {
    var (rest, others) = (theirs, ours)
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
      if hunk.old.upperBound < other.old.upperBound { rest.removeFirst() } else { others.removeFirst() }
    }
    return false
  }

  /// What one side made of a stretch of PRISTINE.
  private struct Region {
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

    init(_ side: Side, _ first: Int, _ span: Range<Int>) {
      var shift = side.shift
      kept = span.map { _ in nil }
      isEdited = span.map { _ in false }
      var position = span.lowerBound
      for hunk in side.hunks[first..<side.next] {
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
      range = span.lowerBound + side.shift..<span.upperBound + shift
      self.shift = shift
    }

    var takesOut: Bool { kept.contains { $0 == nil } }

    /// The positions of all that was not there before, in order.
    var news: [Int] {
      (Array(inserted.values) + Array(replacements.values)).sorted { $0.lowerBound < $1.lowerBound }
        .flatMap { Array($0) }
    }

    /// Whether every element that `other` takes out is taken out here.
    func takesOutAll(of other: Region) -> Bool {
      zip(kept, other.kept).allSatisfy { $0 == nil || $1 != nil }
    }
  }

  private mutating func join(_ span: Range<Int>, _ theirs: Region, _ ours: Region, collide: Bool) {
    let (after, now) = (edited.hashes[theirs.range], current.hashes[ours.range])
    if after.elementsEqual(now) {
      steps += ours.range.map { .keep($0) }
      return
    }
    // One side may have all that the other did, and more.
    if theirs.takesOut || ours.takesOut, !theirs.isEdited.contains(true), !ours.isEdited.contains(true) {
      let news = (theirs.news.map { edited.hashes[$0] }, ours.news.map { current.hashes[$0] })
      if ours.takesOutAll(of: theirs), ListMerge.holds(news.1, news.0) {
        steps += ours.range.map { .keep($0) }
        return
      }
      if theirs.takesOutAll(of: ours), ListMerge.holds(news.0, news.1) {
        let both = Dictionary(
          uniqueKeysWithValues: zip(theirs.kept, ours.kept).compactMap { after, now in
            after.flatMap { after in now.map { (after, $0) } }
          })
        steps += Array(theirs.range.map { position in both[position].map { .keep($0) } ?? .take(position) })
        return
      }
    }
    if collide {
      steps.append(.conflict(pristine: span, edited: theirs.range, current: ours.range))
      return
    }
    for offset in 0...span.count {
      // What is inserted stands before what takes the place of the elements behind it.
      insert(theirs.inserted[offset], ours.inserted[offset])
      insert(theirs.replacements[offset], ours.replacements[offset])
      if offset < span.count { element(span.lowerBound + offset, offset, theirs, ours) }
    }
  }

  private mutating func element(_ position: Int, _ offset: Int, _ theirs: Region, _ ours: Region) {
    switch (theirs.kept[offset], ours.kept[offset]) {
    case (nil, nil): break
    case (let after?, let now?):
      let isEdited = theirs.isEdited[offset] || ours.isEdited[offset]
      steps.append(isEdited ? .merge(pristine: position, edited: after, current: now) : .keep(now))
    case (nil, let now?):
      if ours.isEdited[offset] { steps.append(.half(pristine: position, edited: nil, current: now)) }
    case (let after?, nil):
      if theirs.isEdited[offset] { steps.append(.half(pristine: position, edited: after, current: nil)) }
    }
  }

  /// What both inserted at one place: CURRENT's elements first, then EDITED's, and once what both have.
  private mutating func insert(_ theirs: Range<Int>?, _ ours: Range<Int>?) {
    let (theirs, ours) = (theirs ?? 0..<0, ours ?? 0..<0)
    if theirs.isEmpty {
      steps += ours.map { .keep($0) }
      return
    }
    var next = ours.lowerBound
    for gap in SequenceAlignment.gaps(Array(current.hashes[ours]), Array(edited.hashes[theirs])) {
      let end = ours.lowerBound + gap.old.upperBound
      steps += (next..<end).map { .keep($0) }
      steps += gap.new.map { .take(theirs.lowerBound + $0) }
      next = end
    }
    steps += (next..<ours.upperBound).map { .keep($0) }
  }

  /// Whether `part` stands in `whole`, perhaps with others in between.
  private static func holds(_ whole: [UInt64], _ part: [UInt64]) -> Bool {
    var rest = part[...]
    for element in whole where element == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}
