public import SZJSON

/// What the policies of attributes make of two edits of one value.
public enum ValueJoin {
  public enum Outcome {
    case edited, current
    case value(Value)
  }

  /// How `policy` joins two different edits; nil when it has no say about values of their kinds.
  public static func outcome(
    _ policy: ValuePolicy, pristine: Value?, edited: Value, current: Value, _ type: TypedValue
  ) -> Outcome? {
    switch policy {
    case .edited: return .edited
    case .current: return .current
    case .max: return Timestamp.isLess(edited, current, type).map { $0 ? .current : .edited }
    case .min: return Timestamp.isLess(current, edited, type).map { $0 ? .current : .edited }
    case .sum:
      return
        DecimalSum.text(edited, plus: current, minus: pristine).map { text in
          .value(JSONWriter.value { $0.append(number: text) })
        }
    case .union: return union(pristine, edited, current).map { .value($0) }
    }
  }

  /// Whether a policy takes two values as one: instants that are equal, in other words.
  public static func isSame(_ policy: ValuePolicy, _ edited: Value, _ current: Value) -> Bool {
    (policy == .max || policy == .min) && Timestamp.isSame(edited, current)
  }

  /// CURRENT's elements without those that EDITED took away, then those that EDITED added.
  private static func union(_ pristine: Value?, _ edited: Value, _ current: Value) -> Value? {
    guard edited.kind == .array, current.kind == .array else { return nil }
    let hashing = Hashing()
    func elements(_ value: Value?) -> [(value: Value, hash: UInt64)] {
      guard let value, value.kind == .array else { return [] }
      return value.document.elements(value.node).map {
        (Value(value.document, $0), ValueHash.of(value.document, $0, hashing))
      }
    }
    let inPristine = Set(elements(pristine).map(\.hash))
    let inEdited = elements(edited)
    let inCurrent = elements(current)
    let kept = Set(inEdited.map(\.hash))
    var present = Set(inCurrent.map(\.hash))
    var result = inCurrent.filter { !inPristine.contains($0.hash) || kept.contains($0.hash) }.map(\.value)
    for element in inEdited where !inPristine.contains(element.hash) && present.insert(element.hash).inserted
    {
      result.append(element.value)
    }
    return JSONWriter.value { writer in
      writer.beginArray()
      writer.append(result)
      writer.endArray()
    }
  }
}
