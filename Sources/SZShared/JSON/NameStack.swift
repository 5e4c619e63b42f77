/// The names of the open objects, as far as finding a duplicate among them needs it.
///
/// Most objects of a document have the names of an object that came before. Per open object the sum of its names'
/// hashes is kept; an object whose sum is that of one known to have no duplicate has none either (the hashes are seeded, so
/// nobody can make another set of names with that sum).
struct NameStack {
  /// What is kept of an outer object while an inner one is open.
  private var outer: [(sum: UInt64, last: UInt64)] = []
  private var sum: UInt64 = 0
  /// The hash of the innermost object's last name.
  private(set) var last: UInt64 = 0
  /// Sums of names without duplicates, each at one of the two places that its bits name: with one place each, two kinds of
  /// objects that take turns could drive each other out.
  private var known = [UInt64](repeating: 0, count: 256)

  @inline(__always) mutating func open() {
    outer.append((sum, last))
    sum = 0
  }

  @inline(__always) mutating func close() {
    if let object = outer.popLast() { (sum, last) = object }
  }

  @inline(__always) mutating func push(_ hash: UInt64) {
    last = hash
    sum &+= hash
  }

  /// Whether the innermost object's names are known to differ.
  @inline(__always) var isKnown: Bool { known[first] == sum || known[second] == sum }

  private var first: Int { @inline(__always) get { Int(truncatingIfNeeded: sum &>> 56) } }
  private var second: Int { @inline(__always) get { Int(truncatingIfNeeded: sum & 0xFF) } }

  /// Takes note that the innermost object's names differ.
  mutating func remember() { known[known[first] == 0 ? first : second] = sum }
}
