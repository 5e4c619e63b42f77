public import SZJSON

/// Values without what a model says is never in a change: transient members, those that are not syncable, excluded ones.
public struct DeclaredText {
  private let rules: Rules
  private let document: Document
  private var frames: [Frame] = []
  private var writer = JSONWriter.ofValue

  private struct Frame {
    var next: Document.Node
    let end: Document.Node
    let isObject: Bool
    let place: Rules.Place?
    let count: Int
    var index = 0
  }

  /// The value at `place` without them; the value itself where the model has nothing of the kind. Linear, without recursion.
  public static func value(_ value: Value, _ place: Rules.Place?, _ rules: Rules) -> Value {
    guard let schema = rules.schema, schema.hasLeftOut, value.kind.isContainer else { return value }
    switch place?.declared {
    case .entities?, .entity?: break
    default: return value
    }
    var text = DeclaredText(rules: rules, document: value.document)
    text.write(value.node, place)
    return text.writer.value
  }

  private init(rules: Rules, document: Document) {
    self.rules = rules
    self.document = document
  }

  private mutating func write(_ node: Document.Node, _ place: Rules.Place?) {
    begin(node, place)
    while let top = frames.indices.last {
      guard frames[top].next < frames[top].end else {
        if frames[top].isObject { writer.endObject() } else { writer.endArray() }
        frames.removeLast()
        continue
      }
      let first = frames[top].next
      let value = frames[top].isObject ? document.next(first) : first
      frames[top].next = document.next(value)
      if frames[top].isObject {
        if document.kind(first) == .shadowedName { continue }
        let child = rules.member(frames[top].place, document.characters(first), Value(document, value))
        if child?.declared == .leftOut { continue }
        writer.name(Value(document, first))
        begin(value, child)
      } else {
        let child = rules.element(
          frames[top].place, frames[top].index, of: frames[top].count, Value(document, value))
        frames[top].index += 1
        if rules.resolved(child, document, value)?.declared == .leftOut { continue }
        begin(value, child)
      }
    }
  }

  /// Writes a value, or opens it where something in it may be left out.
  private mutating func begin(_ node: Document.Node, _ place: Rules.Place?) {
    let isObject = document.kind(node) == .object
    guard document.kind(node).isContainer, let declared = place?.declared, DeclaredText.isLookedInto(declared)
    else {
      writer.append(Value(document, node))
      return
    }
    if isObject { writer.beginObject() } else { writer.beginArray() }
    frames.append(
      Frame(
        next: document.firstChild(node), end: document.end(node), isObject: isObject,
        place: rules.resolved(place, document, node),
        count: isObject ? 0 : document.count(of: node)))
  }

  private static func isLookedInto(_ declared: Rules.Declared) -> Bool {
    switch declared {
    case .entity, .entities: true
    case .tables, .attribute, .reference, .references, .leftOut: false
    }
  }
}
