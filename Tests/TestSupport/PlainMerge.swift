/// Merges worked out naively, from random values: what `sz-merge` must come to where there is nothing to guess.
package enum PlainMerge {
  /// Objects and scalars, name by name: what both sides changed in different ways is EDITED's, and counted.
  package static func objects(
    _ pristine: RandomValue?, _ edited: RandomValue?, _ current: RandomValue?, conflicts: inout Int
  ) -> RandomValue? {
    if isEqual(pristine, edited) { return current }
    if isEqual(edited, current) { return current }
    if case .object(let inEdited)? = edited, case .object(let inCurrent)? = current,
      !isScalar(pristine)
    {
      let base: [(String, RandomValue)] = if case .object(let members)? = pristine { members } else { [] }
      var result: [(String, RandomValue)] = []
      for name in Set((inEdited + inCurrent + base).map(\.0)).sorted() {
        func value(_ members: [(String, RandomValue)]) -> RandomValue? { members.first { $0.0 == name }?.1 }
        if let value = objects(value(base), value(inEdited), value(inCurrent), conflicts: &conflicts) {
          result.append((name, value))
        }
      }
      return .object(result)
    }
    if isEqual(pristine, current) { return edited }
    conflicts += 1
    return edited
  }

  /// Whether there is something that is no object: two objects in its place are two values that nobody joins.
  private static func isScalar(_ value: RandomValue?) -> Bool {
    switch value {
    case nil, .object: false
    default: true
    }
  }

  private static func isEqual(_ left: RandomValue?, _ right: RandomValue?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return sorted(left).text == sorted(right).text
  }

  /// The value with the members of its objects by name.
  package static func sorted(_ value: RandomValue) -> RandomValue {
    switch value {
    case .scalar: value
    case .array(let elements): .array(elements.map(sorted))
    case .object(let members): .object(members.sorted { $0.0 < $1.0 }.map { ($0.0, sorted($0.1)) })
    }
  }

  /// How often a value is in a set that both sides changed, and whether they contradict each other.
  package static func count(_ pristine: Int, _ edited: Int, _ current: Int) -> (count: Int, isConflict: Bool)
  {
    if edited == pristine { return (current, false) }
    if current == pristine || edited == current { return (edited, false) }
    if edited > pristine, current > pristine { return (max(edited, current), false) }
    if edited < pristine, current < pristine { return (min(edited, current), false) }
    return (edited, true)
  }
}
