extension Document {
  /// Whether two scalars or names are equal: strings by their characters, numbers by exact value, or by their text.
  @inline(__always) public func scalarsEqual(
    _ node: Node, _ other: Document, _ otherNode: Node, exactNumbers: Bool = false
  ) -> Bool {
    let (left, right) = (kind(node), other.kind(otherNode))
    if left == right || (left.isString && right.isString) {
      let (range, otherRange) = (range(node), other.range(otherNode))
      if left != .escapedString || right != .escapedString {
        if bytes.equals(range, other.bytes, otherRange) { return true }
      }
      switch left {
      case .string where right == .string: return false
      case .string, .escapedString, .shadowedName:
        return JSONString.decoded(bytes, range) == JSONString.decoded(other.bytes, otherRange)
      case .number:
        return !exactNumbers && DecimalNumber(bytes, range) == DecimalNumber(other.bytes, otherRange)
      default: return true
      }
    }
    return false
  }

  /// Whether two values are equal: objects whatever their member order, arrays in order, strings by their characters,
  /// numbers by exact value.
  ///
  /// No hashes are needed and no stack grows: the two subtrees are compared by walking one and following in the other.
  /// Linear for members in the same order; an object whose members are shuffled is indexed by name.
  public func isEqual(_ node: Node, _ other: Document, _ otherNode: Node, exactNumbers: Bool = false) -> Bool
  {
    if !kind(node).isContainer { return scalarsEqual(node, other, otherNode, exactNumbers: exactNumbers) }
    if kind(node) == other.kind(otherNode), bytes.equals(range(node), other.bytes, other.range(otherNode)) {
      return true
    }
    var work = [(node, otherNode)]
    while let (left, right) = work.popLast() {
      let kind = kind(left)
      guard kind.isContainer else {
        if !scalarsEqual(left, other, right, exactNumbers: exactNumbers) { return false }
        continue
      }
      guard kind == other.kind(right) else { return false }
      if bytes.equals(range(left), other.bytes, other.range(right)) { continue }
      if kind == .array {
        var others = other.elements(right)
        for element in elements(left) {
          guard let match = others.next() else { return false }
          work.append((element, match))
        }
        if others.next() != nil { return false }
      } else {
        var pairing = MemberPairing(self, left, other, right)
        guard pairing.countsAreEqual else { return false }
        while let pair = pairing.next() {
          guard let match = pair.other else { return false }
          work.append((pair.member.value, match.value))
        }
      }
    }
    return true
  }

  /// Whether two values are known to be equal, of documents that were read with one ``Hashing``: by their hashes or, where a container
  /// has none yet, by its text, or value by value when it is small.
  ///
  /// Of two scalars, and of two containers with hashes, this is the answer. Else `false` says nothing, and `hash` has to be
  /// asked, unless what is in the containers is compared anyway. Arrays are told by their order.
  @inline(__always) public func isKnownEqual(_ node: Node, _ other: Document, _ otherNode: Node) -> Bool {
    let (kind, otherKind) = (kind(node), other.kind(otherNode))
    if !kind.isContainer { return isEqualScalar(node, other, otherNode) }
    if kind != otherKind { return false }
    let (hash, otherHash) = (tape[node.index &+ 2], other.tape[otherNode.index &+ 2])
    if hash != 0, otherHash != 0 { return hash == otherHash }
    return hasEqualText(node, other, otherNode) || isEqualInStep(node, other, otherNode)
  }

  /// Whether a scalar equals another value.
  @inline(__always) private func isEqualScalar(_ scalar: Node, _ other: Document, _ otherNode: Node) -> Bool {
    let (kind, otherKind) = (kind(scalar), other.kind(otherNode))
    if kind == otherKind {
      if bytes.equalsShort(range(scalar), other.bytes, other.range(otherNode)) { return true }
      // Others are spelt in one way.
      if kind != .number, kind != .escapedString { return false }
    } else if !kind.isString || !otherKind.isString {
      return false
    }
    return scalarHash(scalar) == other.scalarHash(otherNode)
  }

  /// Where a stretch of nodes ends that were copied from another document, `node` from `otherNode`, while this one was read; nil when
  /// it was not copied from there.
  public func endOfCopy(_ node: Node, of other: Document, _ otherNode: Node) -> Node? {
    late?.endOfCopy(node, of: other, otherNode)
  }

  /// Whether something was copied from another document.
  public func hasCopies(of other: Document) -> Bool { late?.hasCopies(of: other) ?? false }

  /// Up to how many bytes a text is compared without asking how often that has been done.
  private static let shortText = 1024

  /// Whether two containers have one text, as far as that may be looked at.
  @inline(__always) public func hasEqualText(_ node: Node, _ other: Document, _ otherNode: Node) -> Bool {
    if other.endOfCopy(otherNode, of: self, node) != nil { return true }
    let (range, otherRange) = (range(node), other.range(otherNode))
    guard range.count == otherRange.count else { return false }
    let isShort = range.count <= Document.shortText
    guard isShort || late?.budget ?? 0 > 0 else { return false }
    let count = bytes.equalCount(
      at: range.lowerBound, other.bytes, at: otherRange.lowerBound, limit: range.count)
    if !isShort { late?.budget -= count }
    return count == range.count
  }

  /// Whether two containers have the same values in the same order, and names of members too, as far as that may be looked at.
  @inline(never) private func isEqualInStep(_ node: Node, _ other: Document, _ otherNode: Node) -> Bool {
    let shift = otherNode.index - node.index
    let end = end(node)
    let isShort = range(node).count <= Document.shortText
    guard isShort || late?.budget ?? 0 > 0 else { return false }
    var left = node
    while left < end {
      let right = Node(left.index + shift)
      let kind = kind(left)
      if kind.isContainer {
        guard other.kind(right) == kind, other.end(right).index == self.end(left).index + shift else { break }
        left = firstChild(left)
      } else {
        guard kind != .shadowedName, isEqualScalar(left, other, right) else { break }
        left = next(left)
      }
    }
    if !isShort { late?.budget -= (left < end ? start(left) : range(node).upperBound) - start(node) }
    return left >= end
  }
}
