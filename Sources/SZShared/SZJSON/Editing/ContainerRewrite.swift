/// The edits that give a container other children.
///
/// Children that stay in their order keep their place, the white space around them and the commas between them; only the
/// gaps in which something goes or comes are touched.
public enum ContainerRewrite {
  /// A child of the result.
  public enum Slot {
    /// The child of the source with this number.
    case kept(Int)
    /// The children of the source with these numbers, at least one.
    case run(Range<Int>)
    case new([SourceEdits.Piece])
    /// Pieces without text, for which there is no comma.
    case textless([SourceEdits.Piece])

    var isTextless: Bool {
      if case .textless = self { true } else { false }
    }

    /// The children of the source that this is.
    fileprivate var children: Range<Int>? {
      switch self {
      case .kept(let child): child..<child + 1
      case .run(let children): children
      case .new, .textless: nil
      }
    }
  }

  /// Adds to `edits` what turns `container`, whose children stand at `children` (a member: from its name to the end of its
  /// value), into one with `slots`.
  ///
  /// Children that moved take along the edits inside them that were added since `checkpoint`; those of children that go are
  /// dropped. Linear, but for finding the children that can stay: O(n log n) for `n` stretches of them when some moved. Once the
  /// stretches are found, what stays costs nothing.
  public static func apply(
    _ slots: [Slot], to container: Document.Node, in document: Document, children: ChildRanges,
    layout: DocumentLayout, checkpoint: SourceEdits.Checkpoint, edits: inout SourceEdits
  ) {
    let slots = joined(slots)
    let staying = anchors(slots)
    // What does not stay where it is gives up its edits, to itself in its new place or to nobody.
    var leaving: [Int] = []
    var behind = 0
    for run in staying {
      leaving += behind..<run.children.lowerBound
      behind = run.children.upperBound
    }
    leaving += behind..<children.count
    let taken = edits.take(leaving.map { children[$0] }, since: checkpoint)
    var moved: [Int: [SourceEdits.Piece]] = [:]
    for (child, pieces) in zip(leaving, taken) { moved[child] = pieces }

    let end = Anchor(position: slots.count, children: children.count..<children.count)
    if document.isRelaxed {
      var gap = Commented(document, container, children.all, layout)
      var next = 0
      for anchor in staying + [end] {
        var arrivals: [Commented.Arrival] = []
        for slot in slots[next..<anchor.position] {
          switch slot {
          case .new(let pieces): arrivals.append(.new(pieces))
          case .textless(let pieces): arrivals.append(.textless(pieces))
          case .kept, .run:
            for child in slot.children ?? 0..<0 {
              arrivals.append(
                .child(
                  moved[child] ?? [], start: children[child].lowerBound, end: children[child].upperBound,
                  owned: gap.owners.owned[child]))
            }
          }
        }
        gap.close(before: anchor.children, arrivals, &edits)
        next = anchor.position + 1
      }
      return
    }
    let separators = layout.separators(of: container)
    var gap = Gap(document.range(container), children, separators)
    var next = 0
    for anchor in staying + [end] {
      var incoming: [SourceEdits.Piece] = []
      var isFirst = true
      func separate() {
        if !isFirst { incoming.append(.bytes(separators.between)) }
        isFirst = false
      }
      for slot in slots[next..<anchor.position] {
        switch slot {
        case .textless(let pieces): incoming += pieces
        case .new(let pieces):
          separate()
          incoming += pieces
        case .kept, .run:
          for child in slot.children ?? 0..<0 {
            separate()
            incoming += moved[child] ?? []
          }
        }
      }
      gap.close(before: anchor.children, incoming, isTextless: isFirst, &edits)
      next = anchor.position + 1
    }
  }

  /// The slots with children that follow each other in the source as well made one.
  private static func joined(_ slots: [Slot]) -> [Slot] {
    var result: [Slot] = []
    var run = 0..<0
    for slot in slots {
      if let children = slot.children {
        if !run.isEmpty, children.lowerBound == run.upperBound {
          run = run.lowerBound..<children.upperBound
          continue
        }
        if !run.isEmpty { result.append(.run(run)) }
        run = children
      } else {
        if !run.isEmpty { result.append(.run(run)) }
        run = 0..<0
        result.append(slot)
      }
    }
    if !run.isEmpty { result.append(.run(run)) }
    return result
  }

  /// Children that stay in place, and where their slot is.
  private struct Anchor {
    let position: Int
    let children: Range<Int>
  }

  /// The slots whose children can stay in place: as many children as possible.
  private static func anchors(_ slots: [Slot]) -> [Anchor] {
    let runs = slots.enumerated().compactMap { position, slot in
      slot.children.map { Anchor(position: position, children: $0) }
    }
    return HeaviestIncreasing.positions(of: runs.map(\.children)).map { runs[$0] }
  }

  /// The stretch between two children that stay, or between one and a bracket.
  private struct Gap {
    let container: Range<Int>
    let children: ChildRanges
    let separators: (lead: [UInt8], between: [UInt8], trail: [UInt8])
    var previous: Int?

    init(
      _ container: Range<Int>, _ children: ChildRanges,
      _ separators: (lead: [UInt8], between: [UInt8], trail: [UInt8])
    ) {
      self.container = container
      self.children = children
      self.separators = separators
    }

    /// Ends the gap before the children `run`, which stay, or with none at the bracket; `isTextless` says that what comes has no
    /// text.
    mutating func close(
      before run: Range<Int>, _ incoming: [SourceEdits.Piece], isTextless: Bool, _ edits: inout SourceEdits
    ) {
      let anchor = run.first
      defer { previous = run.last }
      let first = previous.map { $0 + 1 } ?? 0
      let behind = anchor ?? children.count
      if first < behind {
        if !isTextless {
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
      let between: [SourceEdits.Piece] = isTextless ? [] : [.bytes(separators.between)]
      if let previous {
        let place = children[previous].upperBound
        edits.replace(place..<place, with: between + incoming)
      } else if let anchor {
        let place = children[anchor].lowerBound
        edits.replace(place..<place, with: incoming + between)
      } else if isTextless {
        edits.replace(container.lowerBound + 1..<container.lowerBound + 1, with: incoming)
      } else {
        edits.replace(
          container.lowerBound + 1..<container.upperBound - 1,
          with: [.bytes(separators.lead)] + incoming + [.bytes(separators.trail)])
      }
    }
  }
}
