internal import SZJSON

/// The characters of one short string, padded as the scanners want them; the memory is used again for the next.
final class DecodedString {
  private let mapping: Mapping
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    guard let mapping = Mapping.zeroed(length: capacity + ByteView.padding) else {
      FaultHandler.endOutOfMemory()
    }
    self.mapping = mapping
  }

  /// The characters of the token in `range`, good until the next call. A longer one than the capacity is cut.
  func decode(_ bytes: ByteView, _ range: Range<Int>) -> ByteView {
    let characters = JSONString.decoded(bytes, range)
    let count = min(characters.count, capacity)
    unsafe characters.withUnsafeBytes { source in
      unsafe UnsafeMutableRawBufferPointer(start: mapping.base, count: count).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: source[..<count]))
    }
    unsafe (mapping.base + count).initializeMemory(as: UInt8.self, repeating: 0, count: ByteView.padding)
    return unsafe ByteView(
      base: UnsafePointer(mapping.base.assumingMemoryBound(to: UInt8.self)), count: count)
  }
}
