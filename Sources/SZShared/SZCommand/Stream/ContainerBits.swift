internal import SZJSON

/// The kinds of the open containers, one bit each, so that a million levels take 128 KB.
struct ContainerBits {
  private(set) var depth = 0
  /// The innermost of up to 64 levels lowest; those further out wait in `spilled`.
  private var word: UInt64 = 0
  private var spilled: [UInt64] = []

  @inline(__always) mutating func push(_ kind: ContainerKind) {
    if depth & 63 == 0, depth > 0 { spilled.append(word) }
    word = word &<< 1 | (kind == .object ? 1 : 0)
    depth &+= 1
  }

  /// Closes the innermost and answers what is then the innermost.
  @inline(__always) mutating func pop() -> ContainerKind? {
    depth &-= 1
    word &>>= 1
    if depth & 63 == 0 {
      if depth == 0 { return nil }
      word = spilled.removeLast()
    }
    return word & 1 == 1 ? .object : .array
  }
}
