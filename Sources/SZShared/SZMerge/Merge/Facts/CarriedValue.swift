internal import SZJSON
internal import SZModel

/// What of a value is carried from one side to the other: all but what a model keeps to each side, such as transient attributes, and
/// but the entities that stand elsewhere.
enum CarriedValue {
  /// What becomes of an entity below the value.
  enum Entity {
    case kept, dropped
    case replaced(Value)
  }

  /// The value without the members that are left out, as it stands at `place`; `entity` is asked of each object and each
  /// reference below it. Linear in it, without recursion.
  static func of(
    _ value: Value, _ place: Rules.Place, _ rules: Rules, _ entity: (Document.Node) -> Entity = { _ in .kept }
  ) -> Value {
    let document = value.document
    var edits = SourceEdits()
    let layout = DocumentLayout(document)
    func rewrite(
      _ node: Document.Node, _ children: ChildRanges, _ slots: [ContainerRewrite.Slot], count: Int
    ) {
      if slots.count == count { return }
      // Nothing that stays moves, so the edits in it stay where they are.
      ContainerPatch(node: node, children: children, slots: slots, checkpoint: edits.checkpoint)
        .apply(in: document, layout, &edits)
    }
    func isAsked(_ node: Document.Node, _ place: Rules.Place?) -> Bool {
      if case .reference? = place?.declared { return true }
      return document.kind(node) == .object
    }
    var work: [(node: Document.Node, place: Rules.Place?)] = [(value.node, place)]
    while let (node, place) = work.popLast() {
      switch document.kind(node) {
      case .array:
        let inner = rules.element(place)
        if inner == nil { continue }
        let elements = Array(document.elements(node))
        var slots: [ContainerRewrite.Slot] = []
        for (position, element) in elements.enumerated() {
          switch isAsked(element, inner) ? entity(element) : .kept {
          case .kept:
            slots.append(.kept(position))
            work.append((element, inner))
          case .dropped: continue
          case .replaced(let other):
            slots.append(.kept(position))
            edits.replace(document.range(element), with: other.document.text(other.node))
          }
        }
        rewrite(node, .elements(document, elements), slots, count: elements.count)
      case .object:
        let inner = rules.resolved(place, document, node)
        if inner == nil { continue }
        var slots: [ContainerRewrite.Slot] = []
        var ranges: [Range<Int>] = []
        var child = document.firstChild(node)
        while child < document.end(node) {
          let member = document.next(child)
          let place = rules.member(inner, document.characters(child), Value(document, member))
          if !rules.isLeftOut(place) {
            slots.append(.kept(ranges.count))
            switch isAsked(member, place) ? entity(member) : .kept {
            case .kept: if place != nil { work.append((member, place)) }
            case .dropped: edits.replace(document.range(member), with: Array("null".utf8))
            case .replaced(let other):
              edits.replace(document.range(member), with: other.document.text(other.node))
            }
          }
          ranges.append(document.start(child)..<document.range(member).upperBound)
          child = document.next(member)
        }
        rewrite(node, .ranges(ranges), slots, count: ranges.count)
      default: continue
      }
    }
    if edits.isEmpty { return value }
    let text = edits.text(of: document.range(value.node), in: document.bytes)
    let read = Document.ofOwnText(text, hashing: document.hashing)
    return Value(read, read.root)
  }
}
