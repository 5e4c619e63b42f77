/// The edits that give a container other children.
///
/// Children that stay in their order keep their place, the white space around them and the commas between them; only the
/// gaps in which something goes or comes are touched.
package enum ContainerRewrite {
  /// A child of the result.
  package enum Slot {
    /// The child of the source with this number.
    case kept(Int)
    case new([SourceEdits.Piece])
  }

  /// Adds to `edits` what turns `container`, whose children stand at `children` (a member: from its name to the end of its
  /// value), into one with `slots`.
  ///
  /// Children that moved take along the edits inside them that were added since `mark`; those of children that go are
  /// dropped. Linear, but for finding the longest run of children that can stay: O(n log n) when some moved.
  package static func apply(
    _ slots: [Slot], to container: Document.Node, in document: Document, children: [Range<Int>],
    surroundings: Surroundings, mark: Int, edits: inout SourceEdits
  ) {
    let staying = anchors(slots)
    // What does not stay where it is gives up its edits, to itself in its new place or to nobody.
    var stays = [Bool](repeating: false, count: children.count)
    for case .kept(let child) in staying.map({ slots[$0] }) { stays[child] = true }
    let leaving = children.indices.filter { !stays[$0] }
    let taken = edits.take(leaving.map { children[$0] }, since: mark)
    var moved: [Int: [SourceEdits.Piece]] = [:]
    for (child, pieces) in zip(leaving, taken) { moved[child] = pieces }

    let separators = surroundings.separators(of: container)
    var gap = Gap(document.range(container), children, separators)
    var next = 0
    for position in staying + [slots.count] {
      let incoming = slots[next..<position].map { slot -> [SourceEdits.Piece] in
        switch slot {
        case .kept(let child): moved[child] ?? []
        case .new(let pieces): pieces
        }
      }
      var anchor: Int?
      if position < slots.count, case .kept(let child) = slots[position] { anchor = child }
      gap.close(at: anchor, incoming, &edits)
      next = position + 1
    }
  }

  /// The positions of the slots whose children can stay in place.
  private static func anchors(_ slots: [Slot]) -> [Int] {
    var positions: [Int] = []
    var numbers: [Int] = []
    for (position, slot) in slots.enumerated() {
      if case .kept(let child) = slot {
        positions.append(position)
        numbers.append(child)
      }
    }
    return LongestIncreasing.positions(of: numbers).map { positions[$0] }
  }

  /// The stretch between two children that stay, or between one and a bracket.
  private struct Gap {
    let container: Range<Int>
    let children: [Range<Int>]
    let separators: (lead: [UInt8], between: [UInt8], trail: [UInt8])
    var previous: Int?

    init(
      _ container: Range<Int>, _ children: [Range<Int>],
      _ separators: (lead: [UInt8], between: [UInt8], trail: [UInt8])
    ) {
      self.container = container
      self.children = children
      self.separators = separators
    }

    mutating func close(at anchor: Int?, _ incoming: [[SourceEdits.Piece]], _ edits: inout SourceEdits) {
      defer { previous = anchor }
      let first = previous.map { $0 + 1 } ?? 0
      let behind = anchor ?? children.count
      let joined = Array(incoming.joined(separator: [.bytes(separators.between)]))
      if first < behind {
        guard joined.isEmpty else {
          edits.replace(children[first].lowerBound..<children[behind - 1].upperBound, with: joined)
          return
        }
        if let anchor {
          edits.replace(children[first].lowerBound..<children[anchor].lowerBound, with: [SourceEdits.Piece]())
        } else if let previous {
          edits.replace(
            children[previous].upperBound..<children[behind - 1].upperBound, with: [SourceEdits.Piece]())
        } else {
          edits.replace(container.lowerBound + 1..<container.upperBound - 1, with: [SourceEdits.Piece]())
        }
        return
      }
      if joined.isEmpty { return }
      if let previous {
        let place = children[previous].upperBound
        edits.replace(place..<place, with: [.bytes(separators.between)] + joined)
      } else if let anchor {
        let place = children[anchor].lowerBound
        edits.replace(place..<place, with: joined + [.bytes(separators.between)])
      } else {
        edits.replace(
          container.lowerBound + 1..<container.upperBound - 1,
          with: [.bytes(separators.lead)] + joined + [.bytes(separators.trail)])
      }
    }
  }
}
