/// What the policy of an attribute makes of a change whose old value is not what stands there: what a merge would make of it, with the
/// old value as the original, the new one as the edit, and what stands there as the current value.
enum AttributeJoin {
  enum Outcome {
    case new, current
    case value(Value)
  }

  /// Where a policy has no say about values of their kinds, the new one is written: it never misfits.
  static func outcome(
    _ policy: Model.Attribute.Merge, old: Value?, new: Value, current: Value, type: TypedValue
  ) -> Outcome {
    switch policy {
    case .edited: return .new
    case .current: return .current
    case .max: return isLess(new, current, type) ?? false ? .current : .new
    case .min: return isLess(current, new, type) ?? false ? .current : .new
    case .sum:
      return DecimalSum.text(new, plus: current, minus: old).map { .value(JSONText.value($0)) } ?? .new
    case .union: return union(old, new, current).map { .value($0) } ?? .new
    }
  }

  private static func isLess(_ left: Value, _ right: Value, _ type: TypedValue) -> Bool? {
    if case .date(let format) = type, let first = WrittenDate(left, format)?.date,
      let second = WrittenDate(right, format)?.date
    {
      if first.seconds != second.seconds { return first.seconds < second.seconds }
      return first.fraction.lexicographicallyPrecedes(second.fraction)
    }
    return Timestamp.isLess(left, right)
  }

  /// The current elements without those that were taken away, then those that were added.
  private static func union(_ old: Value?, _ new: Value, _ current: Value) -> Value? {
    guard new.kind == .array, current.kind == .array else { return nil }
    let hashing = Hashing()
    func elements(_ value: Value?) -> [(value: Value, hash: UInt64)] {
      guard let value, value.kind == .array else { return [] }
      return value.document.elements(value.node).map {
        (Value(value.document, $0), ValueHash.of(value.document, $0, hashing))
      }
    }
    let before = Set(elements(old).map(\.hash))
    let wanted = elements(new)
    let kept = Set(wanted.map(\.hash))
    let there = elements(current)
    var present = Set(there.map(\.hash))
    var result = there.filter { !before.contains($0.hash) || kept.contains($0.hash) }.map(\.value)
    for element in wanted where !before.contains(element.hash) && present.insert(element.hash).inserted {
      result.append(element.value)
    }
    var text: [UInt8] = [UInt8(ascii: "[")]
    for (number, value) in result.enumerated() {
      if number > 0 { text.append(UInt8(ascii: ",")) }
      value.appendCompact(to: &text)
    }
    return JSONText.value(text + [UInt8(ascii: "]")])
  }
}
