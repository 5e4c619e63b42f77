/// In which array of a document hashes come late, while a ``DocumentBuilder`` reads it.
///
/// An array in no other array is watched when it opens: its first few elements are hashed, so that short arrays pay nothing, and then
/// it is asked whether the others come late.
struct Lateness {
  /// Whether containers that open matter.
  private(set) var isWatching: Bool
  /// The array that is watched, or the one whose elements come late; -1 when there is none.
  private(set) var array = -1
  /// Whether something was left without a hash.
  var leftSome = false
  /// What was copied from another document.
  private(set) var copies: [LateHashes.Copy] = []

  private let comesLate: (@Sendable (Document, Document.Node) -> Bool)?
  /// How many containers in the array are hashed before it is asked.
  private var left = 0
  /// The array that is watched around the one whose elements come late, and whether that went on.
  private var around = -1
  private var wasWatching = false

  private static let fewElements = 32

  init(_ comesLate: (@Sendable (Document, Document.Node) -> Bool)?) {
    self.comesLate = comesLate
    isWatching = comesLate != nil
  }

  /// Takes note that a container opens at `index`; answers whether it is to be asked about the one around it.
  @inline(never) mutating func opens(_ kind: ContainerKind, _ index: Int, in parent: Int) -> Bool {
    if array < 0 {
      if kind == .array { (array, left) = (index, Lateness.fewElements) }
      return false
    }
    guard parent == array else { return false }
    left -= 1
    if left > 0 { return false }
    isWatching = false
    return true
  }

  func isLate(_ document: Document, firstOf array: Int) -> Bool {
    comesLate?(document, Document.Node(array + 3)) ?? false
  }

  /// Says that the elements of an open array come late.
  mutating func begin(_ array: Int) {
    (around, wasWatching) = array == self.array ? (-1, true) : (self.array, isWatching)
    (self.array, isWatching, leftSome) = (array, false, true)
  }

  /// Says that ``array`` closes.
  mutating func end() {
    (array, isWatching) = around < 0 ? (-1, comesLate != nil) : (around, wasWatching)
    around = -1
  }

  /// Takes note of words that are copied from the reference.
  @inline(__always) mutating func addCopy(of words: Range<Int>, to index: Int) {
    if comesLate != nil {
      copies.append(LateHashes.Copy(start: index, count: words.count, source: words.lowerBound))
    }
  }
}
