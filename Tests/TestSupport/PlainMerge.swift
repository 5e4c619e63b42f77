/// Merges worked out naively, from random values: what `sz-merge` must come to where there is nothing to guess.
package enum PlainMerge {
  /// Objects and scalars, name by name: what both sides changed in different ways is EDITED's, and counted.
  package static func objects(
    _ pristine: RandomValue, _ edited: RandomValue, _ current: RandomValue, conflicts: inout Int
  ) -> RandomValue? {
    objects(pristine, edited, current, takenOut(pristine, edited, current), conflicts: &conflicts)
  }

  private static func objects(
    _ pristine: RandomValue?, _ edited: RandomValue?, _ current: RandomValue?, _ takenOut: [TakenOut],
    conflicts: inout Int
  ) -> RandomValue? {
    if isEqual(pristine, edited) { return current }
    if isEqual(edited, current) { return current }
    if case .object(let inEdited)? = edited, case .object(let inCurrent)? = current,
      !isScalar(pristine), pristine != nil || !mayBeOne(of: takenOut, inEdited, inCurrent)
    {
      let base: [(String, RandomValue)] = if case .object(let members)? = pristine { members } else { [] }
      var result: [(String, RandomValue)] = []
      for name in Set((inEdited + inCurrent + base).map(\.0)).sorted() {
        func value(_ members: [(String, RandomValue)]) -> RandomValue? { members.first { $0.0 == name }?.1 }
        if let value = objects(
          value(base), value(inEdited), value(inCurrent), takenOut, conflicts: &conflicts)
        {
          result.append((name, value))
        }
      }
      return .object(result)
    }
    if isEqual(pristine, current) { return edited }
    conflicts += 1
    return edited
  }

  // MARK: What a side took out

  private typealias Members = [(String, RandomValue)]
  /// The members of an object that a side has not where it stood, and whether the other side has it there.
  private typealias TakenOut = (members: Members, isKept: Bool)

  private static func takenOut(
    _ pristine: RandomValue, _ edited: RandomValue?, _ current: RandomValue?
  ) -> [TakenOut] {
    guard case .object(let members) = pristine else { return [] }
    func inside(_ value: RandomValue?) -> Members? {
      if case .object(let members)? = value { members } else { nil }
    }
    let sides = [inside(edited), inside(current)]
    let own = sides.contains { $0 == nil } ? [(members, sides.contains { $0 != nil })] : []
    return own
      + members.flatMap { name, value in
        takenOut(
          value, sides[0]?.first { $0.0 == name }?.1, sides[1]?.first { $0.0 == name }?.1)
      }
  }

  /// Whether what both sides created may be something that was taken out: either has a member of that, and one alone of them has one of
  /// its names, or, where that was kept, any.
  private static func mayBeOne(of takenOut: [TakenOut], _ edited: Members, _ current: Members) -> Bool {
    let single = Set(edited.map(\.0)).symmetricDifference(current.map(\.0))
    func texts(_ members: Members) -> Set<String> { Set(members.map { "\($0.0):\(sorted($0.1).text)" }) }
    let own = texts(edited).union(texts(current))
    return takenOut.contains { members, isKept in
      let told = texts(members).intersection(own).filter { text in
        takenOut.count { texts($0.members).contains(text) } <= 16
      }
      return !told.isEmpty && !single.isEmpty && (isKept || members.contains { single.contains($0.0) })
    }
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
