internal import SZJSON

/// What could tell an element from the others of a list.
extension ElementTraits {
  /// The members of an element that could tell it, each with its number.
  mutating func candidates(
    _ before: Document.Node, _ after: Document.Node, mayTell: (Document.Members.Element) -> Bool
  ) -> [Candidate] {
    var candidates: [Candidate] = []
    var pairing = MemberPairing(old, before, new, after)
    while let (member, match) = pairing.next() {
      guard let match, mayTell(member) else { continue }
      if old.kind(member.value) == .object, new.kind(match.value) == .object, compared.countInside {
        addCandidates(in: member, match.value, to: &candidates)
      }
      guard ElementTraits.mayTell(old, member.value),
        compared.hash(old, member) == compared.hash(new, match), !isNumbering(member)
      else { continue }
      candidates.append(candidate(part(old, member)))
    }
    return candidates
  }

  /// Adds the strings of an object in an element.
  private mutating func addCandidates(
    in object: Document.Members.Element, _ after: Document.Node, to candidates: inout [Candidate]
  ) {
    var pairing = MemberPairing(old, object.value, new, after)
    while let (member, match) = pairing.next() {
      guard let match, old.kind(member.value).isString, old.hash(member.value) == new.hash(match.value) else {
        continue
      }
      let part = innerPart(old, object.name, member)
      objects.insert(old.hash(object.name))
      candidates.append(candidate(part))
    }
  }

  /// Whether a member is an integer that numbers the elements of the old list: where one is put in, it is another one's.
  private mutating func isNumbering(_ member: Document.Members.Element) -> Bool {
    if old.kind(member.value) != .number { return false }
    let numbering = self.numbering ?? findNumbering()
    self.numbering = numbering
    return numbering.contains(old.hash(member.name))
  }

  /// The names of the integers that number the old elements. Linear in these, up to the first that shows that there are none.
  private func findNumbering() -> HashSet {
    var steps: [UInt64: ConstantStep] = [:]
    for (position, element) in oldElements.enumerated() {
      guard old.kind(element) == .object else { return HashSet() }
      var isAny = false
      for member in old.members(element) where old.kind(member.value) == .number {
        let name = old.hash(member.name)
        guard var step = position == 0 ? ConstantStep() : steps[name], step.count == position else {
          continue
        }
        step.add(DecimalNumber(old.bytes, old.range(member.value)).integer)
        steps[name] = step
        isAny = isAny || !step.isBroken
      }
      if !isAny { return HashSet() }
    }
    return HashSet(steps.filter { $0.value.isConstant && $0.value.count == oldElements.count }.map(\.key))
  }

  /// The elements of an array that could tell it among other arrays.
  mutating func candidates(ofArrays before: Document.Node, _ after: Document.Node) -> [Candidate] {
    var candidates: [Candidate] = []
    var others = new.elements(after).makeIterator()
    for (index, own) in old.elements(before).prefix(ElementTraits.longestArray).enumerated() {
      guard let other = others.next() else { break }
      if old.hash(own) == new.hash(other), ElementTraits.mayTell(old, own) {
        candidates.append(candidate(ElementTraits.part(old, index, own)))
      }
    }
    return candidates
  }

  /// Adds the numbers of those members that an element has.
  func addNumbers(of element: Document.Node, _ document: Document, to had: inout [Int]) {
    if document.kind(element) == .array {
      for (index, part) in document.elements(element).prefix(ElementTraits.longestArray).enumerated()
      where names.value(UInt64(index)) != nil {
        addNumber(ElementTraits.part(document, index, part), to: &had)
      }
    }
    guard document.kind(element) == .object else { return }
    for member in document.members(element) {
      let (name, kind) = (document.hash(member.name), document.kind(member.value))
      if !kind.isContainer, names.value(name) != nil {
        addNumber(part(document, member), to: &had)
      } else if kind == .object, objects.contains(name) {
        for inner in document.members(member.value) {
          addNumber(innerPart(document, member.name, inner), to: &had)
        }
      }
    }
  }

  private func addNumber(_ part: Part, to had: inout [Int]) {
    if let number = numbers.value(key(part)) { had.append(number) }
  }

  mutating func candidate(_ part: Part) -> Candidate {
    let key = key(part)
    if numbers.insert(key, value: counts.count) {
      counts.append((0, 0))
      _ = names.insert(part.nameHash, value: 0)
    }
    return (numbers.value(key) ?? 0, part)
  }

  func part(_ document: Document, _ member: Document.Members.Element) -> Part {
    Part(
      name: .member(member.name), value: member.value, nameHash: document.hash(member.name),
      hash: compared.hash(document, member))
  }

  func innerPart(
    _ document: Document, _ object: Document.Node, _ member: Document.Members.Element
  ) -> Part {
    Part(
      name: .inner(object, member.name), value: member.value,
      nameHash: hashing.pair(document.hash(object), document.hash(member.name)),
      hash: document.hash(member.value))
  }

  private static func part(_ document: Document, _ index: Int, _ element: Document.Node) -> Part {
    Part(name: .index(index), value: element, nameHash: UInt64(index), hash: document.hash(element))
  }
}
