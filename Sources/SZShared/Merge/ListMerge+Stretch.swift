extension ListMerge {
  /// What one side made of a stretch of PRISTINE.
  struct Stretch {
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

    init(_ hunks: ArraySlice<SequenceHunk>, _ span: Range<Int>, shift start: Int) {
      var shift = start
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
      range = span.lowerBound + start..<span.upperBound + shift
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
}
