/// Members of a to-many in a row; elements that follow each other in the target too are one stretch.
struct MemberRow {
  /// Members that stand together.
  enum Stretch: Equatable {
    /// Elements of the target by their positions, as they stand there.
    case elements(Range<Int>)
    case created(Int)
  }

  private(set) var stretches: [Stretch] = []
  /// How many members there are.
  private(set) var count = 0

  /// A row with room for so many stretches.
  init(capacity: Int = 0) { stretches.reserveCapacity(capacity) }

  mutating func append(_ stretch: Stretch) {
    guard case .elements(let positions) = stretch else {
      stretches.append(stretch)
      count += 1
      return
    }
    if positions.isEmpty { return }
    count += positions.count
    if case .elements(let last)? = stretches.last, last.upperBound == positions.lowerBound {
      stretches[stretches.count - 1] = .elements(last.lowerBound..<positions.upperBound)
    } else {
      stretches.append(stretch)
    }
  }

  /// Appends the first of `rest`, and takes them from there, until there are `count` members here. Takes as long as there are
  /// stretches that go.
  mutating func append(upTo count: Int, of rest: inout ArraySlice<Stretch>) {
    while self.count < count, let stretch = rest.first {
      let room = count - self.count
      if case .elements(let positions) = stretch, positions.count > room {
        let cut = positions.lowerBound + room
        append(.elements(positions.lowerBound..<cut))
        rest[rest.startIndex] = .elements(cut..<positions.upperBound)
      } else {
        append(stretch)
        rest.removeFirst()
      }
    }
  }

  /// Whether these are `count` elements of the target as they stand there.
  func isTarget(_ count: Int) -> Bool { stretches == (count == 0 ? [] : [.elements(0..<count)]) }
}
