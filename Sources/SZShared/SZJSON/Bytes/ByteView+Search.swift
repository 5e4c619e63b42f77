#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension ByteView {
  /// Where `byte` stands first from `index` on; nil where it does not. Linear in what is passed over.
  public func firstIndex(of byte: UInt8, from index: Int) -> Int? {
    unsafe withBytes(index..<count) { rest in
      guard let base = rest.baseAddress, let found = unsafe memchr(base, Int32(byte), rest.count) else {
        return nil
      }
      return unsafe index + (UnsafeRawPointer(found) - base)
    }
  }
}
