/// Some scalars, so that most others can be told from them by a few bits of their text: a Bloom filter with one hash.
///
/// What it does not exclude may still be another value. Only texts that no equal value is written by otherwise are told so: strings
/// without escapes, and whole numbers of at most 24 digits. A sketch needs no secret: values that are prepared to have
/// one sketch are looked at as if there were no filter.
struct TextSketches {
  private var sketches: [UInt64] = []
  private var bits: [UInt64] = []
  private var shift: UInt64 = 63
  /// Whether one of the values is a number that is written otherwise: it may equal one of digits alone.
  private var hasOtherNumbers = false

  /// Adds a value, before ``prepare()``.
  mutating func insert(_ document: Document, _ node: Document.Node) {
    switch document.kind(node) {
    case .escapedString:
      let plain = Value(jsonString: document.characters(node))
      // What is escaped still when it has to be is escaped wherever it stands.
      if plain.kind == .string { insert(plain.document, plain.node) }
    case .string, .number:
      if let sketch = TextSketches.sketch(document, node) {
        sketches.append(sketch)
      } else if document.kind(node) == .number {
        hasOtherNumbers = true
      }
    default: break
    }
  }

  /// Makes the filter, of 32 bits for each value at least.
  mutating func prepare() {
    var count = 1024
    while count < sketches.count * 32 { count *= 2 }
    bits = [UInt64](repeating: 0, count: count / 64)
    shift = UInt64(64 - count.trailingZeroBitCount)
    for sketch in sketches {
      let place = Int(truncatingIfNeeded: sketch &>> shift)
      bits[place &>> 6] |= 1 &<< UInt64(place & 63)
    }
  }

  /// Whether a value is known to be none of them.
  @inline(__always) func excludes(_ document: Document, _ node: Document.Node) -> Bool {
    let kind = document.kind(node)
    guard kind == .string || kind == .number && !hasOtherNumbers,
      let sketch = TextSketches.sketch(document, node)
    else { return false }
    let place = Int(truncatingIfNeeded: sketch &>> shift)
    return bits[place &>> 6] &>> UInt64(place & 63) & 1 == 0
  }

  /// A hash of the text of a string without escapes or of a whole number, of which the upper bits count; nil for other
  /// numbers and very long texts.
  @inline(__always) private static func sketch(_ document: Document, _ node: Document.Node) -> UInt64? {
    guard let length = document.shortLength(node) else { return nil }
    let isNumber = document.kind(node) == .number
    let start = isNumber ? document.start(node) : document.start(node) &+ 1
    let count = isNumber ? length : length &- 2
    var first = document.bytes.word(at: start)
    var last: UInt64 = 0
    if count < 8 {
      let mask = (1 &<< UInt64(truncatingIfNeeded: count &<< 3)) &- 1
      first &= mask
      if isNumber, !isDigits(first | ~mask & zeros) { return nil }
    } else {
      last = document.bytes.word(at: start &+ count &- 8)
      if isNumber {
        let middle = count > 16 ? document.bytes.word(at: start &+ 8) : first
        if count > 24 || !isDigits(first) || !isDigits(middle) || !isDigits(last) { return nil }
      }
    }
    let mixed = first ^ last &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: count)
    return (mixed ^ mixed &>> 32) &* 0xBF58_476D_1CE4_E5B9
  }

  /// Eight times the digit 0.
  private static let zeros: UInt64 = 0x3030_3030_3030_3030

  /// Whether eight bytes of a number are digits: they alone have a 3 for their upper half, not signs, points and the e.
  @inline(__always) private static func isDigits(_ word: UInt64) -> Bool {
    word & 0xF0F0_F0F0_F0F0_F0F0 == zeros
  }
}
