/// The hashes of values, and the heights of containers, which are kept and copied with them.
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

  /// One hash of the members of an object for which `hash` answers something, in whatever order, by the hashes of their names and what it
  /// answers; 0 where there is none. Linear in the members.
  public func hash(
    _ object: Node, _ hashing: Hashing, ofName nameHash: (Node) -> UInt64,
    of hash: (_ name: Node, _ value: Node) -> UInt64?
  ) -> UInt64 {
    var all = Hashing.AnyOrder(hashing)
    for member in members(object) {
      if let value = hash(member.name, member.value) { all.add(hashing.pair(nameHash(member.name), value)) }
    }
    return all.hash
  }

  /// Whether a container has its hash.
  @inlinable @inline(__always) func hasHash(_ container: Node) -> Bool { tape[container.index &+ 2] != 0 }

  /// The hash of a container that has none yet, or to which 0 fell.
  @usableFromInline @inline(never) func lateHash(_ container: Node) -> UInt64 {
    guard let hashing else { preconditionFailure("the document was read without hashes") }
    return (late ?? LateHashes(budget: 0)).fill(self, container, hashing)
  }

  /// The hash of a value where asking costs nothing but a scalar's text: 0 where there is none yet.
  @inlinable @inline(__always) public func hashAtHand(_ node: Node) -> UInt64 {
    kind(node).isContainer ? tape[node.index &+ 2] : scalarHash(node)
  }

  /// How many containers stand in each other below the container `node`, at most; members that others hide do not count.
  ///
  /// Constant time below ``Word/tall``, else linear in the children of the containers that are as high. The container must have
  /// its hash.
  @inline(__always) func height(_ node: Node) -> Int {
    let height = storedHeight(node)
    return height < Word.tall ? height : tallHeight(node)
  }

  @inline(__always) func storedHeight(_ node: Node) -> Int {
    Int(truncatingIfNeeded: tape[node.index + 1] &>> 20 & 7)
  }

  @inline(never) private func tallHeight(_ node: Node) -> Int {
    var height = 0
    var open = [(node: firstChild(node), end: end(node), isObject: kind(node) == .object)]
    while let top = open.last {
      let depth = open.count
      guard top.node < top.end else {
        open.removeLast()
        continue
      }
      var child = top.node
      if top.isObject {
        child = next(child)
        open[depth - 1].node = next(child)
        if kind(top.node) == .shadowedName { continue }
      } else {
        open[depth - 1].node = next(child)
      }
      guard kind(child).isContainer else { continue }
      let stored = storedHeight(child)
      height = max(height, depth + stored)
      if stored == Word.tall {
        open.append((firstChild(child), end(child), kind(child) == .object))
      }
    }
    return height
  }
}
