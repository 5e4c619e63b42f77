extension Document {
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
