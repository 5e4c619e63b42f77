public import SZJSON

/// The edits that make one value of another where they differ, so that bytes stay where they do not.
///
/// Members are compared by name, elements one by one from both ends. Without recursion; linear but for what is written.
public struct ValueEdits {
  private let layout: DocumentLayout
  /// They come to those edits that were added since then.
  private let checkpoint: SourceEdits.Checkpoint
  /// What begins at one of these offsets is left as it is.
  public var besides: Set<Int> = []
  /// Whether a number that is written otherwise is another one.
  public var exactNumbers = false

  public init(_ layout: DocumentLayout, since checkpoint: SourceEdits.Checkpoint) {
    (self.layout, self.checkpoint) = (layout, checkpoint)
  }

  /// Adds what makes `new` of a value of the document.
  public func add(from old: Value, to new: Value, _ edits: inout SourceEdits) {
    let (document, other) = (old.document, new.document)
    func isEqual(_ node: Document.Node, _ wanted: Document.Node) -> Bool {
      document.isEqual(node, other, wanted, exactNumbers: exactNumbers)
    }
    enum Task {
      case value(Document.Node, Document.Node)
      case finish(ContainerPatch)
    }
    var tasks = [Task.value(old.node, new.node)]
    while let task = tasks.popLast() {
      guard case .value(let node, let wanted) = task else {
        if case .finish(let patch) = task {
          patch.apply(in: document, layout, &edits)
        }
        continue
      }
      if besides.contains(document.start(node)) || isEqual(node, wanted) { continue }
      let kind = document.kind(node)
      guard kind.isContainer, other.kind(wanted) == kind else {
        edits.replace(document.range(node), with: layout.replacement(for: node, with: Value(other, wanted)))
        continue
      }
      var (ranges, slots, below): ([Range<Int>], [ContainerRewrite.Slot], [Task]) = ([], [], [])
      var isRewritten = false
      func new(_ text: (inout [UInt8]) -> Void) {
        var bytes: [UInt8] = []
        text(&bytes)
        slots.append(.new([.bytes(bytes)]))
        isRewritten = true
      }
      if kind == .object {
        var members = ObjectMembers(document, node)
        ranges = members.ranges
        var kept: Set<Int> = []
        var added: [(name: Document.Node, value: Document.Node)] = []
        for member in other.members(wanted) {
          if let found = members.find(other.characters(member.name)) {
            kept.insert(found)
            below.append(.value(members.value(found), member.value))
          } else {
            added.append(member)
          }
        }
        slots = ranges.indices.filter { kept.contains($0) }.map { .kept($0) }
        isRewritten = slots.count < ranges.count
        for member in added {
          new {
            layout.appendMember(
              Value(other, member.name), Value(other, member.value), asChildOf: node, to: &$0)
          }
        }
      } else {
        let before = Array(document.elements(node))
        let after = Array(other.elements(wanted))
        ranges = before.map { document.range($0) }
        let shorter = min(before.count, after.count)
        var front = 0
        while front < shorter, isEqual(before[front], after[front]) { front += 1 }
        var back = 0
        while back < shorter - front,
          isEqual(before[before.count - 1 - back], after[after.count - 1 - back])
        { back += 1 }
        let paired = shorter - front - back
        for number in front..<front + paired { below.append(.value(before[number], after[number])) }
        slots = (0..<front + paired).map { .kept($0) }
        for element in after[(front + paired)..<(after.count - back)] {
          new { layout.append(Value(other, element), asChildOf: node, to: &$0) }
        }
        slots += ((before.count - back)..<before.count).map { .kept($0) }
        isRewritten = isRewritten || slots.count != ranges.count
      }
      if isRewritten {
        tasks.append(
          .finish(ContainerPatch(node: node, children: .ranges(ranges), slots: slots, checkpoint: checkpoint))
        )
      }
      tasks += below
    }
  }
}
