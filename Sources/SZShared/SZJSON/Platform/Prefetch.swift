internal import CPrefetch

/// Hints to the processor about what is going to be read. A wrong one costs a little time and nothing else.
///
/// They are given where single items are looked up all over large memory: several are then fetched at once.
public enum Prefetch {
  /// How many items ahead is far enough for memory and near enough for the cache.
  public static let distance = 12

  /// Says that the element at `index` of `array` is about to be used.
  @inline(__always) public static func element<T>(_ array: [T], _ index: Int) {
    unsafe array.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress, buffer.indices.contains(index) else { return }
      unsafe sz_prefetch(base + index)
    }
  }
}
