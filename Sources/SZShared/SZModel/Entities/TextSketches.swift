internal import SZJSON

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
      let isNumber = document.kind(node) == .number
      if let sketch = TextSketches.sketch(document.bytes, document.tape[node.index], isNumber: isNumber) {
        sketches.append(sketch)
      } else if isNumber {
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

  /// Whether a value is known to be none of them, given by the word of its node.
  @inline(__always) func excludes(_ bytes: ByteView, _ word: UInt64) -> Bool {
    let length = word & Document.Word.lengthMask
    let offset = Int(truncatingIfNeeded: word &>> 20 & Document.Word.offsetMask)
    if word &>> 60 == UInt64(Document.Kind.number.rawValue) {
      if hasOtherNumbers { return false }
      guard length < 8 else {
        return TextSketches.sketch(bytes, word, isNumber: true).map { !mayHold($0) } ?? false
      }
      let shift = TextSketches.shift(length)
      let digits = (bytes.word(at: offset) &<< 1) &<< shift
      if digits & TextSketches.upperHalves != (TextSketches.zeros &<< 1) &<< shift { return false }
      return !mayHold(TextSketches.mixed(digits ^ length))
    }
    guard word &>> 60 == UInt64(Document.Kind.string.rawValue),
      let sketch = TextSketches.sketch(bytes, word, isNumber: false)
    else { return false }
    return !mayHold(sketch)
  }

  @inline(__always) private func mayHold(_ sketch: UInt64) -> Bool {
    let place = Int(truncatingIfNeeded: sketch &>> shift)
    return bits[place &>> 6] &>> UInt64(place & 63) & 1 != 0
  }

  /// A hash of the text of a string without escapes or of a whole number, of which the upper bits count; nil for other
  /// numbers and very long texts.
  private static func sketch(_ bytes: ByteView, _ word: UInt64, isNumber: Bool) -> UInt64? {
    let length = word & Document.Word.lengthMask
    if length == Document.Word.lengthMask { return nil }
    let offset = Int(truncatingIfNeeded: word &>> 20 & Document.Word.offsetMask)
    let start = isNumber ? offset : offset &+ 1
    let count = Int(truncatingIfNeeded: length) &- (isNumber ? 0 : 2)
    let first = bytes.word(at: start)
    if count < 8 {
      let shift = TextSketches.shift(UInt64(truncatingIfNeeded: count))
      let text = (first &<< 1) &<< shift
      if isNumber, text & upperHalves != (zeros &<< 1) &<< shift { return nil }
      return mixed(text ^ UInt64(truncatingIfNeeded: count))
    }
    let last = bytes.word(at: start &+ count &- 8)
    if isNumber {
      let middle = count > 16 ? bytes.word(at: start &+ 8) : first
      if count > 24 || !isDigits(first) || !isDigits(middle) || !isDigits(last) { return nil }
    }
    return mixed(first ^ last &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: count))
  }

  /// By how much, and by one bit more, a word with less than eight bytes of text is moved so that what stands behind the text goes out at
  /// the top; of an empty one all.
  @inline(__always) private static func shift(_ count: UInt64) -> UInt64 { 63 &- count &<< 3 }

  @inline(__always) private static func mixed(_ text: UInt64) -> UInt64 {
    (text ^ text &>> 32) &* 0xBF58_476D_1CE4_E5B9
  }

  /// Eight times the digit 0, and the upper halves of eight bytes.
  private static let zeros: UInt64 = 0x3030_3030_3030_3030
  private static let upperHalves: UInt64 = 0xF0F0_F0F0_F0F0_F0F0

  /// Whether eight bytes of a number are digits: they alone have a 3 for their upper half, not signs, points and the e.
  @inline(__always) private static func isDigits(_ word: UInt64) -> Bool { word & upperHalves == zeros }
}
