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
    /// Pieces without text, for which there is no comma.
    case silent([SourceEdits.Piece])

    var isSilent: Bool {
      if case .silent = self { true } else { false }
    }
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
    for position in staying {
      if case .kept(let child) = slots[position] { stays[child] = true }
    }
    let leaving = children.indices.filter { !stays[$0] }
    let taken = edits.take(leaving.map { children[$0] }, since: mark)
    var moved: [Int: [SourceEdits.Piece]] = [:]
    for (child, pieces) in zip(leaving, taken) { moved[child] = pieces }

    if document.isRelaxed {
      var gap = Commented(document, container, children, surroundings)
      var next = 0
      for position in staying + [slots.count] {
        let arrivals = slots[next..<position].map { slot -> Commented.Arrival in
          switch slot {
          case .kept(let child):
            .child(
              moved[child] ?? [], start: children[child].lowerBound, end: children[child].upperBound,
              owned: gap.owners.owned[child])
          case .new(let pieces): .new(pieces)
          case .silent(let pieces): .silent(pieces)
          }
        }
        var anchor: Int?
        if position < slots.count, case .kept(let child) = slots[position] { anchor = child }
        gap.close(at: anchor, arrivals, &edits)
        next = position + 1
      }
      return
    }
    let separators = surroundings.separators(of: container)
    var gap = Gap(document.range(container), children, separators)
    var next = 0
    for position in staying + [slots.count] {
      var incoming: [SourceEdits.Piece] = []
      var isFirst = true
      for slot in slots[next..<position] {
        if !slot.isSilent {
          if !isFirst { incoming.append(.bytes(separators.between)) }
          isFirst = false
        }
        switch slot {
        case .kept(let child): incoming += moved[child] ?? []
        case .new(let pieces), .silent(let pieces): incoming += pieces
        }
      }
      var anchor: Int?
      if position < slots.count, case .kept(let child) = slots[position] { anchor = child }
      gap.close(at: anchor, incoming, isSilent: isFirst, &edits)
      next = position + 1
    }
  }

  /// The positions of the slots whose children can stay in place.
  private static func anchors(_ slots: [Slot]) -> [Int] {
    var positions: [Int] = []
    var numbers: [Int] = []
    positions.reserveCapacity(slots.count)
    numbers.reserveCapacity(slots.count)
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

    /// Ends the gap before the child `anchor`, or at the bracket; `isSilent` says that what comes has no text.
    mutating func close(
      at anchor: Int?, _ incoming: [SourceEdits.Piece], isSilent: Bool, _ edits: inout SourceEdits
    ) {
      defer { previous = anchor }
      let first = previous.map { $0 + 1 } ?? 0
      let behind = anchor ?? children.count
      if first < behind {
        if !isSilent {
          edits.replace(children[first].lowerBound..<children[behind - 1].upperBound, with: incoming)
        } else if let anchor {
          edits.replace(children[first].lowerBound..<children[anchor].lowerBound, with: incoming)
        } else if let previous {
          edits.replace(children[previous].upperBound..<children[behind - 1].upperBound, with: incoming)
        } else {
          edits.replace(container.lowerBound + 1..<container.upperBound - 1, with: incoming)
        }
        return
      }
      if incoming.isEmpty { return }
      let between: [SourceEdits.Piece] = isSilent ? [] : [.bytes(separators.between)]
      if let previous {
        let place = children[previous].upperBound
        edits.replace(place..<place, with: between + incoming)
      } else if let anchor {
        let place = children[anchor].lowerBound
        edits.replace(place..<place, with: incoming + between)
      } else if isSilent {
        edits.replace(container.lowerBound + 1..<container.lowerBound + 1, with: incoming)
      } else {
        edits.replace(
          container.lowerBound + 1..<container.upperBound - 1,
          with: [.bytes(separators.lead)] + incoming + [.bytes(separators.trail)])
      }
    }
  }
}
