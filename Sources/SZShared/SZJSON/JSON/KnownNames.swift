/// Which sets of names are known to have no duplicate.
///
/// Most objects of a document have the names of an object that came before. Of each object a product is kept as its names come; one
/// whose product is that of a known object has no duplicate either. The names' hashes and the product are as in ``ContainerHash``, but
/// in one lane: names with a duplicate are mistaken for a known set of `n` with a chance of at most `n * 2^-57`.
struct KnownNames {
  /// Products of names without duplicates, each at one of the two places that its bits name: with one place each, two kinds of
  /// objects that take turns could drive each other out.
  private var known = [UInt64](repeating: 0, count: 256)

  /// The product of no names.
  static let empty: UInt64 = 1

  /// The product of an object's names with one more.
  @inline(__always) static func product(_ names: UInt64, _ name: UInt64) -> UInt64 {
    Lanes.times(names, name)
  }

  @inline(__always) func contains(_ product: UInt64) -> Bool {
    product == KnownNames.empty || known[KnownNames.first(product)] == product
      || known[KnownNames.second(product)] == product
  }

  @inline(__always) private static func first(_ product: UInt64) -> Int {
    Int(truncatingIfNeeded: product &>> 40 & 0xFF)
  }
  @inline(__always) private static func second(_ product: UInt64) -> Int {
    Int(truncatingIfNeeded: product & 0xFF)
  }

  /// Takes note of names that differ.
  mutating func insert(_ product: UInt64) {
    let first = KnownNames.first(product)
    known[known[first] == 0 ? first : KnownNames.second(product)] = product
  }
}
