/// SplitMix64 (Steele, Lea and Flood, 2014): random numbers that a printed seed repeats.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  package mutating func chance(_ oneIn: Int) -> Bool { below(oneIn) == 0 }

  /// The seed of a run of tests: `SZ_SEED`, or one that is always the same, so that a run tells about the change that was
  /// made and not about luck. `make hunt` takes a new one each time.
  package static let runSeed: UInt64 = TestFiles.variable("SZ_SEED").flatMap(UInt64.init) ?? 2012

  /// How many rounds a law is tried for: `SZ_ROUNDS`, or the usual number.
  package static func rounds(_ usual: UInt64) -> UInt64 {
    TestFiles.variable("SZ_ROUNDS").flatMap(UInt64.init) ?? usual
  }
}
