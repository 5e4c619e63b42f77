extension UTF8Check {
  /// How far well-formed UTF-8 goes from `start`, where a character stands that is not ASCII: to a quotation mark, a backslash
  /// or a control character, to where nothing but ASCII comes for a while, or to the beginning of a character near the first
  /// mistake.
  ///
  /// Sixteen bytes at a time, without a branch for each character: where none takes three bytes or more, most of the rules hold by
  /// themselves. `start` must be in a JSON string, so that only whole characters stand before it; the last three bytes of them are
  /// looked at.
  static func runEnd(_ bytes: ByteView, from start: Int) -> Int {
    guard start >= 3 else { return start }
    var index = start
    // How many times sixteen bytes were all ASCII. That is read faster elsewhere, but going there and back costs, too.
    var quiet = 0
    while true {
      let stops = stops(bytes, at: index)
      let mistakes =
        hasLongCharacters(bytes, at: index) ? mistakes(bytes, at: index) : shortMistakes(bytes, at: index)
      let all = stops | mistakes
      if all[0] | all[1] == 0 {
        let vector: SIMD16<UInt8> = bytes.vector(at: index)
        let words: SIMD2<UInt64> = unsafe unsafeBitCast(vector, to: SIMD2<UInt64>.self)
        quiet = (words[0] | words[1]) & 0x8080_8080_8080_8080 == 0 ? quiet &+ 1 : 0
        index &+= 16
        if quiet == 3 { return index }
        continue
      }
      let stop = firstLane(stops)
      return firstLane(mistakes) > stop ? index &+ stop : boundary(bytes, index, from: start)
    }
  }

  /// The beginning of the character that `index` stands in.
  private static func boundary(_ bytes: ByteView, _ index: Int, from start: Int) -> Int {
    for distance in 1...3 where index - distance >= start {
      let lead = bytes[index - distance]
      if isContinuation(lead) { continue }
      return expectedLength(lead) > distance ? index - distance : index
    }
    return index
  }

  @inline(__always) private static func firstLane(_ words: SIMD2<UInt64>) -> Int {
    words[0] != 0 ? words[0].trailingZeroBitCount >> 3 : 8 + words[1].trailingZeroBitCount >> 3
  }

  /// A byte of ones for each of sixteen that ends a run.
  @inline(__always) private static func stops(_ bytes: ByteView, at index: Int) -> SIMD2<UInt64> {
    let vector: SIMD16<UInt8> = bytes.vector(at: index)
    let quote: SIMDMask<SIMD16<Int8>> = vector .== SIMD16<UInt8>(repeating: 0x22)
    let backslash: SIMDMask<SIMD16<Int8>> = vector .== SIMD16<UInt8>(repeating: 0x5C)
    let control: SIMDMask<SIMD16<Int8>> = vector .< SIMD16<UInt8>(repeating: 0x20)
    let some: SIMDMask<SIMD16<Int8>> = quote .| backslash
    let all: SIMDMask<SIMD16<Int8>> = some .| control
    return unsafe unsafeBitCast(all, to: SIMD2<UInt64>.self)
  }

  /// Whether one of sixteen bytes, or of the three before them, begins a character of three bytes or more.
  @inline(__always) private static func hasLongCharacters(_ bytes: ByteView, at index: Int) -> Bool {
    let vector: SIMD16<UInt8> = bytes.vector(at: index)
    let three: SIMD16<UInt8> = bytes.vector(at: index &- 3)
    let own: SIMDMask<SIMD16<Int8>> = vector .>= SIMD16<UInt8>(repeating: 0xE0)
    let before: SIMDMask<SIMD16<Int8>> = three .>= SIMD16<UInt8>(repeating: 0xE0)
    let words = Bits.words(own .| before)
    return words[0] | words[1] != 0
  }

  /// A byte of ones for each of sixteen that cannot stand behind the one before it, among characters of one byte and two.
  @inline(__always) private static func shortMistakes(_ bytes: ByteView, at index: Int) -> SIMD2<UInt64> {
    let signed = Bits.signed(bytes.vector(at: index))
    let one: SIMD16<UInt8> = bytes.vector(at: index &- 1)
    let isContinuation: SIMDMask<SIMD16<Int8>> = signed .< SIMD16<Int8>(repeating: -64)
    let after: SIMDMask<SIMD16<Int8>> = one .>= SIMD16<UInt8>(repeating: 0xC0)
    let misplaced: SIMDMask<SIMD16<Int8>> = isContinuation .^ after
    // C0 and C1 spell ASCII.
    let isLead: SIMDMask<SIMD16<Int8>> = signed .< SIMD16<Int8>(repeating: -62)
    let overlong: SIMDMask<SIMD16<Int8>> = isLead .^ isContinuation
    return Bits.words(misplaced .| overlong)
  }

  /// A byte of ones for each of sixteen that cannot stand behind the three before it.
  @inline(__always) private static func mistakes(_ bytes: ByteView, at index: Int) -> SIMD2<UInt64> {
    let vector: SIMD16<UInt8> = bytes.vector(at: index)
    let one: SIMD16<UInt8> = bytes.vector(at: index &- 1)
    let two: SIMD16<UInt8> = bytes.vector(at: index &- 2)
    let three: SIMD16<UInt8> = bytes.vector(at: index &- 3)
    let signed = Bits.signed(vector)
    // A continuation byte stands behind every lead byte, at the second place behind those of three bytes and so on, and
    // nowhere else.
    let isContinuation: SIMDMask<SIMD16<Int8>> = signed .< SIMD16<Int8>(repeating: -64)
    let afterTwo: SIMDMask<SIMD16<Int8>> = one .>= SIMD16<UInt8>(repeating: 0xC0)
    let afterThree: SIMDMask<SIMD16<Int8>> = two .>= SIMD16<UInt8>(repeating: 0xE0)
    let afterFour: SIMDMask<SIMD16<Int8>> = three .>= SIMD16<UInt8>(repeating: 0xF0)
    let afterSome: SIMDMask<SIMD16<Int8>> = afterTwo .| afterThree
    let after: SIMDMask<SIMD16<Int8>> = afterSome .| afterFour
    let misplaced: SIMDMask<SIMD16<Int8>> = isContinuation .^ after
    // C0 and C1 spell ASCII, and nothing begins with F5 and above.
    let even: SIMD16<UInt8> = vector & SIMD16<UInt8>(repeating: 0xFE)
    let overlong: SIMDMask<SIMD16<Int8>> = even .== SIMD16<UInt8>(repeating: 0xC0)
    let tooHigh: SIMDMask<SIMD16<Int8>> = vector .>= SIMD16<UInt8>(repeating: 0xF5)
    let badLead: SIMDMask<SIMD16<Int8>> = overlong .| tooHigh
    let some: SIMDMask<SIMD16<Int8>> = misplaced .| badLead
    let second = badSecond(vector, one)
    let all: SIMDMask<SIMD16<Int8>> = some .| second
    return unsafe unsafeBitCast(all, to: SIMD2<UInt64>.self)
  }

  /// The second bytes that four of the lead bytes cannot have: overlong forms, surrogates, and what is above U+10FFFF.
  @inline(__always) private static func badSecond(
    _ vector: SIMD16<UInt8>, _ lead: SIMD16<UInt8>
  ) -> SIMDMask<SIMD16<Int8>> {
    let isHigh: SIMDMask<SIMD16<Int8>> = vector .>= SIMD16<UInt8>(repeating: 0xA0)
    let isMiddle: SIMDMask<SIMD16<Int8>> = vector .>= SIMD16<UInt8>(repeating: 0x90)
    let e0: SIMDMask<SIMD16<Int8>> = lead .== SIMD16<UInt8>(repeating: 0xE0)
    let ed: SIMDMask<SIMD16<Int8>> = lead .== SIMD16<UInt8>(repeating: 0xED)
    let f0: SIMDMask<SIMD16<Int8>> = lead .== SIMD16<UInt8>(repeating: 0xF0)
    let f4: SIMDMask<SIMD16<Int8>> = lead .== SIMD16<UInt8>(repeating: 0xF4)
    let three: SIMDMask<SIMD16<Int8>> = (e0 .& .!isHigh) .| (ed .& isHigh)
    let four: SIMDMask<SIMD16<Int8>> = (f0 .& .!isMiddle) .| (f4 .& isMiddle)
    return three .| four
  }
}
