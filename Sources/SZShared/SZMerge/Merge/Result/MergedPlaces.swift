internal import SZElements
internal import SZJSON

/// Where the conflicts of a merge are in its result.
///
/// The merge is made once more with marks around all conflicts, and the values are looked for between them.
struct MergedPlaces {
  let document: Document
  private var places: [Int: Conflict.Place] = [:]

  /// Nil when there is no result, because a conflict is open. Linear in the documents.
  init?(_ result: MergeResult) {
    if result.isOpen || result.conflicts.isEmpty { return nil }
    let current = result.setup.documents.current
    let rendered = RenderedMerge(result.rendering(for: .edited, marksAll: true), of: current.bytes)
    let read = Document.ReadOptions(allowsDuplicates: true, allowsComments: true)
    guard let document = try? Document.read(SourceBytes(rendered.text), read) else { return nil }
    self.document = document
    find(rendered.stretches, result.conflicts)
  }

  /// Where the conflict with this number is; nil when nothing of it is left.
  subscript(number: Int) -> Conflict.Place? { places[number] }

  /// A container that holds what is looked for, and the child that comes next in it.
  private struct Frame {
    let node: Document.Node
    var child: Document.Node
    /// The value before that; nil for the first.
    var previous: Document.Node?
    /// The number of the child.
    var index = 0
  }

  private mutating func find(_ stretches: [RenderedMerge.Stretch], _ conflicts: [Conflict]) {
    var open: [Frame] = []
    var inComments: [Int: Int] = [:]
    for (number, conflict) in conflicts.enumerated() where conflict.kind == .commentComment {
      inComments[CommentContests.number(of: conflict.id)] = number
    }
    for stretch in stretches {
      let range = stretch.range
      guard let number = stretch.number < 0 ? inComments[stretch.number] : stretch.number else { continue }
      while let last = open.last, !holds(last.node, range) { open.removeLast() }
      if open.isEmpty {
        guard holds(document.root, range) else {
          places[number] = .value(document.root)
          continue
        }
        open.append(Frame(node: document.root, child: document.firstChild(document.root)))
      }
      let value = advance(to: range, &open)
      guard let frame = open.last else { continue }
      let conflict = conflicts[number]
      switch (conflict.kind, conflict.places.current ?? conflict.places.edited) {
      case (_, .elements?):
        places[number] = .elements(
          frame.node, frame.index..<frame.index, offset: range.lowerBound)
      case (.orderOrder, _), (.unit, _): places[number] = .value(frame.node)
      case (.commentComment, _):
        let isBehind = conflict.id.number == CommentContests.Gap.behind.rawValue
        places[number] = .value(isBehind ? frame.previous ?? frame.node : following(frame))
      default: places[number] = value.map { .value($0) }
      }
    }
  }

  /// The value that comments stand before; the container where they stand behind all of it.
  private func following(_ frame: Frame) -> Document.Node {
    guard frame.child < document.end(frame.node) else { return frame.node }
    return document.kind(frame.node) == .object ? document.next(frame.child) : frame.child
  }

  /// Whether a container's brackets stand around a range.
  private func holds(_ node: Document.Node, _ range: Range<Int>) -> Bool {
    let own = document.range(node)
    return document.kind(node).isContainer && own.lowerBound < range.lowerBound
      && range.upperBound < own.upperBound
  }

  /// Goes down to the innermost container that holds a range, and on to the first child that ends in the range or behind it;
  /// answers that child's value when it lies in the range.
  private func advance(to range: Range<Int>, _ open: inout [Frame]) -> Document.Node? {
    while let frame = open.last {
      var (child, index, previous) = (frame.child, frame.index, frame.previous)
      let isObject = document.kind(frame.node) == .object
      var value = child
      while child < document.end(frame.node) {
        value = isObject ? document.next(child) : child
        if document.range(value).upperBound > range.lowerBound { break }
        child = document.next(value)
        previous = value
        index += 1
      }
      open[open.count - 1].child = child
      open[open.count - 1].index = index
      open[open.count - 1].previous = previous
      guard child < document.end(frame.node) else { return nil }
      if holds(value, range) {
        open.append(Frame(node: value, child: document.firstChild(value)))
        continue
      }
      let own = document.range(value)
      return range.lowerBound <= own.lowerBound && own.upperBound <= range.upperBound ? value : nil
    }
    return nil
  }
}
