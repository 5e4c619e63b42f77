extension Document {
  /// The hash of a node's value: constant time for containers, linear in the text of a scalar. That of a container which has
  /// none yet is made, with all below it.
  @inlinable @inline(__always) public func hash(_ node: Node) -> UInt64 {
    guard kind(node).isContainer else { return scalarHash(node) }
    let hash = tape[node.index &+ 2]
    return hash != 0 ? hash : lateHash(node)
  }

  @usableFromInline func scalarHash(_ node: Node) -> UInt64 {
    guard let hashing else { preconditionFailure("the document was read without hashes") }
    return scalarHash(node, hashing)
  }

  /// The hash of a scalar or name, which may stand in a document that was read without hashes.
  @inline(__always) public func scalarHash(_ node: Node, _ hashing: Hashing) -> UInt64 {
    let range = range(node)
    switch kind(node) {
    case .string: return hashing.characters(bytes, range.lowerBound + 1..<range.upperBound - 1)
    case .number: return hashing.number(bytes, range)
    case .true: return hashing.literal(.true)
    case .false: return hashing.literal(.false)
    case .null: return hashing.literal(.null)
    case .object, .array, .escapedString, .shadowedName: return hashing.escapedCharacters(bytes, range)
    }
  }

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
}
