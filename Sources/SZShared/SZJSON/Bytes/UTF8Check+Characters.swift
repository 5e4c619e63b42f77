extension UTF8Check {
  /// How far well-formed UTF-8 goes, less a character that the end cuts, and whether nothing wrong comes behind it.
  public static func wholeCharacters(_ bytes: ByteView, isFinal: Bool) -> (end: Int, isValid: Bool) {
    var index = 0
    while true {
      while index + 16 <= bytes.count {
        let vector: SIMD16<UInt8> = bytes.vector(at: index)
        let words: SIMD2<UInt64> = unsafe unsafeBitCast(vector, to: SIMD2<UInt64>.self)
        if (words[0] | words[1]) & 0x8080_8080_8080_8080 != 0 { break }
        index += 16
      }
      while index < bytes.count, bytes[index] < 0x80 { index += 1 }
      if index >= bytes.count { return (bytes.count, true) }
      while index < bytes.count, bytes[index] >= 0x80 {
        let length = length(bytes, at: index)
        if length == 0 {
          let isCut = !isFinal && index + expectedLength(bytes[index]) > bytes.count && isPrefix(bytes, index)
          return (index, isCut)
        }
        index += length
      }
    }
  }

  /// Whether the bytes from `index` to the end, fewer than a character, could begin one.
  private static func isPrefix(_ bytes: ByteView, _ index: Int) -> Bool {
    var next = index + 1
    while next < bytes.count {
      if !isContinuation(bytes[next]) { return false }
      next += 1
    }
    return true
  }

  /// The character at `index`, which must begin a well-formed sequence of two bytes or more, and its length.
  @inline(__always) public static func scalar(_ bytes: ByteView, at index: Int) -> (UInt32, Int) {
    let lead = UInt32(bytes[index])
    let second = UInt32(bytes[index &+ 1] & 0x3F)
    if lead < 0xE0 { return ((lead & 0x1F) &<< 6 | second, 2) }
    let third = UInt32(bytes[index &+ 2] & 0x3F)
    if lead < 0xF0 { return ((lead & 0x0F) &<< 12 | second &<< 6 | third, 3) }
    let fourth = UInt32(bytes[index &+ 3] & 0x3F)
    return ((lead & 0x07) &<< 18 | second &<< 12 | third &<< 6 | fourth, 4)
  }
}
